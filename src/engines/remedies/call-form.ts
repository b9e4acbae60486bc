/** A call that was settled, as far as what failed and what mends it can be told from it. */
export interface SettledForm {
  readonly name: string;
  readonly input: unknown;
  /** What a shell ran, where the call ran one. */
  readonly command?: { readonly text: string; readonly folder: string };
  /** The files it would have changed. */
  readonly written: readonly string[];
}

/** A call as words that can be laid beside those of another. */
export type CallForm =
  /** One simple command; `folder` is where it ran, as it was written. */
  | { readonly kind: "command"; readonly folder: string; readonly words: readonly string[] }
  | {
      readonly kind: "arguments";
      readonly tool: string;
      /** In one line each; of longer texts the name alone counts. */
      readonly values: ReadonlyMap<string, string>;
      readonly names: readonly string[];
      readonly written: readonly string[];
    };

const VALUE_CHARS_MAX = 200;

/** @returns undefined for what is more than one simple command: which part of it failed could only be guessed */
export function formOf({ name, input, command, written }: SettledForm): CallForm | undefined {
  if (command !== undefined) return commandForm(command.text, command.folder);
  if (typeof input !== "object" || input === null) return undefined;
  const values = new Map<string, string>();
  for (const [key, value] of Object.entries(input))
    if (typeof value === "string" && value.length <= VALUE_CHARS_MAX && !value.includes("\n")) values.set(key, value);
  return { kind: "arguments", tool: name, values, names: Object.keys(input).sort(), written };
}

const COMMAND_CHARS_MAX = 2_000;
const LEADING_FOLDER = /^\s*cd\s+([\w./-]+)\s*&&\s*/;
const TRAILING_NOISE = /\s*(?:2>&1\s*)?(?:\|\s*(?:tail|head)(?:\s+-n?\s*\d+)?\s*)?$/;
/** A word without quotes that a shell leaves as it stands, or one in quotes in which it changes nothing. */
const WORD = /\s*(?:'([^'\n]*)'|"([^"$`\\\n]*)"|([\w@%+=:,./~^{}[\]-]+))(?=\s|$)/y;

function commandForm(text: string, folder: string): CallForm | undefined {
  if (text.length > COMMAND_CHARS_MAX) return undefined;
  const lead = LEADING_FOLDER.exec(text);
  const rest = text.slice(lead?.[0].length ?? 0).replace(TRAILING_NOISE, "");
  const words: string[] = [];
  WORD.lastIndex = 0;
  while (WORD.lastIndex < rest.length) {
    const match = WORD.exec(rest);
    if (match === null) return undefined;
    words.push(match[1] ?? match[2] ?? match[3] ?? "");
  }
  if (words.length === 0 || words[0]?.includes("=")) return undefined;
  return { kind: "command", folder: joined(folder, lead?.[1] ?? "."), words };
}

function joined(outer: string, inner: string): string {
  if (inner === ".") return outer;
  return outer === "." || inner.startsWith("/") ? inner : `${outer}/${inner}`;
}
