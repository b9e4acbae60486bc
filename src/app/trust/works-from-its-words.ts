import { statSync } from "node:fs";
import { isInside, realOr } from "../../adapters/inside.ts";
import { EDITORS } from "../../engines/shell/capability/edit-capability.ts";
import { RECOGNISERS } from "../../engines/shell/capability/recognisers.ts";
import { parseLine, scopeOf } from "../../engines/shell/parse-line.ts";
import type { Part } from "../../engines/shell/part.ts";
import { placeOf } from "../../engines/shell/places.ts";
import type { CommandPolicyOptions } from "../../engines/shell/policy-types.ts";
import { chosenBy } from "../../engines/shell/programs/chosen-programs.ts";
import { runsFileAlone } from "../../engines/shell/programs/interpreters.ts";
import { readWith } from "../../engines/shell/programs/reader.ts";
import { readerOf } from "../../engines/shell/programs/readers.ts";
import { trustedName } from "../../engines/shell/proof.ts";
import { readingWay } from "../../engines/shell/reading-way.ts";
import { CHOOSES_PROGRAMS } from "../../engines/shell/starts/set-variables.ts";
import { isHarmless, isLiteral, type ShellWord } from "../../engines/shell/words.ts";
import { mayBeWritten, type StartingPlace } from "./starting-place.ts";
import { namesSomethingIn, onPath } from "./words-of-servers.ts";

/**
 * Whether nothing that a session wrote decides what a command does: each of its programs takes its work from its words and its input,
 * or is a script of the person's that lies elsewhere and is given no file of the folder. What is not proven to be so is not.
 */
export function worksFromItsWords(command: string, place: StartingPlace): boolean {
  const { cwd, home, plugin = "" } = place;
  const text = command.replace(OWN_FOLDERS, (variable, name) => {
    const folder = name === "PROJECT_DIR" ? cwd : plugin;
    return /^[\w./@+ -]+$/.test(folder) ? folder : variable;
  });
  const options = { root: cwd, cwd, home };
  const parsed = parseLine(text, scopeOf(options));
  return parsed.kind === "parts" && parsed.parts.every((part) => isOfItsWords(part, options, place));
}

const OWN_FOLDERS = /\$\{?(?:CLAUDE|WAYMARK)_(PROJECT_DIR|PLUGIN_ROOT)\b\}?/g;

function isOfItsWords(part: Part, options: CommandPolicyOptions, place: StartingPlace): boolean {
  const { argv, assignments, redirections, problems, folders } = part;
  const isElsewhere: Judge = (word) =>
    isLiteral(word) && !word.glob && word.text.startsWith("/") && !mayBeWritten(word.text, place);
  const isKnown =
    problems.every(({ isOfValue, isOfInput }) => isOfValue || isOfInput) &&
    // What stands outside of quotes becomes words, and options, of whatever a session put into it.
    argv.every((word) => isHarmless(word) || !word.glob) &&
    assignments.every(({ name }) => argv.length === 0 && !CHOOSES_PROGRAMS.test(name)) &&
    redirections.every(({ target }) => placeOf(target, folders, options).region === "stream" || isElsewhere(target));
  if (!isKnown) return false;
  const [program, ...words] = argv;
  if (program === undefined || isOwnScript(argv, place, isElsewhere)) return true;
  const name = trustedName(program) ?? "";
  const [started] = onPath(name, place.path ?? "");
  if (started !== undefined && mayBeWritten(started, place)) return false;
  const isProven = Object.hasOwn(PROVEN, name) ? PROVEN[name] : undefined;
  if (isProven !== undefined) return isProven(words, isElsewhere);
  if (runsFileAlone(name) && isOwnScript(words, place, isElsewhere)) return true;
  return readsInput(name, words, isElsewhere);
}

type Judge = (word: ShellWord) => boolean;
/** Whether the words of a program have it do no more than what stands in the line, on its input, or in files elsewhere. */
type Proof = (words: readonly ShellWord[], isElsewhere: Judge) => boolean;

