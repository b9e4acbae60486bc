import type { Access } from "../permissions/accesses.ts";

const NAMED_MAX = 64;

export type Command = Extract<Access, { kind: "run" }>;

/** Programs that take files and show nothing of them: who named one to such a program has not seen it. */
const SHOWS_NOTHING = /^(?:cp|mv|ln|install|rm|unlink|touch|truncate|chmod|chown|chgrp|mkdir|rmdir|stat|ls|test|du)$/;

/**
 * The words of a command that may be files it shows, from where it stands then; none behind a change of folder that the words do not tell.
 */
export function namedBy({ command, cwd = "." }: Command): readonly string[] {
  const named = new Set<string>();
  let folder = cwd;
  for (const [program = "", ...words] of simpleCommands(command)) {
    if (program === "cd") {
      const [target = "~"] = words;
      if (/[$~*?]/.test(target)) break;
      folder = from(folder, target);
    } else if (!SHOWS_NOTHING.test(program)) {
      for (const word of [program, ...words]) named.add(from(folder, word));
    }
  }
  return [...named].slice(0, NAMED_MAX);
}

/** Programs that touch the files in their words and no others. */
const TOUCHES_NAMED =
  /^(?:cat|cd|chmod|cmp|cp|cut|date|diff|echo|head|ln|mkdir|mv|printf|pwd|rm|rmdir|sed|sleep|sort|stat|tail|tee|test|touch|tr|true|truncate|uniq|unlink|wc)$/;
/** What only running tells: names that are made, found or looked up. */
const MADE = /[$`*?~{}[\]!\\]|<\(|<</;

/** All the files and folders that a command can read or touch, where its words tell. */
export function touchedBy({ command, cwd = "." }: Command): readonly string[] | undefined {
  if (MADE.test(command)) return undefined;
  const touched = new Set<string>();
  let folder = cwd;
  for (const [program = "", ...words] of simpleCommands(command)) {
    if (!TOUCHES_NAMED.test(program)) return undefined;
    const paths = words.map((word) => from(folder, word));
    if (program === "cd") folder = paths[0] ?? "/";
    else for (const path of paths) touched.add(path);
  }
  return [...touched];
}

const from = (folder: string, path: string): string => (path.startsWith("/") ? path : `${folder}/${path}`);

/** Each simple command of a line as its words, options left out; a program in quotes names files within it, a name with blanks is one itself. */
function simpleCommands(command: string): readonly (readonly string[])[] {
  const commands: string[][] = [[]];
  for (const [token, double, single] of command.matchAll(/"([^"]+)"|'([^']+)'|[;|&\n(`]|[^\s"'`;|&<>()=]+/g)) {
    const quoted = double ?? single;
    if (/^[;|&\n(`]$/.test(token)) commands.push([]);
    else if (!token.startsWith("-"))
      commands.at(-1)?.push(...(quoted === undefined ? [token] : [quoted, ...quoted.split(/[\s"'`;|&<>()=]+/)]));
  }
  return commands.map((words) => words.filter((word) => word !== "")).filter((words) => words.length > 0);
}
