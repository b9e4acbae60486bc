import { isIn } from "../../../described.ts";
import { stemOf } from "../../../file-names.ts";
import type { Looking } from "../../../looking.ts";
import type { Context } from "../../../query/draft.ts";
import { linesOf } from "../../../query/rows/found.ts";
import { holdsWord } from "../../../reading/word-forms.ts";
import { type CitedLine, isComment } from "../../../result-text.ts";
import { valuesBelow } from "../../fields/field-values.ts";
import { askedWords } from "../dossiers/asked-words.ts";
import { whole } from "../dossiers/whole-rows.ts";
import { fileLines } from "../file-lines.ts";
import type { Dossier } from "../operations/dossier.ts";
import { COBOL_GLOB, codeLines } from "../operations/program-lines.ts";
import { told } from "./told.ts";

const STATE = "(?:status(?:es)?|states?|types?|flags?|indicators?)";
const ASKS: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:what|which|how many)\b(?: are| is|'s)?(?: the| all| different| possible| diffrent| various| valid)* ((?:[a-z]+ ){1,2})${STATE}\b`,
  ),
  new RegExp(
    String.raw`\b(?:what|which)(?: different| possible)* ${STATE} (?:can|may|could|does|do|are there for) (?:the |an? )?((?:[a-z]+ ?){1,2}?)(?: record)? ?(?:be|have|take|in|has)\b`,
  ),
  new RegExp(String.raw`\bwhere\b.*\b((?:[a-z]+ ){1,2})${STATE}(?: is| are|es)? (?:checked|tested|set|used)\b`),
];
const NOT_DATA =
  /\b(?:file status|return|exit|http|error|response|abend|job|step|sql|message|data types?|record types?|screen|program)\b/;
const FIELD = /^.{6} +(\d\d) +([A-Z][\w-]*)/i;
const STATE_NAME = /(?:STATUS|STATE|STAT|STS|TYPE|TYP|FLAG|IND|ACTIVE|ST|CD)$/i;
const FIELDS_MAX = 3;
const TESTS_MAX = 6;

/** "What statuses can an account have, and where are they checked": the named values of the field in shared records, and each statement that asks for them. */
export const STATES: Dossier = {
  asks: (said) => wordsIn(said).length > 0 && !NOT_DATA.test(said),
  tells: /\b(?:where|what|which|mean\w*|check\w*|test\w*|set|used)\b/,
  *answer(said, _own, context) {
    const fields = yield* stateFields(wordsIn(said), context);
    const found: { readonly field: CitedLine; readonly name: string; readonly values: readonly CitedLine[] }[] = [];
    for (const field of fields.slice(0, FIELDS_MAX)) {
      const below = (yield* fileLines(field.path)).map((text, index) => ({ path: field.path, line: index + 1, text }));
      const values = valuesBelow(below.slice(field.line, field.line + VALUE_LINES));
      const name = FIELD.exec(field.text)?.[2] ?? "";
      if (values.length > 0) found.push({ field, name, values });
    }
    if (found.length === 0) return undefined;
    const words = wordsIn(said).join(" ");
    const texts = [
      `I took the state of "${words}" as ${found.map(({ name, field }) => `${name} (${field.path}:${field.line})`).join(" and as ")}: its name, its record or the remark above that says so.`,
    ];
    for (const { field, name, values } of found) {
      const rows = [field, ...values].map(
        ({ path, line, text }) => `${path}:${line}  ${text.slice(6, 72).trim().replace(/\s+/g, " ")}`,
      );
      texts.push(whole(`Values of ${name} that are named`, rows), ...(yield* usesOf(name, values)));
    }
    return told(context, texts);
  },
};

const VALUE_LINES = 20;

function wordsIn(said: string): readonly string[] {
  const found = ASKS.map((form) => form.exec(said)?.[1]).find((one) => one !== undefined);
  return found === undefined
    ? []
    : askedWords(found, /^(?:different|diffrent|possible|various|valid|can|may|be|status|record)$/);
}

/** Fields of copybooks that are called a state and stand in a record that the words describe, by its name or the remark above it. */
function* stateFields(words: readonly string[], { folder }: Context): Looking<readonly CitedLine[]> {
  const { lines } = yield* linesOf(
    [
      String.raw`^.{6} +\d\d +[\w-]*(?:STATUS|STATE|STAT|STS|TYPE|TYP|FLAG|IND|ACTIVE|ST|CD)[ .]`,
      String.raw`^.{6} +01 +[A-Z]`,
      String.raw`^.{6}\*.*(?:${words.join("|")})`,
    ].map((pattern) => ({ pattern, glob: "*.{cpy,CPY,copy,COPY}" })),
  );
  const kept = lines.filter(({ path }) => folder.keeps?.(path) ?? true);
  const byFile = Map.groupBy(kept, ({ path }) => path);
  return kept.filter(({ path, line, text }) => {
    const name = isComment(path, text) ? undefined : FIELD.exec(text)?.[2];
    if (name === undefined || FIELD.exec(text)?.[1] === "88" || !STATE_NAME.test(name)) return false;
    const above = (byFile.get(path) ?? []).filter((one) => one.line < line);
    const record = FIELD.exec(above.findLast((one) => FIELD.exec(one.text)?.[1] === "01")?.text ?? "")?.[2] ?? "";
    const remarks = above.filter((one) => isComment(one.path, one.text)).map((one) => one.text);
    return words.every(
      (word) => isIn(word, name) || isIn(word, record) || remarks.some((remark) => holdsWord(remark, word)),
    );
  });
}

/** Where the values are asked for and set; of which none is, is said. */
function* usesOf(name: string, values: readonly CitedLine[]): Looking<readonly string[]> {
  const named = values.flatMap(({ text }) => /\b88 +([A-Z][\w-]*)/i.exec(text)?.[1] ?? []);
  const all = [name, ...named];
  const { lines, isWhole } = yield* codeLines([
    { pattern: `(?:^|[^\\w-])(?:${all.join("|")})(?:[^\\w-]|$)`, glob: COBOL_GLOB },
  ]);
  const uses = lines.filter(
    ({ path, line }) =>
      !values.some((one) => one.path === path && one.line === line) &&
      !/^ +\d\d +/.test(lines.find((one) => one.path === path && one.line === line)?.text ?? ""),
  );
  const row = ({ path, line, text }: CitedLine): string =>
    `${stemOf(path)}: ${text.trim().replace(/\s+/g, " ")} — ${path}:${line}`;
  const tests = uses.filter(({ text }) => /\b(?:IF|WHEN|UNTIL|AND|OR|EVALUATE|NOT)\b/i.test(text));
  const sets = uses.filter((one) => !tests.includes(one));
  const untold = named.filter(
    (one) => !uses.some(({ text }) => new RegExp(`(?<![\\w-])${one}(?![\\w-])`, "i").test(text)),
  );
  return [
    whole("Where they are checked", tests.map(row), TESTS_MAX),
    whole("Where they are set, moved or shown", sets.map(row), TESTS_MAX),
    untold.length === 0 || !isWhole ? "" : `No statement names ${untold.join(" or ")}.`,
  ];
}
