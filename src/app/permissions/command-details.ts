import type { CommandDescription } from "../../engines/shell/describe-command.ts";
import { sanitizeTerminal } from "../../engines/terminal-text/sanitize-terminal.ts";

/** As it may be shown where a person approves it. */
export const visible = (text: string): string => sanitizeTerminal(text, { context: "approval" });
/** On one line, as each face makes it visible once more: what stands before the lines of a longer text would be taken for a part of it. */
export const visibleLine = (text: string): string => visible(text.replaceAll("\n", "\\n"));

const LINES_MAX = 40;

/** Every simple command on its own line with what it would touch. @param reason  stands above: of one command alone it is not said again */
export function detailsOf({ lines, warnings }: CommandDescription, root: string, reason: string): readonly string[] {
  const shown = lines.slice(0, LINES_MAX).map((line) => {
    const folders = line.folders
      .filter((folder) => folder !== root)
      .map((folder) => folder ?? "a folder that is not known");
    const facts = [
      lines.length === 1 && line.danger === reason ? undefined : line.danger,
      line.writes.length > 0 ? `writes ${line.writes.join(", ")}` : undefined,
      line.leaves.length > 0 ? `reaches ${line.leaves.join(", ")}` : undefined,
      line.environment.length > 0 ? `sets ${line.environment.join(" ")}` : undefined,
      folders.length > 0 ? `in ${folders.join(" or ")}` : undefined,
    ].filter((fact) => fact !== undefined);
    // In ASCII: a first word of anything else is what an approval shows escaped.
    const mark = line.verdict === "allow" ? "-" : "?";
    return `${"  ".repeat(line.depth)}${mark} ${line.command}  (${[line.class, ...facts].join("; ")})`;
  });
  if (lines.length > LINES_MAX) shown.push(`and ${lines.length - LINES_MAX} more commands`);
  const isSaid = new Set(lines.slice(0, LINES_MAX).map(({ danger }) => danger));
  const left = warnings
    .map((warning) =>
      warning
        .split("; ")
        .filter((reason) => !isSaid.has(reason))
        .join("; "),
    )
    .filter((warning) => warning !== "");
  return [...shown, ...left.map((warning) => `! ${warning}`)].map(visibleLine);
}
