// Reads the rules, a small Markdown: headings with anchors, paragraphs, lists, tables, emphasis.
export interface Part {
  kind: "h" | "p" | "li" | "row";
  level: number;
  anchor: string;
  text: string;
  cells: string[];
}

export function readRules(text: string): Part[] {
  const parts: Part[] = [];
  let open = false;
  for (const line of text.split("\n")) {
    const said = line.trim();
    const part = read(said);
    if (part && part.kind === "p" && open) {
      const last = parts.at(-1);
      if (last) last.text += ` ${said}`;
      continue;
    }
    open = part !== null && (part.kind === "p" || part.kind === "li");
    if (part) parts.push(part);
  }
  return parts;
}

function read(line: string): Part | null {
  if (!line || /^\|[\s:|-]+\|$/.test(line) || (/^<\/?\w/.test(line) && !/id="/.test(line)))
    return null;
  const heading = /^(#+)\s+(.*?)(?:\s*\{#([\w-]+)\})?$/.exec(line);
  if (heading)
    return {
      kind: "h",
      level: heading[1]?.length ?? 1,
      text: heading[2] ?? "",
      anchor: heading[3] ?? "",
      cells: [],
    };
  if (line.startsWith("|"))
    return {
      kind: "row",
      level: 0,
      anchor: "",
      text: line,
      cells: line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    };
  const item = /^(?:[-*]|\d+\.)\s+(.*)$/.exec(line);
  return { kind: item ? "li" : "p", level: 0, anchor: "", text: item?.[1] ?? line, cells: [] };
}

/** Bold and slanted runs of a text. */
export function runs(text: string): { text: string; bold: boolean; slant: boolean }[] {
  return text
    .split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/)
    .filter(Boolean)
    .map((run) => {
      const bold = run.startsWith("**");
      const slant = !bold && run.startsWith("*") && run.length > 2;
      return {
        text: bold ? run.slice(2, -2) : slant || run.startsWith("`") ? run.slice(1, -1) : run,
        bold,
        slant,
      };
    });
}
