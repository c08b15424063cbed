import "./look/fonts.css";
import "./look/tokens.css";
import "./look/kit.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { dress } from "./room/settings.svelte";

dress();
mount(App, { target: document.getElementById("room") as HTMLElement });
