import { COBOL_SOURCES, stemOf } from "../../file-names.ts";
import type { Folder } from "../../folder.ts";
import { VERDICTS } from "../../honest-answer.ts";
import type { Looking } from "../../looking.ts";
import type { QueryAnswer } from "../../query/answer-query.ts";
import { type Item, readItems } from "../../query/items.ts";
import type { Row } from "../../query/shape.ts";
import { asksYesOrNo } from "../../reading/question-form.ts";
import { type CitedLine, isComment } from "../../result-text.ts";
import { answered, cited, listed, SEARCH_CUT, search } from "../answer.ts";

/** A construct of COBOL that is asked for as it is written. */
interface LanguageForm {
  readonly said: string;
  readonly pattern: RegExp;
  readonly of: "fields" | "lines";
}

const COBOL_FILE = /\.(?:cbl|cob|cobol|cpy)$/i;

/** Of several words, which say what they are in small letters, too. */
const PHRASES = ["GO TO", "STOP RUN", "NEXT SENTENCE", "EXIT PROGRAM", "EXIT PERFORM", "ON SIZE ERROR", "INVALID KEY"];
/** Words of English as well, so that only capitals tell them. What says who calls, reads or runs is asked of the graph. */
const WORDS =
  "ACCEPT ALTER COMPUTE EVALUATE GOBACK INITIALIZE INSPECT MERGE OCCURS REDEFINES RENAMES SEARCH STRING UNSTRING".split(
    " ",
  );
/** How a field is stored: how it is asked for, and how it may be written. */
const USAGES: readonly (readonly [asked: RegExp, said: string, written: string])[] = [
  [
    /\b(?:comp(?:utational)?-3|packed(?:[- ]decimal)?)(?![\w-])/i,
    "COMP-3 or PACKED-DECIMAL",
    "COMP(?:UTATIONAL)?-3|PACKED-DECIMAL",
  ],
  [/\bcomp(?:utational)?-1(?![\w-])/i, "COMP-1", "COMP(?:UTATIONAL)?-1"],
  [/\bcomp(?:utational)?-2(?![\w-])/i, "COMP-2", "COMP(?:UTATIONAL)?-2"],
  [/\bcomp(?:utational)?-5(?![\w-])/i, "COMP-5", "COMP(?:UTATIONAL)?-5"],
  [/\b(?:comp(?:utational)?(?:-4)?|binary)(?![\w-])/i, "COMP, COMP-4 or BINARY", "COMP(?:UTATIONAL)?(?:-4)?|BINARY"],
  [/\b(?:usage (?:is )?display|DISPLAY)(?![\w-])/, "DISPLAY", "DISPLAY"],
];

const FIELDS = /\b(?:fields?|data items?|campos?)\b/i;
const BEFORE = String.raw`\b(?:use[sd]?|using|contains?|has|have|with|without|is there|are there|where (?:is|are)|how many|usam?|tem|têm|há|sem)\s+(?:(?:an?|any|the|no|um|o|nenhum)\s+)?`;
/** "Which programs do not use X": those that lack it are asked for. */
const LACKING = /\b(?:do(?:es)? not|don['’]?t|doesn['’]?t|never|without|(?:has|have|with) no|não|nao|nunca|sem)\b/i;
const PROGRAM = /\.(?:cbl|cob|cobol)$/i;

/**
 * What stands in the lines of COBOL sources where a question asks which programs use a construct of the language, or which fields
 * are stored in a way that it names; undefined where it asks anything besides, or nothing of the kind.
 */
export function* answerLanguageForm(part: string, folder: Folder): Looking<QueryAnswer | undefined> {
  if (!folder.paths.some((path) => COBOL_FILE.test(path))) return undefined;
  const asked = formIn(part);
  const names = asked && restOf(asked.rest, asked.form);
  if (!asked || !names) return undefined;
  const { form, isLacking } = asked;
  const isMeant = (path: string): boolean => names.length === 0 || names.some((name) => isCalled(path, name));
  if (!folder.paths.some(isMeant)) return undefined;
  const found = yield* search(form.pattern.source, { glob: COBOL_SOURCES });
  const lines = found.lines.filter(
    ({ path, text }) => isMeant(path) && COBOL_FILE.test(path) && !isComment(path, text) && holds(form, text),
  );
  if (isLacking) {
    const programs = folder.paths.filter(
      (path) => isMeant(path) && PROGRAM.test(path) && (folder.keeps?.(path) ?? true),
    );
    return found.isWhole && folder.isWhole ? withoutForm(form, programs, lines) : undefined;
  }
  const place = names.length === 0 ? "COBOL" : names.join(", ");
  const rows = listed(TITLES[form.of](place, form.said), lines.map(cited));
  const verdict = VERDICTS[lines.length > 0 ? "yes" : "no"];
  const text = rows === "" ? NONE[form.of](place, form.said) : rows;
  const more = found.isWhole ? "" : SEARCH_CUT;
  return { answer: { ...answered(asksYesOrNo(part) ? verdict : "", text, more), obeyed: "all" }, groups: [] };
}

