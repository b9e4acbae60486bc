import { isIn } from "../../../described.ts";
import { stemOf } from "../../../file-names.ts";
import type { Looking } from "../../../looking.ts";
import type { Context } from "../../../query/draft.ts";
import { linesOf } from "../../../query/rows/found.ts";
import { holdsWord } from "../../../reading/word-forms.ts";
import { type CitedLine, isComment } from "../../../result-text.ts";

const COPYBOOKS = "*.{cpy,CPY,copy,COPY}";
const COMMENT_LINES = 25;
/** What the name of a record says besides what it is of. */
const SAYS_RECORD =
  /^(?:record|rec|recs|data|area|layout|structure|struct|info|details?|master|file|row|ws|fd|lk|ls|common)$/i;

/** A record that a copybook declares. */
export interface MeantRecord {
  readonly name: string;
  readonly path: string;
  /** Of the line that shows why it is meant. */
  readonly shown: CitedLine;
}

/** The records that words describe, those that are called so and nothing else first; by the comment above where no name says it. */
export function* recordsMeant(
  words: readonly string[],
  { folder }: Context,
): Looking<{ readonly taken: readonly MeantRecord[]; readonly others: readonly MeantRecord[] }> {
  const { lines } = yield* linesOf([
    { pattern: "^.{6} +01 +[A-Z]", glob: COPYBOOKS },
    { pattern: `^.{6}[*].*(?:${words.join("|")})`, glob: COPYBOOKS },
  ]);
  const kept = lines.filter(({ path }) => folder.keeps?.(path) ?? true);
  const declared = kept.flatMap((line): MeantRecord[] => {
    const name = isComment(line.path, line.text) ? undefined : /^.{6} +01 +([A-Z][\w-]*)/i.exec(line.text)?.[1];
    // A record stands in a copybook of its own; what several records share is said of none of them.
    return name === undefined || /^FILLER$/i.test(name)
      ? []
      : [{ name, path: line.path, shown: { ...line, text: line.text.slice(6, 72) } }];
  });
  const named = declared.filter(({ name, path }) =>
    words.every((word) => isIn(word, name) || isIn(word, stemOf(path))),
  );
  const exact = named.filter(({ name }) => saysOnly(name, words));
  if (named.length > 0) return split(exact, named);
  const remarks = kept.filter(
    ({ path, line, text }) =>
      isComment(path, text) && line <= COMMENT_LINES && words.every((word) => holdsWord(text, word)),
  );
  const remarked = declared.flatMap((one): MeantRecord[] => {
    const remark = remarks.find(({ path }) => path === one.path);
    return remark ? [{ ...one, shown: remark }] : [];
  });
  return split([], remarked);
}

/** Where nothing is called exactly so, the first is taken of what is. */
function split(
  exact: readonly MeantRecord[],
  all: readonly MeantRecord[],
): { readonly taken: readonly MeantRecord[]; readonly others: readonly MeantRecord[] } {
  const [first] = all;
  const taken = exact.length > 0 ? exact : first ? all.filter(({ path }) => path === first.path).slice(0, 1) : [];
  const paths = new Set(taken.map(({ path }) => path));
  const others = all.filter(({ name, path }) => !paths.has(path) && /REC/i.test(name));
  return { taken: uniqueByFile(taken), others: uniqueByFile(others) };
}

const uniqueByFile = (records: readonly MeantRecord[]): readonly MeantRecord[] =>
  [...new Map(records.toReversed().map((one) => [one.path, one])).values()].toReversed();

function saysOnly(name: string, words: readonly string[]): boolean {
  const parts = name.split(/[-_]/).filter((part) => !SAYS_RECORD.test(part));
  return parts.length === words.length && words.every((word) => parts.some((part) => isIn(word, part)));
}
