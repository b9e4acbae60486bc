import { escapeRegExp } from "../../../../../../base/glob.ts";
import { firstNames } from "../../../cut-lists.ts";
import type { Folder } from "../../../folder.ts";
import type { Looking } from "../../../looking.ts";
import { inEnglish } from "../../../portuguese/as-english.ts";
import type { QueryAnswer } from "../../../query/answer-query.ts";
import type { Context } from "../../../query/draft.ts";
import { linesOf } from "../../../query/rows/found.ts";
import { plain } from "../../../reading/tokens.ts";
import { type CitedLine, isComment } from "../../../result-text.ts";
import { type Answer, answered, cited } from "../../answer.ts";
import { fieldCandidates } from "../../fields/field-candidates.ts";
import { type RuleRow, rulesOf, ruleText } from "./rule-rows.ts";
import { whole } from "./whole-rows.ts";
import { wordingsOf } from "./wordings.ts";

const DERIVED =
  "(?:calculated|computed|worked out|determined|derived|reckoned|decided|assigned|generated|made up|figured out|arrived at|built|formed|composed|set|chosen|created|updated|changed|adjusted|increased|reduced|credited|debited)";
/** What is asked for stands in the first group, what it is asked of behind. */
const FORMS: readonly RegExp[] = [
  new RegExp(
    String.raw`\bhow (?:is|are|was|does|do|gets?|will)\b (.+?) (?:get |gets |actually |really |then |itself |be |being )*${DERIVED}\b(.*)$`,
  ),
  new RegExp(
    String.raw`\bwhere (?:is|are|was|does|do|gets?)\b (?:the |our |an? )?(.+?) (?:get |gets |actually |really |being |be )*${DERIVED}\b(.*)$`,
  ),
  /\bhow (?:does|do|did|will|would) (?<of>.+?) (?:change|affect|alter|update|adjust|reduce|increase|lower|raise|influence)s? (?:the |an? |our )?(?<what>.+)$/,
  /\bhow (?:does|do|did|will|would) (?<of>.+?) (?:get|gets|receive|obtain) (?:its|their|an?|the) (?<what>.+)$/,
  /\b(?:what|which (?:program|code|paragraph)) (?:determines|decides|calculates|computes|sets|generates|assigns) (.+)()$/,
  /\bhow (?:do|does) (?:\w+|the \w+) (?:calculate|compute|work out|determine|derive|generate|assign|choose) (.+)()$/,
  /\bwhat is (?:the )?(.+?) (?:calculation|computation|formula) (?:based on|made of)?(.*)$/,
];
const FIELDS_MAX = 24;
const ROWS_MAX = 12;
const ARITHMETIC = /^(?:COMPUTE|ADD|SUBTRACT|MULTIPLY|DIVIDE)\b/i;

/** "How is the fee worked out": the statements that give the fields of that name their values, with what leads there, in all programs. */
export function* answerDerivation(part: string, { folder, before }: Context): Looking<QueryAnswer | undefined> {
  if (!folder.tools.has("citadel_rules")) return undefined;
  const said = plain(inEnglish(part)).replace(/[?!.\s]+$/, "");
  const match = FORMS.map((form) => form.exec(said)).find((one) => one !== null);
  if (!match) return undefined;
  const [, first = "", second = ""] = match;
  const { what = first, of = second } = match.groups ?? {};
  for (const words of wordingsOf(what, `${said.slice(0, match.index)} ${of}`)) {
    const found = yield* fieldCandidates(words, folder);
    if (!found || found.dropped.length > 0) continue;
    const names = [...found.shared, ...found.own].map(({ name }) => name.toUpperCase());
    const answer = yield* reckonedText([...new Set(names)], folder);
    if (answer) return { answer: { ...answer, obeyed: "all" }, groups: before };
  }
  return undefined;
}

/** The statements that give fields their values; undefined where no program reckons one of them. */
function* reckonedText(fields: readonly string[], folder: Folder): Looking<Answer | undefined> {
  const rules = yield* rulesOf({ path: ".", names: fields.slice(0, FIELDS_MAX) }, folder);
  const setting = rules.flatMap((rule) => {
    const actions = rule.actions.filter((action) => setsOneOf(action, fields));
    return actions.length === 0 ? [] : [{ rule, actions }];
  });
  const innermost = setting.filter(({ rule, actions }) => !setting.some((other) => isInside(other, { rule, actions })));
  const lines = yield* reckoningLines(fields.slice(0, FIELDS_MAX), folder);
  const reckoning = [...innermost.flatMap(({ actions }) => actions), ...lines.map(statementOf)].filter((one) =>
    ARITHMETIC.test(one),
  );
  // What is reckoned is told, and what else gives the same fields a value.
  const targets = [...new Set(reckoning.flatMap((action) => targetsOf(action, fields)))];
  if (targets.length === 0) return undefined;
  const told = innermost.filter(({ actions }) => actions.some((action) => setsOneOf(action, targets)));
  const isTold = ({ path, line }: CitedLine): boolean =>
    told.some(({ rule }) => rule.path === path && Math.abs(rule.line - line) < NEAR_LINES);
  const others = lines.filter((line) => !isTold(line));
  const moved = (yield* movedLines(targets, lines, folder)).filter((line) => !isTold(line));
  const own = [...others.filter((line) => setsOneOf(statementOf(line), targets)), ...moved];
  const values = yield* valuesIn(reckoning, folder);
  return answered(
    `I took it as the value of ${firstNames(targets, NAMES_MAX)}, which programs reckon:`,
    whole(
      "What gives it its value",
      [...told.map(({ rule, actions }) => ruleText(rule, actions)), ...own.map(cited)],
      ROWS_MAX,
    ),
    whole("Fixed values in that", values, VALUES_MAX),
    whole("What it is then used for", others.filter((line) => !own.includes(line)).map(cited), USES_MAX),
  );
}

