import { inTurns } from "../../../base/in-turns.ts";
import type { ModelClient, ModelPart } from "../../../core/ports/model.ts";
import { asksForChange } from "../../../core/prompts/asks-for-change.ts";
import { REPLY_CALLS_MAX } from "../../../core/protocol/event.ts";
import { NO_USAGE } from "../../../core/protocol/usage.ts";
import { answerPart, readPart } from "./answer-part.ts";
import type { Answer } from "./answers/answer.ts";
import { answerLanguageForm } from "./answers/behaviour/language-forms.ts";
import { answerRunSome } from "./answers/commands/run-some.ts";
import { answerCode } from "./answers/declared/answer-code.ts";
import { answerCase } from "./answers/estate/actors/answer-case.ts";
import { answerDoing } from "./answers/estate/dossiers/doing.ts";
import { answerEstateQuestion } from "./answers/estate/estate-questions.ts";
import { answerCards } from "./answers/estate/job-cards.ts";
import { answerOperations } from "./answers/estate/operations/answer-operations.ts";
import { answerShared } from "./answers/estate/shared-uses.ts";
import { answerHistory } from "./answers/history/answer-history.ts";
import { answerErrorClasses } from "./answers/outlines/error-classes.ts";
import { answerPackage } from "./answers/packages/answer-package.ts";
import { asMarkdown } from "./answers/quoting/as-markdown.ts";
import { isOfMessage, type KnownMessage } from "./answers/quoting/messages.ts";
import { answerMarkedTests } from "./answers/testing/marked-tests.ts";
import { answerMostOfThem } from "./answers/testing/most-of-them.ts";
import { answerDescribed } from "./described-row.ts";
import type { Folder, Thing } from "./folder.ts";
import { framesFor } from "./frames.ts";
import { led } from "./honest-answer.ts";
import { callKey, type Looking, pursue, wantedCalls } from "./looking.ts";
import { inPortuguese } from "./portuguese/in-portuguese.ts";
import { CERTAIN, type Reading } from "./prefer-intent.ts";
import { answerAside } from "./prompt/asides.ts";
import { gated } from "./prompt/gate.ts";
import { INTRODUCTION } from "./prompt/introduction.ts";
import type { AnsweredPart } from "./prompt/joined-answers.ts";
import { fitOfWhole, leantOn, withLeaning } from "./prompt/leaning-parts.ts";
import { behindMaterial, type Given } from "./prompt/material.ts";
import { pickedAbove } from "./prompt/picked-above.ts";
import { type PromptParts, partsOf } from "./prompt/prompt-parts.ts";
import { readConversation } from "./prompt/read-conversation.ts";
import { joinedWithRest } from "./prompt/rest-of-question.ts";
import { answerWithTold, folderFor, isOnlyTold, scopesIn } from "./prompt/told-parts.ts";
import { answerWhole } from "./prompt/whole-prompt.ts";
import { answerQuery, type QueryAnswer } from "./query/answer-query.ts";
import type { Context } from "./query/draft.ts";
import { citedGroups, groupsOf, thingsOf } from "./query/groups.ts";
import { readLineBound, readQuery } from "./query/read-query.ts";
import type { Group } from "./query/shape.ts";
import { wordingsOf } from "./query/spoken-of.ts";
import { answerWhatIf } from "./query/what-if.ts";
import { asDataQuestion } from "./reading/data-wording.ts";
import { OF_WAYMARK, ofWaymark } from "./reading/of-waymark.ts";
import { withShared } from "./reading/parts.ts";
import { withSubject } from "./reading/pronoun.ts";
import { asksHowTo, comparesWithNumber } from "./reading/question-form.ts";
import { isPortuguese, plain } from "./reading/tokens.ts";
import { answerUnknowable } from "./unknowable/unknowable.ts";

/**
 * `offline/guide`: a deterministic stand-in for a language model. It turns a question into tool calls through the same
 * loop as any model and answers from what they find, with citations. It never invents: what no tool shows it does not say.
 */
export function createGuide(): ModelClient {
  return {
    id: "offline/guide",
    abilities: {
      nativeTools: true,
      toolSet: "all",
      // It reads what was found as often as it likes: a result that were left out would be a fact that it lacks.
      contextTokensMax: 4_000_000,
      efforts: [],
      summarizes: false,
      takesSteering: false,
      callsInText: false,
    },
    async *step(request): AsyncGenerator<ModelPart> {
      const { given, earlier, found, isFirst } = readConversation(request.messages);
      const tools = new Set(request.tools.map((tool) => tool.name));
      const next = await inTurns(
        pursue(
          () => answerPrompt(given, earlier, tools),
          (call) =>
            tools.has(call.name)
              ? found.get(callKey(call))
              : { text: `There is no tool ${call.name} here.`, failed: true },
        ),
      );
      if (next.kind === "wants") {
        const content = wantedCalls(next.calls, REPLY_CALLS_MAX).map(([key, { name, input }]) => ({
          kind: "call" as const,
          call: { id: `guide-${request.messages.length}-${key}`, name, input },
        }));
        yield { type: "end", content, end: "calls", usage: NO_USAGE, costUsd: 0 };
        return;
      }
      const { text: said, isAnswer } =
        given.beyond === 0 ? next.value : led(framesFor(given.asked).beyond(given), next.value);
      const above = isFirst ? `${isPortuguese(given.asked) ? inPortuguese(INTRODUCTION) : INTRODUCTION}\n\n` : "";
      const text = asMarkdown(above + said);
      yield { type: "text-delta", text };
      const unanswered = isAnswer ? {} : ({ unanswered: asksForChange(given.asked) ? "change" : "question" } as const);
      yield { type: "end", content: [{ kind: "text", text }], end: "stop", usage: NO_USAGE, costUsd: 0, ...unanswered };
    },
  };
}

