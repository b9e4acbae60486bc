import { isTestPath } from "../code-lines.ts";
import type { Passage } from "../passage.ts";
import type { Question, Wish } from "../question.ts";

const CHANGES =
  /(?:^|\/)(?:CHANGES?|CHANGE[-_]?LOGS?|HISTORY|NEWS|RELEASES?|RELEASE[-_]?NOTES?)(?:[-_]?v?\d[^/]*)?(?:\.\w+)?$|(?:^|\/)changelog[^/]*\//i;
const LEGAL = /(?:^|\/)(?:LICEN[CS]E|NOTICE|COPYING|CODE_OF_CONDUCT|AUTHORS|SECURITY)[^/]*$/i;
const GENERATED = /\.gen(?:erated)?\.|(?:^|\/)generated\//i;
/** What says in the language of machines what sources and documents say in theirs. */
const SCHEMA = /(?:^|[/.-])(?:schema|openapi|swagger)\.(?:json|ya?ml)$/i;
const README = /^readme[^/]*$/i;

/** What sort of file and of passage it is, as names of features: what the question wishes together with what it is, and what sets it apart. */
export function sortsOf({ path, kind, lines }: Passage, question: Question): readonly SortFeature[] {
  const { wish, ofChanges, ofTests, wantsTests, inFiles } = question;
  const isTest = isTestPath(path);
  const sorts: readonly (readonly [name: SortFeature, isIt: boolean])[] = [
    [`${wish} in ${kind}`, true],
    ["a test, not asked for", isTest && !ofTests],
    ["a test, where a place is asked for", isTest && !ofTests && wish === "place"],
    ["no test, where tests are asked for", !isTest && wantsTests],
    ["not in the kind of file asked for", inFiles?.test(path) === false],
    // How notes of changes are written is told beside them.
    ["a change of former days, not asked for", isOfChanges(path) && !ofChanges],
    ["a change of former days, asked for", isOfChanges(path) && ofChanges],
    ["law", LEGAL.test(path)],
    ["generated", GENERATED.test(path)],
    ["a schema", SCHEMA.test(path)],
    ["a readme", README.test(path)],
    ["imports", isImports(lines)],
    ["pictures", isPicture(lines)],
    ["a table, where a list is asked for", wish === "list" && isTable(lines)],
    ["only declares", kind === "code" && !OF_DATA.has(wish) && isDeclaration(lines)],
  ];
  return sorts.flatMap(([name, isIt]) => (isIt ? [name] : []));
}

/** A sort of passage by its name in the table of weights. */
export type SortFeature =
  | `${Wish} in ${Passage["kind"]}`
  | "a test, not asked for"
  | "a test, where a place is asked for"
  | "no test, where tests are asked for"
  | "not in the kind of file asked for"
  | "a change of former days, not asked for"
  | "a change of former days, asked for"
  | "law"
  | "generated"
  | "a schema"
  | "a readme"
  | "imports"
  | "pictures"
  | "a table, where a list is asked for"
  | "only declares";

const isOfChanges = (path: string): boolean =>
  CHANGES.test(path) && !README.test(path.slice(path.lastIndexOf("/") + 1));

/** What a value is, and what there is, declarations tell as well as what is done. */
const OF_DATA: ReadonlySet<Wish> = new Set(["value", "list"]);
const DECLARED =
  /^(?:.{6}|\s*)\s*(?:\d\d\s|(?:FD|SD|SELECT|COPY|PROGRAM-ID|ASSIGN|ORGANIZATION|ACCESS|RECORD|FILE|ALTERNATE|VALUE|PIC|[\w-]+ (?:DIVISION|SECTION)\.)|(?:EXIT|CONTINUE|[\w-]*\d[\w-]*-EXIT)?\s*\.?\s*$|\/\/\S+ +JOB\b|(?:export )?(?:const|let|var) [\w$]+ = [^(]*$)|^(?:.{6}[*/]|\/\/\*|\s*$)/i;

/** Behind them COBOL may have marks of its own. */
const SAID_COLUMNS = 72;

/** Data that is only laid out, and what only has a name, say nothing of what is done. */
const isDeclaration = (lines: readonly string[]): boolean =>
  lines.every((line) => DECLARED.test(line.slice(0, SAID_COLUMNS)));

const TEXTS_MIN = 4;

/** Data that holds one text behind the other, as menus are: what there is to choose. */
const isTable = (lines: readonly string[]): boolean =>
  isDeclaration(lines.filter((line) => !/^.{6}\s+['"]/.test(line))) &&
  lines.filter((line) => /['"][^'"]*\p{L}{2,}[^'"]*['"]/u.test(line)).length >= TEXTS_MIN;

/** A heading above pictures only, and what is noted to them. */
const isPicture = (lines: readonly string[]): boolean =>
  lines.some((line) => IMAGE.test(line)) &&
  lines.every((line) => /^\s*(?:#.*|\*\*Note\*\*.*)?$/.test(line) || IMAGE.test(line));

const IMAGE = /^\s*!\[[^\]]*\]\([^)]*\)\s*$/;

function isImports(lines: readonly string[]): boolean {
  const said = lines.filter((line) => /\w/.test(line));
  return (
    said.filter((line) => /^\s*(?:import|from|using|use|package|require|#include|export \{?.*\bfrom)\b/.test(line))
      .length *
      2 >
    said.length
  );
}