/** The programs in whose own lines a construct does not stand. */
function withoutForm({ said }: LanguageForm, programs: readonly string[], lines: readonly CitedLine[]): QueryAnswer {
  const holding = new Set(lines.map(({ path }) => path));
  const lacking = programs.filter((path) => !holding.has(path));
  const rows = lacking.map((path): Row => ({ kind: "program", name: stemOf(path), path, line: 1 }));
  const text =
    lacking.length === 0
      ? `Each of the ${programs.length} COBOL programs here has a line with ${said}.`
      : listed(
          `COBOL programs without a line with ${said}, of ${programs.length}, comments and copybooks left aside`,
          rows.map(({ name, path }) => `${name} — ${path}:1`),
          rows.length,
          PROGRAMS_MAX,
        );
  return { answer: { ...answered(text), obeyed: "all" }, groups: [{ kind: "program", rows, isMany: true }] };
}

const PROGRAMS_MAX = 40;

const TITLES = {
  fields: (place: string, said: string) => `With the USAGE ${said} are declared in ${place}`,
  lines: (place: string, said: string) => `Lines of ${place} with ${said}, comments left aside`,
};
const NONE = {
  fields: (place: string, said: string) => `No field of ${place} has the USAGE ${said}.`,
  lines: (place: string, said: string) => `No line of ${place} has ${said}, comments left aside.`,
};

interface AskedForm {
  readonly form: LanguageForm;
  /** The question without it. */
  readonly rest: string;
  /** Programs that lack it are asked for. */
  readonly isLacking?: boolean;
}

function formIn(part: string): AskedForm | undefined {
  return FIELDS.test(part) ? usageIn(part) : statementIn(part);
}

function usageIn(part: string): AskedForm | undefined {
  const usage = USAGES.find(([asked]) => asked.test(part));
  if (!usage) return undefined;
  const [asked, said, written] = usage;
  return { form: { said, pattern: asWritten(written), of: "fields" }, rest: part.replace(asked, " ") };
}

function statementIn(part: string): AskedForm | undefined {
  const phrase = new RegExp(
    `${BEFORE}(${PHRASES.map((one) => one.replaceAll(" ", "[ -]?")).join("|")})(?![\\w-])`,
    "i",
  ).exec(part);
  const word = new RegExp(`${BEFORE}(${WORDS.join("|")})(?![\\w-])`).exec(part);
  const [, written] = phrase ?? word ?? [];
  const said = [...PHRASES, ...WORDS].find((one) => squashed(one) === squashed(written ?? ""));
  if (written === undefined || said === undefined) return undefined;
  const isLacking = LACKING.test(part) && OF_PROGRAMS.test(part) && !asksYesOrNo(part);
  return {
    form: { said, pattern: asWritten(said.replaceAll(" ", " +")), of: "lines" },
    isLacking,
    rest: (isLacking ? part.replace(LACKING, " ") : part)
      .replace(written, " ")
      .replace(/\b(?:statements?|verbs?|clauses?)\b/i, " "),
  };
}

const OF_PROGRAMS = /\b(?:programs?|programas?)\b/i;

const squashed = (text: string): string => text.toUpperCase().replace(/[^A-Z]/g, "");
/** No part of a longer word of COBOL. */
const asWritten = (form: string): RegExp => new RegExp(`(?:^|[^\\w-])(?:${form})(?:[^\\w-]|$)`, "i");

/** Names that restrict it; undefined where more is asked than which lines or fields. */
function restOf(rest: string, { of }: LanguageForm): readonly string[] | undefined {
  const items = readItems(rest.replace(STORED, " "));
  return items.every((item) => isPlain(item, of))
    ? items.flatMap(({ is, text }) => (is === "name" ? [text] : []))
    : undefined;
}

const STORED = /\b(?:stored|declared|defined|kept|written|used|as|usage|of type|format)\b/gi;
const PLAIN = /^(?:ask|the|be|do|in|that|name|project|break|empty)$/;

function isPlain(item: Item, of: LanguageForm["of"]): boolean {
  if (item.is === "noun")
    return item.kinds.every((kind) => (of === "fields" ? kind === "field" : /^(?:program|file|dataset)$/.test(kind)));
  if (item.is === "verb") return /^(?:use|have|show)$/.test(item.relation);
  if (item.is === "quality") return item.quality === "cobol";
  if (item.is === "quantity") return item.quantity === "any";
  return PLAIN.test(item.is);
}

const isCalled = (path: string, name: string): boolean =>
  path.toUpperCase() === name.toUpperCase() || stemOf(path).toUpperCase() === name.toUpperCase().replace(/\.\w+$/, "");

/** Outside of literals; a USAGE only where something is declared. */
function holds({ pattern, of }: LanguageForm, text: string): boolean {
  const code = text.replace(/'[^']*'|"[^"]*"/g, "''");
  return pattern.test(code) && (of === "lines" || DECLARES.test(code));
}

const DECLARES =
  /^\s*(?:\d{6}\s+)?\d{1,2}\s+[\w-]+|\b(?:PIC|PICTURE|USAGE)\b|^\s*(?:COMP[\w-]*|BINARY|PACKED-DECIMAL)\b/i;
