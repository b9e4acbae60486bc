import { isIn } from "../../../described.ts";
import { stemOf } from "../../../file-names.ts";
import type { Looking } from "../../../looking.ts";
import type { Context } from "../../../query/draft.ts";
import type { CitedLine } from "../../../result-text.ts";
import { askedWords } from "../dossiers/asked-words.ts";
import { whole } from "../dossiers/whole-rows.ts";
import { fileLines } from "../file-lines.ts";
import type { Dossier } from "../operations/dossier.ts";
import { COBOL_GLOB, codeColumns, codeLines } from "../operations/program-lines.ts";
import { linesLike, lineText, type ProgramText, programTexts, stretch } from "./cobol-text.ts";
import { told } from "./told.ts";

const PERSON = "(?:users?|operators?|customers?|members?|clerks?|persons?|people|roles?|logins?|ones?)";
const ASKS: readonly RegExp[] = [
  /\bdiff?e?ren\w*\b.*?\bbetween (?:the |an? )?((?:[a-z]+ ){0,2}[a-z]+) and (?:the |an? )?([a-z]+(?: [a-z]+){0,2})/,
  new RegExp(
    String.raw`\b(?:what|which|how)\b.*\b(?:can|may|does|do|is|are|sees?|gets?) (?:the |an? )?((?:[a-z]+ )?${PERSON}) .*\b(?:that |which |from )?(?:the |an? )?((?:[a-z]+ )${PERSON})\b`,
  ),
  new RegExp(
    String.raw`\b(?:tells?|distinguish\w*|differentiat\w*|decid\w*|knows?|recogni[sz]\w*|separat\w*|checks?)\b.*?\b(?:an? |the )?((?:[a-z]+ ){0,1}[a-z]+)(?: apart)? (?:from|or|and) (?:an? |the )?((?:[a-z]+ )${PERSON})\b`,
  ),
];
const MENU =
  /\bwhere\b.*\b(?:decid\w+|choos\w*|determin\w*|select\w*|picks?)\b.*\b(?:which |what |the )?(?:menu|screen|program)\b|\bwhich menu\b.*\b(?:user|sign|log)/;
const ROWS_MAX = 10;
const BRANCH_LINES = 14;
const SHOWN_MAX = 2;

/** "What is the difference between an admin and a regular user": the named values of who one is, the branches that ask for them, and where else they are tested. */
export const USER_KINDS: Dossier = {
  asks: (said) => MENU.test(said) || (sidesOf(said).length === 2 && new RegExp(`\\b${PERSON}\\b`).test(said)),
  tells: /\b(?:what|which|who|how|when|menu|can|log|sign)\b/,
  *answer(said, _own, context) {
    const kinds = yield* kindsNamed(MENU.test(said) ? [] : sidesOf(said), context);
    const names = kinds.flatMap(({ values }) => values.map(nameIn));
    if (names.length === 0) return undefined;
    const form = `(?:^|[^\\w-])(?:${names.join("|")})(?:[^\\w-]|$)`;
    const { lines } = yield* codeLines([{ pattern: form, glob: "*.{cbl,cob,cobol,CBL,COB}" }]);
    const tests = lines.filter(
      ({ path, text }) => (context.folder.keeps?.(path) ?? true) && /\b(?:IF|WHEN|AND|OR|NOT)\b/i.test(text),
    );
    if (tests.length === 0) return undefined;
    const texts = yield* programTexts([...new Set(tests.map(({ path }) => path))]);
    const branches = texts.flatMap((program) => branchesOf(program, form));
    // Where it leads to other programs, most is told.
    const ordered = branches.toSorted((one, other) => Number(other.leads) - Number(one.leads));
    const rest = tests.filter(
      (line) =>
        !ordered.slice(0, SHOWN_MAX).some(({ program, from }) => program.path === line.path && from === line.line),
    );
    return told(context, [
      whole(
        "Kinds of users that are told apart",
        kinds.flatMap(({ field, values }) => [field, ...values].map(placedRow)),
        ROWS_MAX,
      ),
      "Where that decides:",
      ...ordered.slice(0, SHOWN_MAX).map(({ program, from, to }) => stretch(program, from, to, BRANCH_LINES)),
      whole(
        "Where else it is asked for",
        rest.map((line) => `${stemOf(line.path)}: ${line.text.trim()} — ${line.path}:${line.line}`),
        ROWS_MAX,
      ),
    ]);
  },
};