const NEAR_LINES = 3;
const NAMES_MAX = 4;
const VALUES_MAX = 4;
const USES_MAX = 6;

/** What a statement gives a value to. */
function targetsOf(action: string, fields: readonly string[]): readonly string[] {
  const target =
    /^COMPUTE\s+(.+?)\s*=/i.exec(action)?.[1] ??
    /\b(?:GIVING|INTO)\s+(.+)$/i.exec(action)?.[1] ??
    /^(?:ADD|MOVE)\b.*\bTO\s+(.+)$/i.exec(action)?.[1] ??
    /^SUBTRACT\b.*\bFROM\s+(.+)$/i.exec(action)?.[1] ??
    /^(?:MULTIPLY|DIVIDE)\b.*\b(?:BY|INTO)\s+(.+)$/i.exec(action)?.[1] ??
    "";
  const names = new Set(target.toUpperCase().match(/[A-Z0-9][\w-]*/g) ?? []);
  return fields.filter((field) => names.has(field));
}

const setsOneOf = (action: string, fields: readonly string[]): boolean => targetsOf(action, fields).length > 0;

interface Told {
  readonly rule: RuleRow;
  readonly actions: readonly string[];
}

/** The same statement told once more, nearer to where it stands. */
const isInside = (other: Told, { rule, actions }: Told): boolean =>
  other.rule !== rule &&
  other.rule.path === rule.path &&
  other.rule.paragraph === rule.paragraph &&
  other.rule.line > rule.line &&
  other.rule.when.startsWith(rule.when) &&
  actions.every((action) => other.actions.includes(action));

/** Statements that reckon with one of the fields. */
function* reckoningLines(fields: readonly string[], folder: Folder): Looking<readonly CitedLine[]> {
  const names = fields.map(escapeRegExp).join("|");
  const pattern = `^.{6}[^*].*\\b(?:ADD|SUBTRACT|COMPUTE|MULTIPLY|DIVIDE)\\b.*[ (](?:${names})(?:[ .)]|$)`;
  const { lines } = yield* linesOf([{ pattern, glob: "*.{cbl,cob,cobol,CBL,COB}" }]);
  return lines.filter(({ path, text }) => !isComment(path, text) && (folder.keeps?.(path) ?? true));
}

/** What is moved to a field where it is reckoned with. */
function* movedLines(
  targets: readonly string[],
  reckoned: readonly CitedLine[],
  folder: Folder,
): Looking<readonly CitedLine[]> {
  const pattern = `^.{6}[^*].*\\bMOVE\\b.*\\bTO +(?:${targets.map(escapeRegExp).join("|")})(?:[ .]|$)`;
  const paths = [...new Set(reckoned.map(({ path }) => path))].filter((path) => folder.keeps?.(path) ?? true);
  return (yield* linesOf(paths.map((path) => ({ pattern, path })))).lines.filter(
    ({ path, text }) => !isComment(path, text),
  );
}

const statementOf = ({ text }: CitedLine): string => text.slice(7, 72).trim().replace(/\.$/, "");

/** Declarations of the names in a reckoning that have a fixed value. */
function* valuesIn(actions: readonly string[], folder: Folder): Looking<readonly string[]> {
  const names = [
    ...new Set(
      actions.filter((one) => ARITHMETIC.test(one)).flatMap((one) => one.match(/\b[A-Z][A-Z0-9]*-[\w-]*\w/gi) ?? []),
    ),
  ];
  if (names.length === 0) return [];
  const pattern = `^.{6} +\\d\\d +(?:${names.map(escapeRegExp).join("|")}) .*\\bVALUE +(?:IS +)?[-+]?[.\\d]*[1-9]`;
  const { lines } = yield* linesOf([{ pattern, glob: "*.{cbl,cob,cobol,cpy,CBL,COB,CPY}" }]);
  return lines.filter(({ path, text }) => !isComment(path, text) && (folder.keeps?.(path) ?? true)).map(cited);
}
