/** A part of a command that may be the path of a file. */
export interface NamedPiece {
  /** Where it is a pattern, `*` stands for what only running tells. */
  readonly text: string;
  /** It begins with what only running tells (`$PWD/x`, `"$(pwd)"/x`): it may lie below any folder. */
  readonly isBelowAny: boolean;
  readonly isPattern: boolean;
  /** It may be started where it stands, whatever it is; of another pattern only what can be executed. */
  readonly isStarted: boolean;
}

/** What stands in a command for what only running tells. */
export const UNTOLD = "\u0001";

const TOKENS = /(?:\$'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"?|'[^']*'?|\\.|[^\s"'\\;|&()<>`])+|[;|&()`\n]/gs;
const PART_MARKS = /[\s"'`;|&()<>=:,@]+/;
const DEPTH_MAX = 4;
/** Words and parts of words, the same ones over and over among them: more than anybody writes. */
const PARTS_MAX = 50_000;
/** Words behind which a command begins, and those that start the one behind them. */
const BEGINS =
  /^(?:then|else|elif|do|if|while|until|in|!|\{|exec|command|builtin|env|nohup|nice|time|sudo|xargs|eval)$/;
const TESTS = /^(?:\[\[?|test)$/;
const OPTION_OR_VARIABLE = /^-|^\w+=/;

/** What is known of programs by their names. */
export interface StartingPrograms {
  /** Whether a program takes a file behind it for what it runs. */
  readonly startsFile: (program: string) => boolean;
  /** The files by which one finds what it runs, by their names alone. */
  readonly recipesOf: (program: string) => readonly string[];
}

/**
 * All that a command may name, in its order: its words as a shell would read them, parts of words (`--config=x`), and the same of texts in it that
 * another shell reads. Rather too much than too little, but what a pattern finds counts as started only where a program stands, or where something
 * is started that only running tells: others are of files that are worked on.
 * @returns undefined where there is too much to look through
 */
export function namedPieces(
  text: string,
  { startsFile, recipesOf }: StartingPrograms,
): readonly NamedPiece[] | undefined {
  const found = new Map<string, NamedPiece>();
  let startsUntold = false;
  let looked = 0;
  const add = (part: string, isStarted: boolean): void => {
    if (++looked > PARTS_MAX) return;
    const piece = pieceOf(part, isStarted);
    const key = `${piece?.isBelowAny}${piece?.text}`;
    if (piece !== undefined && !found.get(key)?.isStarted) found.set(key, piece);
  };
  const addWord = ({ word, stands }: StandingWord): void => {
    if (stands !== "behind" && UNTOLD_WHOLE.test(word)) startsUntold = true;
    for (const part of [word, ...word.split(PART_MARKS)]) add(part, stands !== "behind");
    if (stands === "file") for (const one of runBy(word)) add(one, true);
    // Behind another program, too (`timeout 9 make`), and in the folder above as well.
    for (const recipe of recipesOf(lastName(word))) add(`${UNTOLD}/${recipe}`, true);
  };
  const read = (given: string, depth: number): void => {
    for (const one of wordsIn(given, startsFile)) {
      if (looked > PARTS_MAX) return;
      addWord(one);
      if (depth < DEPTH_MAX && one.word !== given && /[\s;|&()`"'\\]/.test(one.word)) read(one.word, depth + 1);
    }
    for (const part of given.split(PART_MARKS)) add(part, false);
  };
  const known = marked(text);
  // A word of a server is no line of a shell.
  add(known, false);
  read(known, 0);
  if (looked > PARTS_MAX) return undefined;
  // It may be any of what the others name, or what lies there: however deep, where something lists it.
  const below = LISTS.test(known) ? "/**" : "/*";
  if (startsUntold)
    for (const piece of [...found.values()])
      add(`${piece.isBelowAny ? `${UNTOLD}/` : ""}${piece.text}${piece.isPattern ? "" : below}`, true);
  return [...found.values()];
}

/**
 * What an interpreter runs besides a file of that name: something that lies in a folder (`python3 tools`, `run-parts tools`, `node .`), a file by its name
 * without its end (`node lib/server`) and a module (`python3 -m lib.server`).
 */
function runBy(word: string): readonly string[] {
  if (/^[./]*$/.test(word)) return ["index.*", "__main__.*", "package.json"].map((name) => `${word || "."}/${name}`);
  const module = /^[\w.]+$/.test(word) ? [word.replaceAll(".", "/")] : [];
  return [word, ...module].flatMap((one) => [`${one}/*`, ...(/(?:^|\/)[^./]+$/.test(one) ? [`${one}.*`] : [])]);
}

/** `"$1"`, `$(cat x)`, `{}`, or nothing, where what is started comes from an input: `| sh`, `xargs sh`. */
const UNTOLD_WHOLE = /^(?:[\u0001$]*|[$`]\(?.*[)`]|\{\})$/s;

/** Programs that go through folders, and what has others do so. */
const LISTS = /\b(?:find|fd|fdfind|rg|tree|git\s+ls-files)\b|\s-\w*R|\s--recursive\b/;

/** A word for a program, for the file that the one before runs, or behind. */
interface StandingWord {
  readonly word: string;
  readonly stands: "program" | "file" | "behind";
}

/** The words of a line, without their quotes. */
function* wordsIn(line: string, startsFile: (program: string) => boolean): Generator<StandingWord, void> {
  let stands: StandingWord["stands"] = "program";
  let isTested = false;
  for (const [token] of [...line.matchAll(TOKENS), ["\n"]] as const) {
    const isBorder = /^[;|&()`\n]$/.test(token);
    const word = isBorder ? "" : unquoted(token);
    if (!isBorder || stands === "file") yield { word, stands };
    isTested = !isBorder && (isTested || (stands === "program" && TESTS.test(word)));
    // What a test asks about is not started: `[ ! -e go ]`.
    stands = isBorder ? "program" : isTested ? "behind" : standsNext(word, stands, startsFile);
  }
}

function standsNext(
  word: string,
  stands: StandingWord["stands"],
  startsFile: (program: string) => boolean,
): StandingWord["stands"] {
  if (BEGINS.test(word)) return "program";
  if (startsFile(lastName(word))) return "file";
  return stands !== "behind" && OPTION_OR_VARIABLE.test(word) ? stands : "behind";
}

const lastName = (word: string): string => word.slice(word.lastIndexOf("/") + 1);

const unquoted = (token: string): string =>
  token.replace(
    /\$'(?:[^'\\]|\\.)*'|"((?:[^"\\]|\\.)*)"?|'([^']*)'?|\\(.)/gs,
    (all, double?: string, single?: string, escaped?: string) =>
      all.startsWith("$'")
        ? all.slice(2, -1).replace(/\\(?:x\w\w?|u\w{1,4}|U\w{1,8}|c.|[0-7]{1,3}|.)/gs, UNTOLD)
        : double === undefined
          ? (single ?? escaped ?? "")
          : double.replace(/\\(["\\$`])/g, "$1"),
  );

/** Each thing that only running tells as one mark; what is meant where a variable is not set stands at the end. */
function marked(text: string): string {
  const otherwise: string[] = [];
  const known = text
    .replace(/\{[^{}\s"'`]{0,200}(?:,|\.\.)[^{}\s"'`]{0,200}\}/g, "*")
    .replace(/\\{0,8}\$\{[!#]?\w+(?::?[-=+]([^}]*))?[^}]*\}?/g, (_, other = "") => {
      otherwise.push(other);
      return UNTOLD;
    })
    .replace(/\\{0,8}\$(?:\w+|[@*#?$!-])/g, UNTOLD)
    .replace(/([)`]["'\\]*)(?=\/)/g, `$1${UNTOLD}`);
  return otherwise.length === 0 ? known : [known, ...otherwise].join("\n");
}

function pieceOf(part: string, isStarted: boolean): NamedPiece | undefined {
  const below = /^(?:[^\u0001]*[)`])?\u0001+\/+(?=.)/.exec(part)?.[0] ?? "";
  const text = part.slice(below.length).replaceAll(UNTOLD, "*");
  const isPattern = /[*?[]/.test(text);
  if (text === "" || (isPattern && /^[*/.]*$/.test(text))) return undefined;
  return { text, isBelowAny: below !== "", isPattern, isStarted };
}
