import { isAside } from "../../aside.ts";
import { type Looking, lookAll } from "../../looking.ts";
import { type CitedLine, readNumbered } from "../../result-text.ts";
import { search } from "../answer.ts";

/** A name written in capitals, and the literal that it stands for. */
export interface Constant extends CitedLine {
  readonly name: string;
}

const DECLARED = String.raw`^(?:export )?(?:const |final |static )*_?[A-Z][A-Z0-9_]{3,}\b(?::[^=]+)?\s*=\s*\S`;
const NAME = /^(?:export )?(?:const |final |static )*(_?[A-Z][A-Z0-9_]{3,})\b/;
const LINES_MAX = 12;
const LISTS_MAX = 40;

/** What constants of the code stand for, a list over several lines to its end. @param glob  the files of code */
export function* constantsIn(glob: string): Looking<readonly Constant[]> {
  const { lines } = yield* search(DECLARED, { glob, ignore_case: false, limit: 500 });
  const own = lines.filter(({ path }) => !isAside(path));
  const lists = own.filter(({ text }) => /[[({]\s*$/.test(text)).slice(0, LISTS_MAX);
  const read = yield* lookAll(
    lists.map(({ path, line }) => ({ name: "read_file", input: { path, offset: line, limit: LINES_MAX } })),
  );
  const whole = new Map(lists.map((one, index) => [one, listText(readNumbered(read[index]?.text ?? "", one.path))]));
  return own.flatMap((line): Constant[] => {
    const name = NAME.exec(line.text)?.[1];
    return name === undefined ? [] : [{ ...line, name, text: whole.get(line) ?? line.text }];
  });
}

function listText(lines: readonly CitedLine[]): string {
  const end = lines.findIndex(({ text }, index) => index > 0 && /^[\])}]/.test(text));
  return lines
    .slice(0, end < 0 ? LINES_MAX : end + 1)
    .map(({ text }) => text.trim())
    .join(" ");
}
