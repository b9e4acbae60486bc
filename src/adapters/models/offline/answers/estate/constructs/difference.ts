import type { Looking } from "../../../looking.ts";
import type { Context } from "../../../query/draft.ts";
import { readUses } from "../../../query/rows/data.ts";
import { transactions } from "../../../query/rows/estate.ts";
import { askedWords } from "../dossiers/asked-words.ts";
import { whole } from "../dossiers/whole-rows.ts";
import type { Dossier } from "../operations/dossier.ts";
import { codeLines } from "../operations/program-lines.ts";
import { programRun, scopeOf } from "../outcomes.ts";
import { keyNames, TESTS_KEY } from "./cobol-text.ts";
import { programMeant } from "./program-meant.ts";
import { told } from "./told.ts";

const ASKS =
  /\bdiff?e?ren\w*\b.*?\b(?:between|of|is|are|does|from) (?:the )?(.+?) (?:and|from|to|versus|vs\.?) (?:the )?(.+?)(?: (?:programs?|screens?|transactions?|jobs?))?\W*$|\bhow (?:do|does) (?:the )?(.+?) (?:and the|and|differ from|differ from the) (.+?)(?: (?:programs?|screens?|transactions?))? differ\b/;
const ROWS_MAX = 8;

/** "What is the difference between the view and the update program": what starts each, what it does to data, the keys that it tests. */
export const DIFFERENCE: Dossier = {
  asks: (said) => ASKS.test(said),
  tells: /\b(?:what|which|when|why|use|uses)\b/,
  *answer(said, own, context) {
    const pair = yield* pairMeant(said, own, context);
    if (!pair) return undefined;
    const texts: string[] = [];
    for (const path of pair.paths) texts.push(...(yield* programTexts(path, context)));
    return told(context, [pair.taken, ...texts]);
  },
};

/** The two programs that are named, or that the words of each side describe. */
function* pairMeant(
  said: string,
  own: string,
  context: Context,
): Looking<{ readonly paths: readonly string[]; readonly taken: string } | undefined> {
  const named = yield* scopeOf(own, context.folder);
  if (named.paths.length > 0) return named.paths.length === 2 ? { paths: named.paths, taken: "" } : undefined;
  const match = ASKS.exec(said) ?? [];
  const [one, other] = [match[1] ?? match[3] ?? "", match[2] ?? match[4] ?? ""].map((side) => askedWords(side));
  if (!one || !other || one.length < 2 || other.length < 2) return undefined;
  const first = yield* programMeant("", { words: one }, context);
  const second = yield* programMeant("", { words: other }, context);
  const [path, next] = [first?.paths[0], second?.paths[0]];
  if (!first || !second || path === undefined || next === undefined || path === next) return undefined;
  return { paths: [path, next], taken: `${first.taken} ${second.taken}` };
}

function* programTexts(path: string, { folder }: Context): Looking<readonly string[]> {
  const { name, running } = yield* programRun(path);
  const started = (yield* transactions(folder)).rows.filter(({ note }) => note?.split(/\s+/)[1] === name);
  const uses = ((yield* readUses(folder))?.uses ?? []).filter((use) => use.path === path && !use.isOfJob);
  const data = [...new Map(uses.map((use) => [`${use.data} ${use.access}`, use])).values()];
  const { lines } = yield* codeLines([{ pattern: TESTS_KEY, path }]);
  const keys = lines.flatMap(({ text }) => keyNames(text));
  return [
    started.length + running.length === 0
      ? `No step of a job and no transaction here starts ${name}.`
      : whole(
          `What starts ${name}`,
          [...started, ...running].map((row) => `${row.name} ${row.note} — ${row.path}:${row.line}`),
          ROWS_MAX,
        ),
    data.length === 0
      ? `${name} itself uses no file and no table.`
      : whole(
          `What ${name} does to data (C creates, R reads, U updates, D deletes)`,
          data.map((use) => `${use.access} ${use.data} (${use.kind}) — ${use.path}:${use.line}`),
          ROWS_MAX,
        ),
    keys.length === 0 ? "" : `Keys that ${name} tests: ${[...new Set(keys)].join(", ")} (${path}:${lines[0]?.line}).`,
  ];
}
