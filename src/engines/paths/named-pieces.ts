/** A part of a command that may be the path of a file. */
export interface NamedPiece {
  /** Where it is a pattern, `*` stands for what only running tells. */
  readonly text: string;
  /** It begins with what only running tells (`$PWD/x`, `"$(pwd)"/x`): it may lie below any folder. */
  readonly isBelowAny: boolean;
  readonly isPattern: boolean;
}

/** What stands in a command for what only running tells. */
export const UNTOLD = "\u0001";

const TOKENS = /(?:"(?:[^"\\]|\\.)*"?|'[^']*'?|\\.|[^\s"'\\;|&()<>`])+|[;|&()`\n]/gs;
const PART_MARKS = /[\s"'`;|&()<>=:,@]+/;
const DEPTH_MAX = 4;
/** Words behind which a command begins, and those that start the one behind them. */
const BEGINS =
  /^(?:then|else|elif|do|if|while|until|in|!|\{|exec|command|builtin|env|nohup|nice|time|sudo|xargs|eval)$/;
const OPTION_OR_VARIABLE = /^-|^\w+=/;

/**
 * All that a command may name, in its order: its words as a shell would read them, parts of words (`--config=x`), and the same of texts in it that
 * another shell reads. Rather too much than too little, but a pattern only where a program stands: others are of files that are worked on.
 * @param startsFile  whether a program takes a file behind it for what it runs
 */
export function namedPieces(text: string, startsFile: (program: string) => boolean): readonly NamedPiece[] {
  const found = new Map<string, NamedPiece>();
  const add = (part: string, isProgram: boolean): void => {
    const piece = pieceOf(part, isProgram);
    const key = `${piece?.isBelowAny}${piece?.text}`;
    if (piece !== undefined && !found.has(key)) found.set(key, piece);
  };
  const read = (given: string, depth: number): void => {
    for (const { word, isProgram } of wordsIn(given, startsFile)) {
      for (const part of [word, ...word.split(PART_MARKS)]) add(part, isProgram);
      if (depth < DEPTH_MAX && word !== given && /[\s;|&()`"'\\]/.test(word)) read(word, depth + 1);
    }
    for (const part of given.split(PART_MARKS)) add(part, false);
  };
  const known = marked(text);
  // A word of a server is no line of a shell.
  add(known, false);
  read(known, 0);
  return [...found.values()];
}

/** The words of a line, without their quotes. */
function* wordsIn(
  line: string,
  startsFile: (program: string) => boolean,
): Generator<{ readonly word: string; readonly isProgram: boolean }, void> {
  let isProgram = true;
  for (const [token] of line.matchAll(TOKENS)) {
    const isBorder = /^[;|&()`\n]$/.test(token);
    const word = isBorder ? "" : unquoted(token);
    if (!isBorder) yield { word, isProgram };
    isProgram =
      isBorder || BEGINS.test(word) || startsFile(lastName(word)) || (isProgram && OPTION_OR_VARIABLE.test(word));
  }
}

const lastName = (word: string): string => word.slice(word.lastIndexOf("/") + 1);

const unquoted = (token: string): string =>
  token.replace(/"((?:[^"\\]|\\.)*)"?|'([^']*)'?|\\(.)/gs, (_, double?: string, single?: string, escaped?: string) =>
    double === undefined ? (single ?? escaped ?? "") : double.replace(/\\(["\\$`])/g, "$1"),
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

function pieceOf(part: string, isProgram: boolean): NamedPiece | undefined {
  const below = /^(?:[^\u0001]*[)`])?\u0001+\/+(?=.)/.exec(part)?.[0] ?? "";
  const text = part.slice(below.length).replaceAll(UNTOLD, "*");
  const isPattern = /[*?[]/.test(text);
  if (text === "" || (isPattern && (!isProgram || /^[*/.]*$/.test(text)))) return undefined;
  return { text, isBelowAny: below !== "", isPattern };
}
