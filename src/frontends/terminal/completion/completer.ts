import type { FileIndex } from "./file-index.ts";
import { fuzzyFilter } from "./fuzzy.ts";

export interface CompletionItem {
  readonly value: string;
  readonly hint: string;
  /** Goes on completing behind it: a folder, a command that takes an argument. */
  readonly isOpen: boolean;
}

export interface Completion {
  /** Where the text to be replaced begins; it ends at the cursor. */
  readonly start: number;
  readonly items: readonly CompletionItem[];
}

/** What the completer knows of a `/` command. */
export interface CompletableCommand {
  readonly name: string;
  readonly summary: string;
  readonly argument?: string;
  complete?(argument: string): Promise<readonly string[]> | readonly string[];
}

export interface CompletionSources {
  readonly commands: readonly CompletableCommand[];
  readonly files: FileIndex;
  /** Parsers know the code of this folder: its programs can be named. */
  readonly hasCode: boolean;
}

const ITEMS_MAX = 50;
const MEMBERS_MAX = 4;
const NEAR_PATHS = 4;
/** The `@` word at the cursor; not within an address, whose `@` follows a letter. */
const MENTION_AT_END = /(?:^|[\s([{"'`])@("?)([^\s"]*)$/;

/** What could stand at the cursor: a command, its argument, or a file; undefined when nothing can. */
export async function completeAt(
  text: string,
  cursor: number,
  sources: CompletionSources,
): Promise<Completion | undefined> {
  const before = text.slice(0, cursor);
  if (/^\/[^\s/]*$/.test(before)) return completeCommand(before, sources.commands);
  const argument = /^\/(\S+) +([^\n]*)$/.exec(before);
  if (argument) {
    const command = sources.commands.find(({ name }) => name === argument[1]);
    if (command?.complete) return completeArgument(argument[2] ?? "", cursor, command);
  }
  const mention = MENTION_AT_END.exec(before);
  return mention ? completeMention(mention[2] ?? "", cursor, sources) : undefined;
}

function completeCommand(before: string, commands: readonly CompletableCommand[]): Completion {
  const items = fuzzyFilter(commands, before.slice(1), ({ name }) => name).map(({ name, summary, argument }) => ({
    value: `/${name}`,
    hint: argument ? `${argument}  ${summary}` : summary,
    isOpen: argument !== undefined,
  }));
  return { start: 0, items: items.slice(0, ITEMS_MAX) };
}

async function completeArgument(typed: string, cursor: number, command: CompletableCommand): Promise<Completion> {
  const values = (await command.complete?.(typed)) ?? [];
  const items = fuzzyFilter(values, typed, (value) => value).map((value) => ({ value, hint: "", isOpen: false }));
  return { start: cursor - typed.length, items: items.slice(0, ITEMS_MAX) };
}

/** Files and folders; programs by their names where parsers know the code, before the files when written in capitals. */
async function completeMention(query: string, cursor: number, sources: CompletionSources): Promise<Completion> {
  const { files, hasCode } = sources;
  await files.warm();
  const paths = files.search(query, ITEMS_MAX).map((path) => ({
    value: /\s/.test(path) ? `@"${path}"` : `@${path}`,
    hint: "",
    isOpen: path.endsWith("/"),
  }));
  const members = hasCode && query !== "" ? files.searchMembers(query, MEMBERS_MAX) : [];
  const names = members.map(({ name, path }) => ({ value: `@${name}`, hint: `facts of ${path}`, isOpen: false }));
  const isCapital = /[A-Z]/.test(query) && query === query.toUpperCase();
  const items = isCapital
    ? [...names, ...paths]
    : [...paths.slice(0, NEAR_PATHS), ...names, ...paths.slice(NEAR_PATHS)];
  return { start: cursor - query.length - 1, items: items.slice(0, ITEMS_MAX) };
}
