import type { Folder } from "../../folder.ts";
import { type Looking, lookAll } from "../../looking.ts";
import { type CitedLine, readNumbered } from "../../result-text.ts";
import { type SourceFile, sourceFiles } from "../facts/source-files.ts";
import { indentOf, type Unit, unitsOf } from "../facts/units.ts";

/** Code that shows how a package is used: a block of a document, a function of an example or all of a short one. */
export interface ShownCode {
  readonly path: string;
  /** The heading above it, or the function. */
  readonly title: string;
  /** What is said of it: the headings, the paragraph before it, the name of the example. */
  readonly said: string;
  readonly lines: readonly CitedLine[];
  /** Whether a document leads its readers with it: the first code of a guide. */
  readonly isOfDocument: boolean;
}

/** What is longer is not shown whole. */
export const SHOWN_LINES_MAX = 15;

const DOCUMENT = /\.(?:md|mdx|rst)$/i;
const NO_GUIDE =
  /(?:^|\/)(?:CHANGELOG|CHANGES|HISTORY|LICENSE|CODE_OF_CONDUCT|SECURITY|CONTRIBUTING|RELEASING|AGENTS|CLAUDE)\b|(?:^|\/)\.|(?:^|\/)[\w-]*tests?\//i;
const EXAMPLE =
  /(?:^|\/)(?:examples?|samples?|demos?)\/(?!.*(?:^|\/)(?:tests?|__init__|conftest)).*\.(?:[cm]?[jt]sx?|py)$/i;
/** What programs of the package's own languages are written in; what is typed into a shell is no use of it. */
const FENCE = /^\s*```\s*(?:py|python|pycon|ts|tsx|typescript|js|jsx|mjs|javascript)\b/i;
const FILES_MAX = 60;
const READ_LINES = 450;

/** All of it that documents, examples and the comments of the code hold. */
export function* shownCode(folder: Folder): Looking<readonly ShownCode[]> {
  const { paths } = folder;
  const documents = paths.filter((path) => DOCUMENT.test(path) && !NO_GUIDE.test(path)).slice(0, FILES_MAX);
  const examples = paths.filter((path) => EXAMPLE.test(path)).slice(0, FILES_MAX);
  const wanted = [...documents, ...examples].map((path) => ({ path, limit: READ_LINES }));
  const read = yield* lookAll(wanted.map((input) => ({ name: "read_file", input })));
  const sources = yield* sourceFiles(folder);
  const shown = wanted.flatMap(({ path }, index) => {
    const found = read[index];
    if (found === undefined || found.failed) return [];
    const lines = readNumbered(found.text, path);
    return DOCUMENT.test(path) ? blocksOf(path, lines) : piecesOf(path, lines);
  });
  return [...shown, ...sources.flatMap(inComments)];
}

/** The blocks of code of a document, each with the headings and the paragraph that it stands under. */
function blocksOf(path: string, lines: readonly CitedLine[]): readonly ShownCode[] {
  const fences = lines.flatMap(({ text }, at) => (/^\s*```/.test(text) ? [at] : []));
  const blocks = fences.flatMap((at, index) =>
    index % 2 === 0 ? [[at, fences[index + 1] ?? lines.length] as const] : [],
  );
  const prose = lines.map(({ text }, at) => (blocks.some(([from, to]) => from <= at && at <= to) ? "" : text));
  return blocks.flatMap(([from, to]): readonly ShownCode[] => {
    const titles = titlesAbove(prose.slice(0, from));
    const begin = Math.max(
      fences.findLast((at) => at < from) ?? 0,
      prose.findLastIndex((text, at) => at < from && HEADING.test(text)),
    );
    const before = prose
      .slice(begin + 1, from)
      .filter((text) => text.trim() !== "")
      .slice(-PARAGRAPH_LINES);
    const own = lines.slice(from + 1, to);
    if (!FENCE.test(lines[from]?.text ?? "") || own.length === 0) return [];
    return [
      {
        path,
        title: titles.at(-1) ?? "",
        said: [...titles.slice(1), ...before].join("\n"),
        lines: own,
        isOfDocument: true,
      },
    ];
  });
}

const HEADING = /^(#{1,6}) (.*)$/;

/** The headings that the end of a text stands under, the outermost first. */
function titlesAbove(prose: readonly string[]): readonly string[] {
  let titles: readonly string[] = [];
  for (const text of prose) {
    const [, signs, title] = HEADING.exec(text) ?? [];
    if (signs !== undefined && title !== undefined) titles = [...titles.slice(0, signs.length - 1), title];
  }
  return titles;
}

const PARAGRAPH_LINES = 4;

/** A short example whole, else its functions. */
function piecesOf(path: string, lines: readonly CitedLine[]): readonly ShownCode[] {
  const name = path.replace(/^.*\//, "").replace(/\.\w+$/, "");
  const units = unitsOf(lines);
  const filled = lines.filter(({ text }) => text.trim() !== "");
  if (filled.length <= SHOWN_LINES_MAX) return [{ path, title: name, said: name, lines, isOfDocument: false }];
  return units
    .filter(
      ({ kind, name: own }) =>
        kind === "function" || (kind === "class" && units.some((one) => one.kind === "function" && one.owner === own)),
    )
    .map((unit) => ({
      path,
      title: unit.name,
      said: [name, unit.owner, unit.name, ...unit.said.map(({ text }) => text)].join("\n"),
      lines: unit.kind === "class" ? outlineOf(unit, units, lines) : lines.slice(unit.at, unit.end + 1),
      isOfDocument: false,
    }));
}

/** A class by its own head and those of its methods. */
const outlineOf = (unit: Unit, units: readonly Unit[], lines: readonly CitedLine[]): readonly CitedLine[] =>
  [unit, ...units.filter(({ kind, owner }) => kind === "function" && owner === unit.name)].flatMap(({ at, headEnd }) =>
    lines.slice(at, headEnd + 1),
  );

const BEGINS_FENCE = /^\s*\*?\s*```\w*\s*$/;

/** The examples that the comments of public functions and classes give. */
function inComments({ path, lines }: SourceFile): readonly ShownCode[] {
  return unitsOf(lines).flatMap((unit): readonly ShownCode[] => {
    const from = unit.said[0]?.line;
    const to = unit.said.at(-1)?.line;
    if (from === undefined || to === undefined || /^[_#]/.test(unit.name)) return [];
    const comment = lines.filter(({ line }) => from <= line && line <= to + 2);
    const begins = comment.flatMap(({ text }, at) => (BEGINS_FENCE.test(text) ? [at] : []));
    const pairs = begins.flatMap((at, index) => (index % 2 === 0 ? [[at, begins[index + 1] ?? at] as const] : []));
    return pairs
      .map(([begin, end]) => ({
        path,
        title: unit.name,
        said: [unit.owner, unit.name, ...comment.slice(Math.max(0, begin - 2), begin).map(({ text }) => text)].join(
          "\n",
        ),
        lines: withoutMarks(comment.slice(begin + 1, end)),
        isOfDocument: false,
      }))
      .filter((shown) => shown.lines.length > 0);
  });
}

/** The lines of a comment without the stars that they begin with. */
const withoutMarks = (lines: readonly CitedLine[]): readonly CitedLine[] =>
  lines
    .map((line) => ({ ...line, text: line.text.replace(/^(\s*)\* ?/, "$1") }))
    .filter(({ text }) => indentOf(text) >= 0);
