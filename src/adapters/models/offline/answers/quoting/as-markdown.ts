/** What is quoted stands behind a line that ends so, set in by two blanks. */
const LEADS = /:\s*$/;
const QUOTED = /^ {2}/;
const ROW = /^\s*(?:[-*]|\d+\.)\s/;
const PLACE = /[^\s(]+\.(?<extension>\w+):\d+/;
/** Texts for people, which may be Markdown themselves. */
const PROSE: ReadonlySet<string> = new Set(["md", "markdown", "rst", "txt", "adoc"]);

/**
 * An answer as the Markdown that it is shown as: quoted lines as code or, of a text, as a quotation, so that no sign in them means
 * anything and no column moves; a line behind a list as none of its last row.
 */
export function asMarkdown(text: string): string {
  const lines = text.split("\n");
  const shown: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const above = lines[at - 1] ?? "";
    const quoted = LEADS.test(above) ? quotedAt(lines, at) : [];
    const extension = PLACE.exec(above)?.groups?.["extension"];
    if (quoted.length > 0 && (extension !== undefined || !quoted.every((one) => ROW.test(one)))) {
      shown.push(...block(quoted, extension ?? ""));
      at += quoted.length - 1;
      continue;
    }
    if (ROW.test(above) && line !== "" && !ROW.test(line) && !QUOTED.test(line)) shown.push("");
    shown.push(line);
  }
  return shown.join("\n").trimEnd();
}

/** The lines set in from there, with empty ones between them. */
function quotedAt(lines: readonly string[], from: number): readonly string[] {
  let end = from;
  for (let at = from; at < lines.length; at++) {
    if (QUOTED.test(lines[at] ?? "")) end = at + 1;
    else if (lines[at] !== "") break;
  }
  return lines.slice(from, end).map((line) => line.slice(2));
}

function block(lines: readonly string[], extension: string): readonly string[] {
  // Where another line follows at once, it would count as quoted.
  if (PROSE.has(extension)) return ["", ...lines.map((line) => `> ${line}`.trimEnd()), ""];
  const fence = "`".repeat(
    Math.max(3, ...lines.flatMap((line) => (line.match(/`{3,}/g) ?? []).map((run) => run.length + 1))),
  );
  return [`${fence}${extension}`, ...lines, fence];
}