/** What the guide says to a prompt: of what was given with it, and to what is asked of this folder. */
function* answerPrompt(
  { asked, material }: Given,
  earlier: readonly string[],
  tools: ReadonlySet<string>,
): Looking<Answer> {
  const whole = { asked, earlier, tools, answerParts };
  if (material === undefined) return answerAside(asked) ?? (yield* answerWhole(whole));
  return yield* behindMaterial(asked, material, () => answerWhole({ ...whole, earlier: [] }));
}

/** @param earlier  questions of the prompts before, which tell what is spoken of: their answers are not given again */
function* answerParts(prompt: string, earlier: readonly string[], all: Folder): Looking<Answer> {
  const { parts: here, message } = yield* asOne(yield* partsOf(prompt, all), prompt.trim(), all);
  const parts = [...earlier, ...here];
  let unread = scopesIn(here);
  const answers: AnsweredPart[] = [];
  const countsBefore: number[] = [];
  let spoken: Spoken = { named: [], groups: [], subject: "" };
  for (const [index, said] of parts.entries()) {
    // Others have a turn between two parts.
    yield [];
    countsBefore.push(answers.length);
    const folder = folderFor(parts, index, all, earlier.length);
    const context = { folder, before: spoken.groups };
    const whole = ofWaymark(withShared(said, parts[index - 1] ?? ""), prompt);
    const wordings = yield* wordingsOf(whole, context);
    const isTold = isOnlyTold(whole, parts);
    const before = answers.at(-1);
    const asked = isTold ? undefined : yield* askedAsRows(whole, wordings, context, [message, before]);
    if (asked) {
      answers.push({ part: asked.part, answer: asked.answer });
      spoken = yield* spokenBehind(asked, wordings, spoken, folder);
      continue;
    }
    const read = yield* readBest(wordings, spoken, folder);
    spoken = read.spoken;
    // What it names restricts what is asked behind it.
    if (read.isNaming) unread = unread.filter((scope) => scope !== said);
    if (isTold) continue;
    const leant = leantOn(before, whole, { ...read, fit: fitOfWhole(read.reading) });
    if (leant) {
      answers.splice(-1, 1, ...(yield* withLeaning(leant, whole, folder)));
      continue;
    }
    const own = yield* answerPart(read.part, folder, read.reading);
    const told = yield* answerWithTold(parts.slice(0, index), said, own, folder);
    const answer = yield* gated(told, whole, folder);
    answers.push({ part: titledAs(read.part, whole, wordings), answer });
    if (!read.isNaming) spoken = { ...spoken, groups: [...citedGroups(read.part, answer.text), ...spoken.groups] };
  }
  return yield* joinedWithRest(behind(answers, countsBefore[earlier.length]), unread, prompt, all);
}

/** The answers behind the first ones; the last where it took the place of one of these. */
const behind = (answers: readonly AnsweredPart[], count = 0): readonly AnsweredPart[] =>
  answers.slice(Math.min(count, answers.length - 1));

/** What stands above an answer: what was read, unless it was put into English. */
const titledAs = (read: string, own: string, wordings: readonly string[]): string => (wordings.length > 1 ? own : read);

/** What is spoken of behind an answer, and what was named though nothing tells of it; not what was only taken for what is meant. */
function* spokenBehind(
  { answer, groups }: AnsweredPart & { readonly groups?: readonly Group[] },
  wordings: readonly string[],
  spoken: Spoken,
  folder: Folder,
): Looking<Spoken> {
  if (groups?.length === 0 || answer.isOfPassages === true) return (yield* readBest(wordings, spoken, folder)).spoken;
  return groups ? { ...spoken, named: thingsOf(groups), groups } : spoken;
}

/** The reading that fits best. */
function* readBest(wordings: readonly string[], spoken: Spoken, folder: Folder): ReturnType<typeof readBehind> {
  const [first = "", ...others] = wordings;
  let best = yield* readBehind(first, spoken, folder);
  for (const wording of others) {
    const read = yield* readBehind(wording, spoken, folder);
    if ((read.reading.choices[0]?.fit ?? 0) > (best.reading.choices[0]?.fit ?? 0)) best = read;
  }
  return best;
}

