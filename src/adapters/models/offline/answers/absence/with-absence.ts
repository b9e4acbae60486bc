import { isAside, isTest } from "../../aside.ts";
import { firstLines, firstRows } from "../../cut-lists.ts";
import { stemOf } from "../../file-names.ts";
import { type Folder, listFiles } from "../../folder.ts";
import { framesFor } from "../../frames.ts";
import { VERDICTS } from "../../honest-answer.ts";
import { type Looking, together } from "../../looking.ts";
import { isOfCode } from "../../query/rows/found.ts";
import { formsOf, holdsWord } from "../../reading/word-forms.ts";
import { type CitedLine, isComment } from "../../result-text.ts";
import { type Answer, answered, cited, listed, search } from "../answer.ts";
import { readQuoted } from "../quoting/quoted-blocks.ts";
import type { Artifact } from "./artifact-table.ts";
import { artifactsAsked, aspectsAsked } from "./asked-existence.ts";
import type { Aspect } from "./aspect-table.ts";

/**
 * An answer behind what a complete search tells: that a question asks for something of which no file is, or of which no line of code
 * says a word. What a document or a comment says is no sign that it is there.
 */
export function* withAbsence(answer: Answer, part: string, folder: Folder): Looking<Answer> {
  if (!folder.isWhole || SAYS_NO.test(answer.text)) return answer;
  const artifacts = artifactsAsked(part);
  if (artifacts.length > 0) return yield* ofArtifacts(artifacts, answer, folder);
  const { aspects, about } = aspectsAsked(part);
  const found = yield* together(aspects.map((aspect) => settlingText(aspect, about, answer, folder)));
  const told = found.flatMap((one) => one ?? []);
  const absent = told.filter(({ isAbsent }) => isAbsent);
  const texts = (absent.length > 0 ? absent : told).map(({ text }) => text);
  if (absent.length === 0) return texts.length === 0 ? answer : { ...answer, text: [...texts, answer.text].join("\n") };
  // What is far is worth little behind that.
  const near = answer.isAnswer && answer.isUnnarrowed !== true ? firstPassage(withoutClaim(answer.text, part)) : "";
  return { ...answered(...texts, near), isAbsence: true, obeyed: "all" };
}

/** Of lines that are no quotation so many stand behind an absence. */
const NEAR_LINES_MAX = 8;

/** The first that a text quotes, with what is said before it; the first lines where it quotes none. */
function firstPassage(text: string): string {
  const { lead, blocks } = readQuoted(text);
  const [first] = blocks;
  return first === undefined ? firstLines(text, NEAR_LINES_MAX) : [lead, first].filter((one) => one !== "").join("\n");
}

const SAYS_NO =
  /^(?:No[ :,](?! ?(?:file here names|line contains|line here says|source of))|None\b|Nothing here (?:is|has|reads)|Not found|As far as)/;

/** What is below an absence is only near, whatever it claimed. */
function withoutClaim(text: string, part: string): string {
  const { nothing } = framesFor(part);
  const claims = [...Object.values(VERDICTS), nothing, framesFor("").nothing];
  return text
    .replace(/^(?:No file here names|Nenhum arquivo daqui fala de) [^\n]*?\)[.:] ?/gm, "")
    .replaceAll(`${nothing} `, "")
    .split("\n")
    .filter((line) => !claims.includes(line) && !CLAIM.test(line) && line !== "")
    .join("\n");
}

const CLAIM =
  /^(?:Not certain: |Not known: none of the |No line here says |Neither yes nor no |I could not narrow this )/;

function* ofArtifacts(artifacts: readonly Artifact[], answer: Answer, folder: Folder): Looking<Answer> {
  const hidden = yield* together([listFiles("**/.*"), listFiles("**/.*/**/*")]);
  const paths = [...new Set([...folder.paths, ...hidden.flatMap((one) => one.paths)])].filter(
    (path) => folder.keeps?.(path) ?? true,
  );
  if (hidden.some(({ isWhole }) => !isWhole)) return answer;
  const told = yield* together(artifacts.map((artifact) => artifactText(artifact, paths, answer)));
  const texts = told.filter((text) => text !== "");
  if (texts.length === 0) return answer;
  const isNone = texts.every((text) => NOT_FOUND.test(text));
  return { ...answered(...texts, isNone ? "" : answer.text), isAbsence: isNone, obeyed: "all" };
}

const NOT_FOUND = /^Not found/;
const NAMED_MAX = 5;

/** Which files it is; where none is, what was looked for, and which are only called so. */
function* artifactText(
  { names, isOne, lines, asked }: Artifact,
  paths: readonly string[],
  answer: Answer,
): Looking<string> {
  const declared = lines === undefined ? [] : (yield* search(lines.pattern, { glob: lines.glob })).lines;
  const rows = [...paths.filter(isOne).map((path) => `${path}:1`), ...declared.map(cited)];
  if (rows.length === 0) {
    const called = paths.filter((path) =>
      asked.test(
        stemOf(path)
          .toLowerCase()
          .replace(/([a-z]{3,})(?=tests?$)/, "$1 "),
      ),
    );
    return [
      `Not found (files looked through: ${paths.length}): ${names}.`,
      listed(
        "Only called so",
        called.slice(0, NAMED_MAX).map((path) => `${path}:1`),
        called.length,
      ),
    ]
      .filter((text) => text !== "")
      .join("\n");
  }
  const isCited = rows.some((text) => answer.text.includes(text.replace(/:\d+.*$/, ":")));
  return isCited && answer.isOfPassages !== true ? "" : listed(`Here are ${names}`, rows, rows.length, ROWS_MAX);
}

