import { isAside } from "../../aside.ts";
import type { Folder } from "../../folder.ts";
import type { Looking } from "../../looking.ts";
import type { CitedLine } from "../../result-text.ts";
import { sourceFiles } from "../facts/source-files.ts";
import { type Unit, unitsOf } from "../facts/units.ts";

/** A function, class or field with where it stands, its head on one line, and the first sentence that is said of it. */
export interface Declared extends Unit {
  readonly place: CitedLine;
  readonly head: string;
  readonly sentence: string;
  /** Its own lines, from its head on. */
  readonly lines: readonly CitedLine[];
}

const HEAD_CHARS_MAX = 110;
const SENTENCE_CHARS_MAX = 90;

/** What the files of code that are the project's own declare; nothing where they are too many. */
export function* declaredUnits(folder: Folder): Looking<readonly Declared[]> {
  const files = yield* sourceFiles(folder);
  return files.filter(({ path }) => !isAside(path)).flatMap(({ lines }) => declaredIn(lines));
}

/** A question is pursued round by round, each time from its beginning: what the same lines declare is found once. */
const known = new WeakMap<readonly CitedLine[], readonly Declared[]>();

function declaredIn(lines: readonly CitedLine[]): readonly Declared[] {
  const found =
    known.get(lines) ??
    unitsOf(lines).flatMap((unit): readonly Declared[] => {
      const place = lines[unit.at];
      const own = lines.slice(unit.at, unit.end + 1);
      const head = headOf(own.slice(0, unit.headEnd - unit.at + 1));
      return place ? [{ ...unit, place, head, sentence: sentenceOf(unit.said), lines: own }] : [];
    });
  known.set(lines, found);
  return found;
}

/** `place  head  # sentence`. */
export const declaredText = ({ place, owner, head, sentence }: Declared): string =>
  `${place.path}:${place.line}  ${owner === "" ? "" : `${owner}: `}${head}${sentence === "" ? "" : `  # ${sentence}`}`;

function headOf(lines: readonly CitedLine[]): string {
  const text = lines
    .map((line) => line.text.replace(/(?:^|\s)#(?= ).*$/, "").trim())
    .join(" ")
    .replace(/\s*(?:[{:;]|\{\s*\})\s*$/, "")
    .replace(/^(?:export |default |declare |abstract |async (?=\w+ ?\())*/, "")
    .replace(/([([]) /g, "$1")
    .replace(/,? ([)\]])/g, "$1");
  return text.length > HEAD_CHARS_MAX ? `${text.slice(0, HEAD_CHARS_MAX)}…` : text;
}

/** The first sentence of a comment. */
function sentenceOf(lines: readonly CitedLine[]): string {
  const rows = lines.map(({ text }) =>
    text.replace(/^\s*(?:[rbu]?"""|'''|\/\*+|\/\/+|\*+\/?|#+)?\s*/, "").replace(/\s*(?:"""|'''|\*\/)\s*$/, ""),
  );
  const text = rows
    .filter((row) => !/^@|^\*\*\w+\*\*$/.test(row))
    .join(" ")
    .trim();
  const sentence = /^.*?[.:](?= |$)/.exec(text)?.[0] ?? text;
  return sentence.length > SENTENCE_CHARS_MAX ? `${sentence.slice(0, SENTENCE_CHARS_MAX)}…` : sentence;
}
