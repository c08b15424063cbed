// What a person has chosen on this device. Nothing of it leaves the device.
export interface Chosen {
  lang: "fr" | "en";
  theme: "auto" | "dark" | "light";
  drawing: "auto" | "fine" | "plain";
  speed: number;
  atOnce: boolean;
  keys: boolean; // digits and letters play moves
  sound: number;
  text: number;
  name: string;
  level: string;
}

const KEY = "sortilege";
const first: Chosen = {
  lang: navigator.language.startsWith("fr") ? "fr" : "en",
  theme: "auto",
  drawing: "auto",
  speed: 1,
  atOnce: false,
  keys: true,
  sound: 0,
  text: 1,
  name: "",
  level: "",
};

function read(): Chosen {
  try {
    return { ...first, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Chosen>) };
  } catch {
    return { ...first };
  }
}

export const settings = $state(read());

export function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    /* a browser that keeps nothing still plays */
  }
}

const night = matchMedia("(prefers-color-scheme: light)");
export const calm = matchMedia("(prefers-reduced-motion: reduce)");

export function dress(): void {
  const root = document.documentElement;
  root.lang = settings.lang;
  root.dataset["theme"] =
    settings.theme === "auto" ? (night.matches ? "light" : "dark") : settings.theme;
  root.style.setProperty("--text-scale", String(settings.text));
}
night.addEventListener("change", dress);