const ROWS_MAX = 8;
const ELSEWHERE_MAX = 5;
const SOURCE =
  /\.(?:cbl|cob|cobol|cpy|jcl|prc|proc|bms|pli|asm|mac|csd|ctl|dcl|ddl|sql|sh|c|h|cpp|psb|dbd|scala|ps1)$/i;

const isSource = (path: string): boolean => isOfCode(path) || SOURCE.test(path);
const isOfItself = ({ path, text }: CitedLine): boolean => isSource(path) && !isAside(path) && !isComment(path, text);

const PLACES = ["comment", "document", "settings or data", "example", "test"] as const;

/** What a line is that is no code of what is asked about. */
function placeOf({ path }: CitedLine): (typeof PLACES)[number] {
  if (isAside(path)) return isTest(path) ? "test" : "example";
  if (isSource(path)) return "comment";
  return /\.(?:md|rst|adoc|txt|html?)$/i.test(path) ? "document" : "settings or data";
}

interface Settling {
  readonly text: string;
  readonly isAbsent: boolean;
}

const absence = (text: string): Settling => ({ text, isAbsent: true });

/** That no line of code says it, or which lines do; undefined where neither settles anything or not all was searched. */
function* settlingText(
  { lines: pattern, names }: Aspect,
  about: readonly string[],
  answer: Answer,
  folder: Folder,
): Looking<Settling | undefined> {
  const { lines, isWhole } = yield* search(pattern);
  const said = names.map((name) => `"${name}"`).join(" / ");
  const code = lines.filter(isOfItself);
  if (!isWhole) return undefined;
  if (lines.length === 0)
    return absence(
      `Not found: no line says ${said} (files searched: ${folder.paths.length}, comments and documents included).`,
    );
  if (code.length > 0) return (yield* absenceBeside(code, said, about)) ?? presence(code, said, about, answer);
  // What is said beside the code tells more than what its tests do.
  const rows = PLACES.flatMap((place) => lines.filter((line) => placeOf(line) === place)).map(
    (line) => `- ${placeOf(line)}: ${cited(line)}`,
  );
  return absence(
    [
      `Not found in the code: no statement says ${said} (files searched: ${folder.paths.length}). It stands elsewhere only (${rows.length}):`,
      ...firstRows(rows, ELSEWHERE_MAX, { total: rows.length }),
    ].join("\n"),
  );
}

const ABOUT_MAX = 3;

/** That none of the sources that speak of what else is asked says it. */
function* absenceBeside(
  code: readonly CitedLine[],
  said: string,
  about: readonly string[],
): Looking<Settling | undefined> {
  const words = about.slice(-ABOUT_MAX);
  if (words.length === 0) return undefined;
  const found = yield* together(words.map((word) => search(formsOf(word))));
  const held = found.map(({ lines }) => new Set(lines.filter(isOfItself).map(({ path }) => path)));
  const [first, ...others] = held;
  if (first === undefined || held.some(({ size }) => size === 0) || found.some(({ isWhole }) => !isWhole))
    return undefined;
  const speaking = [...first].filter((path) => others.every((paths) => paths.has(path)));
  const isSaidThere = speaking.length === 0 || speaking.some((path) => code.some((line) => line.path === path));
  if (isSaidThere) return undefined;
  const subject = words.map((word) => `"${word}"`);
  return absence(
    `Not found there: no statement of the sources that speak of ${subject.join(", ")} (${speaking.length}) says ${said}.`,
  );
}

/** More lines than these are a way of speaking, and tell of no one thing. */
const SAYING_MAX = 12;
const SAYING_SHOWN_MAX = 5;
/** What is defined for a region of CICS runs nothing. */
const DEFINES_ONLY = /\.csd$/i;

/** The lines of code that say it, before a quotation that holds none of them. */
function presence(
  code: readonly CitedLine[],
  said: string,
  about: readonly string[],
  { text, isOfPassages }: Answer,
): Settling | undefined {
  const beside = code.filter((line) => about.some((word) => holdsWord(`${line.path} ${line.text}`, word)));
  const telling = (code.length > SAYING_MAX ? beside : [...new Set([...beside, ...code])]).filter(
    ({ path }) => !DEFINES_ONLY.test(path),
  );
  const isQuoted = telling.some((line) => text.includes(line.text.trim()));
  if (isOfPassages !== true || telling.length === 0 || telling.length > SAYING_MAX || isQuoted) return undefined;
  const rows = telling.map((line) => `- ${cited(line)}`);
  return {
    text: [`Statements that say ${said} (${rows.length}):`, ...firstRows(rows, SAYING_SHOWN_MAX)].join("\n"),
    isAbsent: false,
  };
}
