import { approvalText } from "./approval-text.ts";
import { createTerminalSanitizer } from "./output-sanitizer.ts";

/** Where the text will stand. */
export interface SanitizeOptions {
  /**
   * `output`: text of models, tools and files. `approval`: what a person decides on; every byte must be seen. `source`: the same for
   * text of a file, where no word starts a program and blanks make columns.
   */
  readonly context: "output" | "approval" | "source";
  /** Keep colours that do not hide text. Only for `output`. */
  readonly color?: boolean;
}

/** What of a model's, tool's or file's text may reach a terminal: no sequence acts, no text is hidden.
 *  @returns text without any control but tab and newline (and, with `color`, SGR); never longer work than linear
 *  @throws  never */
export function sanitizeTerminal(text: string, { context, color = false }: SanitizeOptions): string {
  if (context !== "output") return approvalText(text, { isSource: context === "source" });
  const sanitizer = createTerminalSanitizer({ color });
  return sanitizer.push(text) + sanitizer.end();
}