/** One part where a kind of question answers all: "what does the menu have, and what do they start". */
function* asOne(split: PromptParts, prompt: string, folder: Folder): Looking<PromptParts> {
  const { parts, message, mayBeOne } = split;
  const asWhole = { ...split, parts: [prompt] };
  const several = message === undefined && parts.length > 1;
  if (several && (yield* answerStructure(parts, prompt, { folder, before: [] }))) return asWhole;
  if (!mayBeOne) return split;
  const [best] = (yield* readPart(prompt, folder, [])).choices;
  return best?.intent.isOfWhole === true && best.fit >= CERTAIN ? asWhole : split;
}

/** What parts share: what those before have spoken of. */
interface Spoken {
  readonly named: readonly Thing[];
  readonly groups: readonly Group[];
  /** Words that name nothing. */
  readonly subject: string;
}

/** Reads a part that is no query, behind what was spoken of. */
function* readBehind(
  said: string,
  { named, groups, subject }: Spoken,
  folder: Folder,
): Looking<{
  readonly part: string;
  readonly reading: Reading;
  readonly isNaming: boolean;
  readonly spoken: Spoken;
}> {
  const part = named.length === 0 ? withSubject(said, subject) : said;
  const reading = yield* readPart(part, folder, named);
  const { things, topic } = reading.names;
  const isNaming = things.length > 0;
  // What was done, "I just cloned this", is nothing that a later part could speak of.
  const nouns = topic.filter((word) => !/(?:ed|ing)$/.test(word));
  const spoken = isNaming
    ? { named: things, groups: groupsOf(things), subject }
    : { named, groups, subject: nouns.length > 0 ? nouns.join(" ") : subject };
  return { part, reading, isNaming, spoken };
}

/** The thing that something is done to is what was spoken of before. */
const ASKS_OF_IT = /\b(?!(?:is|are|was|does|do|did|has|can|will|would|how|if|when|that)\b)[a-z]{3,} (?:it|them)\W*$/;

/** A part that the answer before tells, that a message of the prompt answers, or that is a query over rows. */
function* askedAsRows(
  own: string,
  wordings: readonly string[],
  context: Context,
  [message, before]: readonly [KnownMessage | undefined, AnsweredPart | undefined],
): Looking<(AnsweredPart & { readonly groups?: readonly Group[] }) | undefined> {
  // Of what the part before only found near, no row tells; and how that is done, no other thing.
  if (leantOn(before, own) && (before?.answer.isOfPassages === true || asksHowTo(own))) return undefined;
  // "Which copybooks define it", where nothing that was named stands for it: rows would be of all of them.
  if (ASKS_OF_IT.test(plain(own)) && context.before.length === 0 && context.folder.about !== undefined)
    return undefined;
  const picked = pickedAbove(own, before);
  if (picked) return picked;
  if (message && isOfMessage(own, message)) return { part: own, answer: message.answer };
  const part = wordings.at(-1) ?? own;
  const asked = yield* queried(wordings[0] ?? own, part, context);
  return asked && { ...asked, part, answer: yield* gated(asked.answer, own, context.folder) };
}

/** What the structure of an application or a package tells, whatever words are near. */
function* answerStructure(parts: readonly string[], whole: string, context: Context): ReturnType<typeof queried> {
  return (yield* answerOperations(parts, whole, context)) ?? (yield* answerPackage(parts, whole, context));
}

/** A part that is a query over rows, answered as one; read in its first wording and named by the last, which is its own. */
function* queried(said: string, own: string, context: Context): Looking<QueryAnswer | undefined> {
  const structural = yield* answerStructure([said], own, context);
  if (structural) return structural;
  const { rest: part, lines } = readLineBound(said);
  const isOther = asksForChange(part) || asksHowTo(part) || comparesWithNumber(part) || OF_WAYMARK.test(part);
  const some = OF_WAYMARK.test(part) ? undefined : yield* answerRunSome(part, context.folder);
  if (isOther || some) return some ?? (asksHowTo(part) ? yield* answerDoing(own, context) : undefined);
  const unknowable = yield* answerUnknowable(part, context.folder);
  if (unknowable) return unknowable;
  const special =
    (yield* answerHistory(part, context)) ??
    (yield* answerErrorClasses(part, context)) ??
    (yield* answerMarkedTests(part, context)) ??
    (yield* answerMostOfThem(part, context)) ??
    (yield* answerLanguageForm(own, context.folder)) ??
    (yield* answerShared(part, context)) ??
    (yield* answerEstateQuestion(part, own, context));
  if (special) return special;
  const query = readQuery(asDataQuestion(part, context.folder));
  const answer = query && (yield* answerQuery({ ...query, ...(lines ? { lines } : {}) }, part, context));
  if (lines) return answer;
  return (
    answer ??
    (yield* answerWhatIf(part, context)) ??
    (yield* answerDescribed(part, context)) ??
    (yield* answerCards(part, own, context)) ??
    (yield* answerCode(part, context)) ??
    (yield* answerCase(own, context))
  );
}