/** They do nothing with their words but say them, decide by them, or set what they are called. */
const says: Proof = (words) => !words.some(({ text }) => /^-(?:v|execute)/.test(text));
const SPEAKERS =
  "echo true false : exit return shift notify-send terminal-notifier say logger wall afplay aplay paplay pw-play canberra-gtk-play";
/** An operator and its operand, both unknown, may be `-v` and a subscript that is run. */
const decides: Proof = (words) => !words.some((word, at) => !isLiteral(word) && !isLiteral(words[at + 1] ?? word));
const makesElsewhere: Proof = (words, isElsewhere) =>
  words.every((word) => (isLiteral(word) && word.text.startsWith("-")) || isElsewhere(word));

const PROVEN: Readonly<Record<string, Proof>> = {
  ...Object.fromEntries(SPEAKERS.split(" ").map((name) => [name, says])),
  printf: ([format]) => format !== undefined && isLiteral(format) && !format.text.startsWith("-"),
  test: decides,
  "[": decides,
  read: (words) =>
    words.every((word) => isLiteral(word) && /^-?\w*$/.test(word.text) && !CHOOSES_PROGRAMS.test(word.text)),
  tee: makesElsewhere,
  touch: makesElsewhere,
  mkdir: makesElsewhere,
  set: (words) => words.every(({ text }) => /^-[eux]*o?$|^pipefail$/.test(text)),
  osascript: (words) =>
    words.every(
      (word) => isLiteral(word) && /^-e$|\s/.test(word.text) && !/\b(?:shell|run|load)\s+script\b/i.test(word.text),
    ),
  curl: (words) =>
    words.every(({ text, certainty }) =>
      text.startsWith("-")
        ? /^(?:-[sSfLkXHdmu]+|--(?:silent|show-error|fail|location|insecure|request|header|data|data-raw|data-binary|json|max-time|connect-timeout|retry|url|user))$/.test(
            text,
          )
        : text === "@-" || (!/^[@$`]/.test(text) && certainty !== "evaluated"),
    ),
};

/** A file that ends as scripts do, or a plugin's own, of no package: those find their work where they are started. */
function isOwnScript(
  [script, ...words]: readonly ShellWord[],
  { cwd, plugin }: StartingPlace,
  isElsewhere: Judge,
): boolean {
  if (script === undefined || !isElsewhere(script)) return false;
  const isOwn = /\.(?:sh|bash|zsh|[cm]?js|py|rb|pl)$/.test(script.text);
  const isPlugins = plugin !== undefined && isInside(script.text, plugin);
  const namesNothing = (word: ShellWord): boolean =>
    isElsewhere(word) ||
    (isLiteral(word) && !word.glob && !/[/\0]|\.\w+$|^\.+$/.test(word.text) && !namesSomethingIn(cwd, [word.text]));
  return (isOwn || isPlugins) && isAlone(realOr(script.text)) && words.every(namesNothing);
}

/** Of no package, and under no second name, by which the folder may have it. */
const isAlone = (file: string): boolean =>
  !PACKAGES.test(file) && (statSync(file, { throwIfNoEntry: false })?.nlink ?? 1) === 1;

const PACKAGES = /\/(?:node_modules|site-packages|dist-packages|gems)\//;

/** It is known to only read, and reads what it is given, or what lies elsewhere. */
function readsInput(name: string, words: readonly ShellWord[], isElsewhere: Judge): boolean {
  const reader = readerOf(name);
  // Of those that build, run and fetch, and of git, only the words are known to look.
  if (reader === undefined || name === "git" || (RECOGNISERS.has(name) && !EDITORS.includes(name))) return false;
  const result = readWith(reader, words);
  if (result.kind !== "known" || chosenBy(name).length > 0) return false;
  const { use } = result;
  return (
    (name === "cd" || use.reads.every(isElsewhere)) &&
    !readingWay({ name, words, use }, { namesOnly: false, isRepository: false }).startsHere
  );
}
