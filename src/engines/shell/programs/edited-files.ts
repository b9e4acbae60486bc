import { hasLong, programName, scan } from "../scan.ts";
import { isLiteral, type ShellWord } from "../words.ts";

/** How an editor that changes files in place is told what to do. */
interface Telling {
  /** An option whose value, the next word, is no file. */
  readonly valued: RegExp;
  /** Letters of options that give the script; absent: no operand is one. Without such an option the first operand is. */
  readonly gives?: string;
}

const SED: Telling = { valued: /^(?:-[nErsuz]*e|--expression)$/, gives: "ef" };
const AWK: Telling = { valued: /^-[ivF]$/, gives: "efE" };
const VI: Telling = { valued: /^(?:-c|--cmd)$/ };

/** Programs that change in place the files that they name, beside a script that may look like a path anywhere. */
const EDITORS = {
  sed: SED,
  gsed: SED,
  perl: { valued: /^-[nplaws\d]*[eE]$/, gives: "eE" },
  ruby: { valued: /^-[nplaws\d]*e$/, gives: "e" },
  awk: AWK,
  gawk: AWK,
  vim: VI,
  vi: VI,
  nvim: VI,
} as const satisfies Readonly<Record<string, Telling>>;

export type Editor = keyof typeof EDITORS;

/** The words that an editor takes for files: every operand that is surely no script. */
export function editedFiles(editor: Editor, words: readonly ShellWord[]): readonly ShellWord[] {
  const { valued, gives }: Telling = EDITORS[editor];
  const use = scan(words);
  const values = valuesIn(words, valued);
  const named = use.operands.filter((word) => !values.has(word));
  // What stands behind `i` in one word is the ending of copies.
  const given = new RegExp(`^-[^i-]*[${gives}]`);
  const isGiven =
    gives === undefined ||
    words.some(({ text }) => given.test(text)) ||
    hasLong(use, "--expression", "--file", "--source");
  return isGiven ? named : named.slice(1);
}

/** What an editor is told by its words, program first: no names of files, whatever they look like. */
export function scriptWords([program, ...words]: readonly ShellWord[]): readonly ShellWord[] {
  const name = program && programName(program);
  if (name === undefined || !isEditor(name)) return [];
  const files = new Set(editedFiles(name, words));
  return scan(words).operands.filter((word) => !files.has(word));
}

const isEditor = (name: string): name is Editor => Object.hasOwn(EDITORS, name);

/** The values of the option. Behind the first operand a word like it may be a file's name. */
function valuesIn(words: readonly ShellWord[], option: RegExp): ReadonlySet<ShellWord> {
  const values = new Set<ShellWord>();
  let isValue = false;
  for (const word of words) {
    if (isValue) values.add(word);
    else if (word.text !== "" && (!word.text.startsWith("-") || word.text === "--")) break;
    isValue = !isValue && isLiteral(word) && option.test(word.text);
  }
  return values;
}
