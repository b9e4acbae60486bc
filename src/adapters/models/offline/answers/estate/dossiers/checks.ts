import { isIn } from "../../../described.ts";
import { stemOf } from "../../../file-names.ts";
import type { Folder } from "../../../folder.ts";
import type { Looking } from "../../../looking.ts";
import { inEnglish } from "../../../portuguese/as-english.ts";
import type { QueryAnswer } from "../../../query/answer-query.ts";
import type { Context } from "../../../query/draft.ts";
import { plain } from "../../../reading/tokens.ts";
import type { FoundPassage } from "../../../result-text.ts";
import { type Answer, answered } from "../../answer.ts";
import { withOtherNames } from "../../quoting/search-passages.ts";
import { groupsOf, ranked, runsText } from "../outcomes.ts";
import { askedWords } from "./asked-words.ts";
import { type Case, caseOf, caseText } from "./case-rows.ts";
import { type MeantPrograms, meantPrograms } from "./meant-programs.ts";
import { rulesOf, ruleText } from "./rule-rows.ts";
import { whole } from "./whole-rows.ts";

/** What of its branches is asked of a program. */
interface Asks {
  /** What is told of the first kind that the program has. */
  readonly kinds: readonly ("message" | "abend" | "code")[];
  readonly form: RegExp;
  /** Words that only ask for it. */
  readonly words: RegExp;
  /** The verb that its statements hold as well. */
  readonly does?: RegExp;
  /** True: it may be asked of what is typed or stored. */
  readonly isOfField?: boolean;
  readonly titleOf: (name: string) => string;
  readonly isMeant: (one: Case) => boolean;
}

const STOPS =
  "(?:abend(?:s|ed)?|stop(?:s|ped)?|crash(?:es|ed)?|fail(?:s|ed)?|end(?:s|ed)? abnormally|terminate[sd]?|abort(?:s|ed)?|blow(?:s|n)? up)";
const REFUSES =
  "(?:reject|refus|declin|den(?:y|ied)|turn(?:ed|s)? down|not (?:be )?accept|disallow|block|recus|rejeit)";
const ASKS: readonly Asks[] = [
  {
    kinds: ["abend", "code"],
    form: new RegExp(
      String.raw`\b(?:why (?:would|could|might|does|did|can)|what (?:can|could|might|would|may)(?: \w+)? (?:make|cause|let|lead)|when (?:does|would|can)|which errors|for (?:which|what) reasons|por ?que)\b.*\b${STOPS}\b`,
    ),
    words: /^(?:abend|stop|crash|fail|end|abnormal|terminat|abort|blow|caus|error|reason|ended)/,
    titleOf: (name) => `What makes ${name} end abnormally, in the order of its lines`,
    isMeant: () => true,
  },
  {
    kinds: ["message"],
    form: new RegExp(
      String.raw`\b(?:why|for (?:which|what) reasons?|on (?:which|what) grounds?|reasons?|when|in (?:which|what) cases?|under (?:which|what) (?:conditions?|circumstances)|por ?que|motivos?|what (?:can|could|would|makes?|causes?))\b.*\b${REFUSES}\w*`,
    ),
    words:
      /^(?:reject|refus|declin|den(?:y|ied)|turn|down|accept|disallow|block|reason|ground|case|condition|circumstance|cause)/,
    does: /\b(?:reject|refus|declin|den[iy]|disallow|block)/,
    titleOf: (name) => `The reasons that ${name} gives, each behind what leads there`,
    isMeant: ({ isKept }) => isKept,
  },
  {
    kinds: ["message"],
    form: /\b(?:is|are) .*\b(?:checked|validated|verified)\b.*\b(?:by|how|which|what|rules?)\b|\b(?:what|which|how|o que|quais)\b.*\b(?:check(?:s|ed)?|validat\w+|verif(?:y|ies|ied)|edits|edited|plausibility|conferid|validad)\b/,
    words: /^(?:check|validat|verif|edit|plausib|input|data|entered|entry|typed|rule)/,
    isOfField: true,
    titleOf: (name) => `What ${name} checks, each with the message that it leads to`,
    isMeant: () => true,
  },
];

/** "Which fields are validated": what is asked for describes no program. */
const ASKED_FOR = /\b(?:which|what) \w+ (?=(?:is|are|was|were|does|do|did|has|have|gets?|must|can)\b)/;
/** What a run ends with, and what is shown, is told by the outcome that is asked for. */
const OF_OUTCOME = /\b(?:return|exit|completion|condition) codes?\b|\bmessages?\b/;
const OUTCOMES_MAX = 50;

