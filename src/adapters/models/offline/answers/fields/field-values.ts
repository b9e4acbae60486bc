import { type Looking, lookAll } from "../../looking.ts";
import type { QueryAnswer } from "../../query/answer-query.ts";
import type { Context } from "../../query/draft.ts";
import { type CitedLine, isComment, readNumbered } from "../../result-text.ts";
import { answered, cited, listed } from "../answer.ts";
import { fieldCandidates } from "./field-candidates.ts";

const FORMS: readonly RegExp[] = [
  // "What are the user types"
  /^\W*(?:what|which)(?:'s| are| is)?(?: all)? (?:the |our )?(?:possible |allowed |valid |different |various |known )*((?:[a-z]+ ){0,2}(?:types?|statuse?s?|codes?|flags?|kinds?|states?|indicators?))(?: (?:are )?there| mean| values?| exist)?\W*$/iu,
  // "What values can the user type have"
  /^\W*(?:what|which) values (?:can|may|does|do|are allowed (?:for|in)) (?:the |an? )?([a-z ]+?)(?: have| take| hold| be)?\W*$/iu,
];
const WORDS_MAX = 3;
const FIELDS_MAX = 12;
const LINES_BELOW = 14;

/** "What are the user types": the values that are named below the fields that are called so. */
export function* answerFieldValues(part: string, { folder, before }: Context): Looking<QueryAnswer | undefined> {
  const said = FORMS.map((form) => form.exec(part)?.[1]).find((found) => found !== undefined);
  const words = said?.toLowerCase().split(" ").map(singular) ?? [];
  if (words.length < 2 || words.length > WORDS_MAX) return undefined;
  const found = yield* fieldCandidates(words, folder);
  if (!found || found.dropped.length > 0) return undefined;
  // What a program names so for itself, such as the status of a file, is not what is shared under that name.
  const fields = (found.shared.length > 0 ? found.shared : found.own).slice(0, FIELDS_MAX);
  const read = yield* lookAll(
    fields.map(({ path, line }) => ({ name: "read_file", input: { path, offset: line + 1, limit: LINES_BELOW } })),
  );
  const named = fields.flatMap((field, index) => {
    const values = valuesBelow(readNumbered(read[index]?.text ?? "", field.path));
    return values.length === 0 ? [] : [listed(`Values of ${field.name} that are named`, [field, ...values].map(cited))];
  });
  if (named.length === 0) return undefined;
  const lead = `These are the fields whose names hold "${words.join(" ")}" and below which values are named (level 88).`;
  return { answer: { ...answered(lead, ...named), obeyed: "all" }, groups: before };
}

const singular = (word: string): string => word.replace(/(?<=s)es$|(?<=[^su])s$/, "");

/** The conditions that stand below a field, with what goes on on the line behind one. */
export function valuesBelow(lines: readonly CitedLine[]): readonly CitedLine[] {
  const code = lines.filter(({ path, text }) => !isComment(path, text) && text.trim() !== "");
  const end = code.findIndex(({ text }) => /^.{6} +(?!88\b)\d\d +/.test(text) || !/^.{6} {2,}/.test(text));
  return (end < 0 ? code : code.slice(0, end)).filter(({ text }) => /^.{6} +88\b|VALUE|THR(?:OUGH|U)|'/i.test(text));
}
