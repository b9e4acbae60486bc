/** What a person means by a line: a command, a shell line, something to remember, the help, or a prompt. */
export type TypedLine =
  | { readonly kind: "command"; readonly name: string; readonly argument: string }
  | { readonly kind: "shell"; readonly command: string }
  | { readonly kind: "prompt" };

/** What a whole line means that shells, editors and other agents know. */
const LINES: Readonly<Record<string, string>> = {
  "?": "help",
  // A shell line without its command; the help says what the sign does.
  "!": "help",
  ...{ exit: "exit", quit: "exit", ":q": "exit", ":q!": "exit", ":wq": "exit" },
};

/** `/name …` and `!line`; `# text` is `/remember text`, `?` or `!` alone is `/help`, and `exit` alone leaves, as in other agents. */
export function readTypedLine(text: string): TypedLine {
  // Messages for a shell name the login as it is typed there; it asks, as `/login` does.
  const slash = /^(?:\/|waymark\s+(?=login(?!\S)))([A-Za-z?][\w:-]*)(?:\s+([\s\S]*))?$/.exec(text.trim());
  if (slash) return { kind: "command", name: slash[1] ?? "", argument: slash[2]?.trim() ?? "" };
  if (Object.hasOwn(LINES, text.trim())) return { kind: "command", name: LINES[text.trim()] ?? "", argument: "" };
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
