import { escapeRegExp } from "../../../../../../../base/glob.ts";
import type { Looking } from "../../../../looking.ts";
import type { Context } from "../../../../query/draft.ts";
import type { CitedLine } from "../../../../result-text.ts";
import { fieldCandidates } from "../../../fields/field-candidates.ts";
import { askedWords } from "../../dossiers/asked-words.ts";
import { rulesOf, ruleText } from "../../dossiers/rule-rows.ts";
import { whole } from "../../dossiers/whole-rows.ts";
import type { Dossier } from "../../operations/dossier.ts";
import { baseFirst } from "../../operations/modules.ts";
import { codeLines, placed } from "../../operations/program-lines.ts";
import { paragraphAt, programTexts, stretch } from "../cobol-text.ts";
import { told } from "../told.ts";

const LIMIT = "(?:limits?|ceilings?|caps?|maximums?)";
const TESTS =
  "(?:check\\w*|test\\w*|enforc\\w*|verif\\w*|exceed\\w*|block\\w*|compar\\w*|applied|respected|watched|controlled|stop\\w*|prevent\\w*|reject\\w*|refus\\w*|declin\\w*)";
const ASKS: readonly RegExp[] = [
  new RegExp(String.raw`\b((?:[a-z]+ ){0,2}[a-z]+) ${LIMIT}\b.*\b${TESTS}\b`),
  new RegExp(
    String.raw`\b(?:over|above|exceed\w*|beyond|past) (?:the|their|his|her|its|my|a|an)? ?((?:[a-z]+ ){0,2}[a-z]+) ${LIMIT}\b`,
  ),
  new RegExp(String.raw`\b${TESTS}\b.* (?:the|their|a|an|any) ((?:[a-z]+ ){0,2}[a-z]+) ${LIMIT}\b`),
];
const OTHER = /\b(?:rate limit|time|timeout|memory|file size|page|rows?|hard|users?|login|requests?)\b/;
const FIELDS_MAX = 12;
const ROWS_MAX = 10;

/** "Where is the credit limit checked": the conditions on the fields that are called so, with what each leads to. */
export const LIMITS: Dossier = {
  isOfStory: true,
  asks: (said) => wordsIn(said).length > 0 && !OTHER.test(said),
  tells: /\b(?:where|what|which|how|block\w*|check\w*|somewhere|anywhere)\b/,
  *answer(said, _own, context) {
    const words = [...wordsIn(said), "limit"];
    const found = yield* fieldCandidates(words, context.folder);
    if (!found || found.dropped.length > 0) return undefined;
    const names = [...new Set([...found.shared, ...found.own].map(({ name }) => name.toUpperCase()))].slice(
      0,
      FIELDS_MAX,
    );
    const asking = (when: string): boolean =>
      names.some((name) => new RegExp(`(?<![\\w-])${escapeRegExp(name)}(?![\\w-])`, "i").test(when));
    const rules = (yield* rulesOf({ path: ".", names }, context.folder)).filter(
      ({ when }) => asking(when) && COMPARED.test(when),
    );
    const lines = yield* reckoned(names, context);
    if (rules.length + lines.length === 0) return undefined;
    return told(context, [
      `I took it as ${names.slice(0, NAMES_MAX).join(", ")}: the fields whose names say "${words.join(" ")}".`,
      whole("Where it decides", [...new Set(rules.map((rule) => ruleText(rule, rule.actions)))], ROWS_MAX),
      whole("Where it is compared or reckoned with", lines.map(placed), ROWS_MAX),
      ...(rules.length > 0 ? [] : yield* around(lines)),
    ]);
  },
};

/** What stands around the first of the lines in each program: what is compared is reckoned above, and what follows stands below. */
function* around(lines: readonly CitedLine[]): Looking<readonly string[]> {
  const first = [...new Map(lines.toReversed().map((line) => [line.path, line])).values()]
    .toReversed()
    .slice(0, SHOWN_MAX);
  const programs = yield* programTexts(first.map(({ path }) => path));
  return programs.map((program, index) => {
    const line = first[index]?.line ?? 1;
    const from = Math.max(line - LINES_ABOVE, paragraphAt(program, line)?.from ?? 1);
    return stretch(program, from, line + LINES_BELOW, LINES_ABOVE + LINES_BELOW + 1);
  });
}

const SHOWN_MAX = 2;
const LINES_ABOVE = 4;
const LINES_BELOW = 16;
const NAMES_MAX = 4;
/** A value that is missing or no number says nothing of a limit. */
const COMPARED = /[<>]|\bGREATER\b|\bLESS\b/i;

function wordsIn(said: string): readonly string[] {
  const found = ASKS.map((form) => form.exec(said)?.[1]).find((one) => one !== undefined);
  return found === undefined
    ? []
    : askedWords(found, /^(?:go|over|check\w*|customer|somebody|exceed\w*|their|against|where)$/).slice(-1);
}

/** Statements that compare or reckon with one of the fields. */
function* reckoned(names: readonly string[], { folder }: Context): Looking<readonly CitedLine[]> {
  const pattern = `(?:[ (])(?:${names.map(escapeRegExp).join("|")})(?:[ .)]|$)`;
  const { lines } = yield* codeLines([{ pattern, glob: "*.{cbl,cob,cobol,CBL,COB}" }]);
  const kept = lines.filter(
    ({ path, text }) =>
      (folder.keeps?.(path) ?? true) &&
      /\b(?:COMPUTE|SUBTRACT|ADD|IF|WHEN|AND|OR|UNTIL)\b.*|[<>]| - /i.test(text) &&
      (COMPARED.test(text) || / [-+=] |\b(?:COMPUTE|SUBTRACT|ADD)\b/i.test(text)) &&
      !/\b(?:SPACES|LOW-VALUES|NUMERIC)\b/i.test(text),
  );
  return baseFirst(kept, folder);
}
