/** What a person means by a line: a command, a shell line, something to remember, the help, or a prompt. */
export type TypedLine =
  | { readonly kind: "command"; readonly name: string; readonly argument: string }
  | { readonly kind: "shell"; readonly command: string }
  | { readonly kind: "prompt" };

/** `/name …` and `!line`; `# text` is `/remember text` and `?` alone is `/help`, as in other agents. */
export function readTypedLine(text: string): TypedLine {
  const slash = /^\/([A-Za-z?][\w:-]*)(?:\s+([\s\S]*))?$/.exec(text.trim());
  if (slash) return { kind: "command", name: slash[1] ?? "", argument: slash[2]?.trim() ?? "" };
  if (text.trim() === "?") return { kind: "command", name: "help", argument: "" };
  const shell = /^!\s*([\s\S]+)$/.exec(text)?.[1]?.trim();
  if (shell) return { kind: "shell", command: shell };
  const note = noteOf(text);
  return note === undefined ? { kind: "prompt" } : { kind: "command", name: "remember", argument: note };
}

/** Whether Enter would remember it instead of sending it. */
export const isNote = (text: string): boolean => noteOf(text) !== undefined;

/** One line behind a single `#`: a number names an issue, and several lines are Markdown for the model. */
function noteOf(text: string): string | undefined {
  return /^#\s*([^\s#\d][^\n]*)$/.exec(text.trim())?.[1];
}
