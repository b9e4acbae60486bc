import { stemOf } from "../../../../../engines/bm25/stem.ts";
import type { Folder } from "../../folder.ts";
import type { Looking } from "../../looking.ts";
import { inEnglish } from "../../portuguese/as-english.ts";
import type { QueryAnswer } from "../../query/answer-query.ts";
import type { Context } from "../../query/draft.ts";
import { programs, steps } from "../../query/rows/estate.ts";
import { linesOf } from "../../query/rows/found.ts";
import { plain } from "../../reading/tokens.ts";
import { answered } from "../answer.ts";
import { groupsOf, programRunBy, quotedOutcome, ranked, runsText, type Scope, scopeOf } from "./outcomes.ts";

const OUTCOMES_MAX = 50;
const QUOTED_MAX = 8;
const HEAD_LINES_MAX = 30;

const ASKS =
  /^\W*(?:and |so |e )?(?:why|for (?:which|what) reasons?|on (?:which|what) grounds?|what (?:are|is|would be|could be) the reasons?|por ?que(?: motivos?)?|por (?:que|quais) (?:motivos?|razoes))\b.*?\b(reject|refus|declin|rejeit|recus)\w*/;
/** "The posting program": what it is said to do. */
const DESCRIBED = /\b(?:the |any |our )?([a-z]{3,}(?:[ -][a-z]{3,})?) (?:program|job|run|batch|screen)s?\b/;
const SAYS_NOTHING =
  /^(?:the|any|our|this|that|which|would|does|could|can|might|batch|online|cobol|cics|night|nightly)$/;
const ENGLISH: Readonly<Record<string, string>> = { rejeit: "reject", recus: "refus" };
/** A reason is put where it is told later: no display of its own, which tells that the run ends. */
const GIVES_REASON = /\bMOVE\s+["'][^"']*[A-Za-z]{2}/i;

/** "Why would the posting program reject a transaction": every reason that the program gives, with what leads there. */
export function* answerRefusal(part: string, { folder, before }: Context): Looking<QueryAnswer | undefined> {
  if (!folder.tools.has("citadel_outcomes")) return undefined;
  const said = plain(inEnglish(part));
  const asked = ASKS.exec(said)?.[1] ?? ASKS.exec(plain(part))?.[1];
  if (asked === undefined) return undefined;
  const verb = ENGLISH[asked] ?? asked;
  const named = yield* scopeOf(part, folder);
  const scope = named.paths.length > 0 ? named : yield* describedProgram(said, verb, folder);
  if (scope?.paths.length !== 1) return undefined;
  const all = yield* ranked("message", scope, { limit: OUTCOMES_MAX });
  const reasons = all.filter(({ lines }) => lines.some(({ text }) => GIVES_REASON.test(text)));
  if (reasons.length === 0) return undefined;
  const shown = reasons.slice(0, QUOTED_MAX);
  const count = shown.length < reasons.length ? `${shown.length} of ${reasons.length} shown` : `${reasons.length}`;
  const lead = `Where ${scope.names.at(-1)} sets a reason or a message, and what leads there (${count}):`;
  return {
    answer: { ...answered(lead, ...shown.map(quotedOutcome), runsText(scope)), obeyed: "all" },
    groups: [...groupsOf(shown), ...before],
  };
}

/** The program whose first comments, or the name of the job that runs it, say what it does; of several the one that does most of what the verb says. */
function* describedProgram(said: string, verb: string, folder: Folder): Looking<Scope | undefined> {
  const words = (DESCRIBED.exec(said)?.[1] ?? "")
    .split(/[ -]/)
    .filter((word) => word !== "" && !SAYS_NOTHING.test(word));
  if (words.length === 0) return undefined;
  const stems = words.map((word) => stemOf(word));
  const { lines } = yield* linesOf([
    { pattern: `^.{6}\\*.*(?:${stems.join("|")})`, glob: "*.{cbl,cob,CBL,COB}" },
    { pattern: `^.{6}[^*].*${verb}`, glob: "*.{cbl,cob,CBL,COB}" },
  ]);
  const { rows } = yield* programs();
  const ran = (yield* steps()).rows;
  const found = rows
    .filter(({ path }) => folder.keeps?.(path) ?? true)
    .map((row) => {
      const own = lines.filter(({ path }) => path === row.path);
      const heads = own
        .filter(({ line, text }) => line <= HEAD_LINES_MAX && /^.{6}\*/.test(text))
        .map(({ text }) => text);
      const jobs = ran.filter((step) => programRunBy(step) === row.name.toUpperCase());
      const told = [...heads, ...jobs.map(({ name }) => name)].join("\n").toLowerCase();
      const doing = own.filter(({ text }) => /^.{6}[^*]/.test(text) && text.toLowerCase().includes(verb)).length;
      return { row, doing, isTold: stems.every((stem) => told.includes(stem)) };
    })
    .filter(({ doing, isTold }) => isTold && doing > 0)
    .toSorted((one, other) => other.doing - one.doing);
  const [best] = found;
  return best && { names: [best.row.name], paths: [best.row.path], steps: [] };
}