/** "What does X validate", "why would the posting reject a transaction", "what can make X stop": the branches of the program, in its order. */
export function* answerChecks(part: string, context: Context): Looking<QueryAnswer | undefined> {
  if (!context.folder.tools.has("citadel_outcomes")) return undefined;
  const said = plain(inEnglish(part));
  const asked = ASKS.find(({ form }) => form.test(said) || form.test(plain(part)));
  if (asked === undefined || OF_OUTCOME.test(said)) return undefined;
  const does = asked.does?.exec(said)?.[0];
  // What is checked of one field says more than all that the program of a case checks.
  const ofField = asked.isOfField === true && OF_FIELD.test(said) ? yield* checksOn(said, asked, context) : undefined;
  if (ofField) return ofField;
  const meant = yield* meantPrograms(
    part,
    { words: askedWords(said.replace(ASKED_FOR, ""), asked.words), does },
    context,
  );
  if (meant === undefined) return asked.isOfField === true ? yield* checksOn(said, asked, context) : undefined;
  const reasons = does === undefined ? undefined : yield* reasonsOf(meant, does, context.folder);
  if (reasons)
    return { answer: { ...answered(meant.taken, ...reasons, runsText(meant)), obeyed: "all" }, groups: context.before };
  let found: readonly FoundPassage[] = [];
  for (const kind of asked.kinds) if (found.length === 0) found = yield* ranked(kind, meant, { limit: OUTCOMES_MAX });
  const texts = meant.paths.flatMap((path) => {
    const own = found.filter((one) => one.path === path).map(caseOf);
    const cases = own.filter((one) => one.when !== "" && one.says.length > 0 && asked.isMeant(one));
    return cases.length === 0 ? [] : [casesText(asked.titleOf(stemOf(path)), cases)];
  });
  if (texts.length === 0) return undefined;
  const answer: Answer = answered(meant.taken, ...texts, runsText(meant));
  return { answer: { ...answer, obeyed: "all" }, groups: [...groupsOf(found), ...context.before] };
}

/** "How is a phone number validated": the branches that say something of it, or whose paragraph is called so, wherever they stand. */
function* checksOn(said: string, { words: only }: Asks, { folder, before }: Context): Looking<QueryAnswer | undefined> {
  const words = askedWords(said.replace(WHILE, ""), only);
  if (words.length === 0) return undefined;
  const initials = words.length < INITIALS_MIN ? undefined : words.map((word) => word[0]).join("");
  const query = withOtherNames([...words, ...(initials === undefined ? [] : [initials])].join(" "));
  const found = yield* ranked("message", NOWHERE, { query, limit: OUTCOMES_MAX });
  const cases = found.map(caseOf).filter((one) => {
    const names = `${one.titles.slice(1).join(" ")} ${one.when} ${one.says.join(" ")}`.split(/[^\w-]+/);
    const isSaid = (word: string): boolean => names.some((name) => isIn(word, name));
    const isShort = initials !== undefined && names.some((name) => name.toLowerCase().split("-").includes(initials));
    return one.when !== "" && one.says.length > 0 && (isShort || words.every(isSaid));
  });
  const kept = cases.filter(({ path }) => folder.keeps?.(path) ?? true);
  if (kept.length === 0) return undefined;
  const sorted = kept.toSorted((one, other) =>
    one.path === other.path ? one.line - other.line : one.path < other.path ? -1 : 1,
  );
  const answer = answered(
    casesText(`Branches that speak of "${words.join(" ")}", each with the message that it leads to`, sorted),
  );
  return { answer: { ...answer, obeyed: "all" }, groups: before };
}

/** "The phone number", "a zip code": one field, in any program. */
const OF_FIELD = /\b(?:phone|zip|e-?mail|date|ssn|security|address|name|number|amount|code|score|limit|balance|id)\b/;
const WHILE = /\b(?:when|while|before|after|if|during)\b.*$/;
const NOWHERE = { names: [], paths: [], steps: [] };
/** "Social security number" is called SSN. */
const INITIALS_MIN = 3;
const REASONS_MIN = 2;
/** What a reason is put into is called so. */
const HOLDS_REASON = /\bTO\b.*\b[\w-]*(?:REASON|RSN|MOTIVO)[\w-]*/i;

/** The rules that turn something away or give the reason of it, by the names of what they set; undefined where names do not tell. */
function* reasonsOf(meant: MeantPrograms, does: string, folder: Folder): Looking<readonly string[] | undefined> {
  const isTold = (action: string): boolean =>
    /^(?:SET|MOVE)\b/i.test(action) &&
    (HOLDS_REASON.test(action) || new RegExp(`\\b[\\w-]*${does}[\\w-]*\\b.*\\bTRUE\\b`, "i").test(action));
  const texts: string[] = [];
  for (const path of meant.paths) {
    const rules = (yield* rulesOf({ path }, folder)).filter(({ actions }) => actions.some(isTold));
    if (rules.length < REASONS_MIN) return undefined;
    const rows = rules.map((rule) =>
      ruleText(
        rule,
        rule.actions.filter((action) => !/^PERFORM|^CONTINUE/i.test(action)),
      ),
    );
    texts.push(whole(`What ${stemOf(path)} turns away and the reasons that it sets`, rows));
  }
  return texts;
}

/** What only tells that a file or a program answered with an error comes last, in one line. */
function casesText(title: string, cases: readonly Case[]): string {
  const unique = [...new Map(cases.map((one) => [`${one.after} ${one.when} ${one.says.join(" ")}`, one])).values()];
  return whole(title, unique.map(caseText));
}