const placedRow = ({ path, line, text }: CitedLine): string => `${path}:${line}  ${text.trim().replace(/\s+/g, " ")}`;
const nameIn = ({ text }: CitedLine): string => /^ *\d\d +([A-Z][\w-]*)/i.exec(text)?.[1] ?? "";

/** The words of both sides. */
function sidesOf(said: string): readonly (readonly string[])[] {
  const [, one, other] = ASKS.map((form) => form.exec(said)).find((found) => found !== null) ?? [];
  if (one === undefined || other === undefined) return [];
  return [one, other].map((side) => askedWords(side, SAYS_USER));
}

const SAYS_USER =
  /^(?:users?|operators?|customers?|members?|log\w*|sign\w*|regular|normal|ordinary|standard|plain|common|role)$/;

interface Kinds {
  readonly field: CitedLine;
  readonly values: readonly CitedLine[];
}

/** Of any kind of user that a menu is chosen by. */
const OF_USERS = ["ADM", "USR", "USER", "STAFF", "ROLE"];

/** Fields with named values, one of which is called as a side says. */
function* kindsNamed(sides: readonly (readonly string[])[], { folder }: Context): Looking<readonly Kinds[]> {
  const forms = sides.length === 0 ? OF_USERS : sides.flat().map((word) => word.slice(0, SHORT_CHARS));
  if (forms.length === 0) return [];
  const { lines } = yield* codeLines([{ pattern: `^.{6} +88 +[\\w-]*(?:${forms.join("|")})`, glob: COBOL_GLOB }]);
  const isTold = (line: CitedLine): boolean =>
    sides.length === 0 || sides.some((words) => words.length > 0 && words.every((word) => isIn(word, nameIn(line))));
  const kept = lines.filter((line) => (folder.keeps?.(line.path) ?? true) && isTold(line));
  const found: Kinds[] = [];
  for (const line of kept) {
    if (found.some(({ values }) => values.some((one) => one.path === line.path && one.line === line.line))) continue;
    const code = codeColumns(yield* fileLines(line.path)).map((text, index) => ({
      path: line.path,
      line: index + 1,
      text,
    }));
    const above = code
      .slice(0, line.line - 1)
      .findLastIndex(({ text }) => /^ *\d\d\b/.test(text) && !/^ *88\b/.test(text));
    const below = code.slice(above + 1);
    const end = below.findIndex(({ text }) => text.trim() !== "" && !/^ *88\b/.test(text));
    const values = (end < 0 ? below : below.slice(0, end)).filter(({ text }) => text.trim() !== "");
    const field = code[above];
    const isOfUser = /ROLE|TYPE?|KIND|AUTH|LEVEL|CLASS/i.test(`${field ? nameIn(field) : ""}`);
    if (field && values.length > 1 && isOfUser) found.push({ field, values });
  }
  return [...new Map(found.map((one) => [one.values.map(nameIn).join(" "), one])).values()];
}

const SHORT_CHARS = 3;

/** From a test to the end of its branches. */
function branchesOf(program: ProgramText, form: string) {
  return linesLike(program, new RegExp(form, "i"))
    .filter((line) => /\b(?:IF|WHEN)\b/i.test(lineText(program, line)))
    .map((from) => {
      const indent = (program.code[from - 1] ?? "").search(/\S/);
      const end = program.code.findIndex(
        (text, index) => index >= from && /\bEND-IF\b|\bEND-EVALUATE\b/i.test(text) && text.search(/\S/) <= indent,
      );
      const to = end < 0 ? from + BRANCH_LINES : end + 1;
      return {
        program,
        from,
        to,
        leads: linesLike(program, /\b(?:XCTL|LINK|CALL|GO +TO)\b/i, { name: "", from, to }).length > 0,
      };
    });
}
