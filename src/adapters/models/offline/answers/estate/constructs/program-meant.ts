import { isIn } from "../../../described.ts";
import { describedRows, RIVALS_MAX, type Scored } from "../../../described-rows.ts";
import type { Looking } from "../../../looking.ts";
import type { Context } from "../../../query/draft.ts";
import { keptPrograms, transactions } from "../../../query/rows/estate.ts";
import { filesHolding } from "../../../query/rows/found.ts";
import { formsOf, holdsWord } from "../../../reading/word-forms.ts";
import { cited } from "../../answer.ts";
import { meantByDoing } from "../actors/meant-by-doing.ts";
import { askedWords } from "../dossiers/asked-words.ts";
import type { MeantPrograms } from "../dossiers/meant-programs.ts";
import { scopeOf } from "../outcomes.ts";

/** Which programs may be meant. */
export interface Which {
  readonly words: readonly string[];
  /** What a line of it must hold, as a pattern; any program where absent. */
  readonly does?: string;
}

/** The program that is named, whose transaction is, or that words describe best; what is described alike is named beside it. */
export function* programMeant(
  own: string,
  { words, does }: Which,
  context: Context,
): Looking<MeantPrograms | undefined> {
  const named = yield* scopeOf(own, context.folder);
  if (named.paths.length > 0) return { ...named, taken: "" };
  const started = (yield* transactions(context.folder)).rows.find(({ name }) =>
    new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(own),
  );
  const program = started?.note?.split(/\s+/)[1];
  if (program !== undefined) return yield* programMeant(program, { words: [] }, context);
  if (words.length === 0) return yield* meantByDoing(own, does, context);
  const rows = yield* keptPrograms(context.folder);
  const doing =
    does === undefined
      ? undefined
      : yield* filesHolding(
          does,
          rows.map(({ path }) => path),
        );
  const may = rows.filter(({ path }) => doing?.has(path) ?? true);
  const found = yield* describedRows({ kind: "program", noun: "program", words }, may, context);
  return (found.length === 0 ? undefined : takenOf(words, found)) ?? (yield* meantByDoing(own, does, context));
}

/**
 * The one that a line says all of, or its name; of several those of which a line says it in one, as a "transaction type list" is no list of
 * transactions; then those whose names say most, then what little else is said.
 */
function takenOf(words: readonly string[], found: readonly Scored[]): MeantPrograms | undefined {
  const wordsIn = (text: string): number => words.filter((word) => isIn(word, text)).length;
  const inOne = new RegExp(`\\b(?:${words.map(formsOf).join(")[ -]+(?:")})\\b`, "i");
  const called = words.length < 2 ? [] : found.filter(({ lines }) => lines.some(({ text }) => inOne.test(text)));
  const saying = (called.length > 0 ? called : found).flatMap(({ row, lines }) => {
    const line =
      (called.length > 0 ? lines.find(({ text }) => inOne.test(text)) : undefined) ??
      lines.find(({ text }) => words.every((word) => holdsWord(text, word) || isIn(word, row.name)));
    return line || wordsIn(row.name) === words.length ? [{ row, line, named: wordsIn(row.name) }] : [];
  });
  const most = Math.max(...saying.map(({ named }) => named));
  const [best, ...others] = saying.filter(({ named }) => named === most);
  if (!best || others.length >= RIVALS_MAX) return undefined;
  const { row, line } = best;
  const shown = line ? cited(line) : `${row.path}:${row.line}`;
  const also = others.length === 0 ? "" : ` It may also be ${others.map((one) => one.row.name).join(" or ")}.`;
  const taken = `I took "${words.join(" ")}" as ${row.name} (${shown}).${also}`;
  return { names: [row.name], paths: [row.path], steps: [], taken };
}

/** The words before "screen" or "program", or behind "screen for": what it is for. */
export function screenWords(said: string): readonly string[] {
  const before = [...said.matchAll(BEFORE)].at(-1)?.[1] ?? "";
  const behind = BEHIND.exec(said)?.[1] ?? "";
  const words = askedWords(before, TELLS_NOTHING);
  return words.length > 0 ? words : askedWords(behind, TELLS_NOTHING);
}

const KINDS = "(?:screens?|panels?|maps?|programs?|displays?|forms?|dialogs?|pages?)";
const BEFORE = new RegExp(String.raw`\b((?:[a-z-]+ ){1,4})${KINDS}\b`, "g");
const BEHIND = new RegExp(
  String.raw`\b${KINDS} (?:for|of|that|to|where)(?: the| an?| you| i| we)* ((?:[a-z-]+ ?){1,4})`,
);
const TELLS_NOTHING =
  /^(?:show|shows|shown|display|displays|displayed|enter|enters|type|types|field|fields|key|keys|function|do|press|stand|stands|appear|appears|look|looks|like|first|whole|main|terminal|green|3270|bms|cics)$/;
