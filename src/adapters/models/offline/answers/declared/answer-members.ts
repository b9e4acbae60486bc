import { isAside } from "../../aside.ts";
import type { Looking } from "../../looking.ts";
import type { QueryAnswer } from "../../query/answer-query.ts";
import type { Context } from "../../query/draft.ts";
import { isOfCode } from "../../query/rows/found.ts";
import { negationIn } from "../../reading/question-form.ts";
import { plain, readTokens, type Token } from "../../reading/tokens.ts";
import { holdsWord } from "../../reading/word-forms.ts";
import { type Answer, answered, cited, listedInOrder, notNarrowed } from "../answer.ts";
import type { Member } from "./declaration.ts";
import { declarationsNamed, type Found } from "./find-declarations.ts";

/** "Which methods of the agent interface are optional", "which hook events are there": what a declaration holds, with its lines. */
export function* answerMembers(part: string, { folder, before }: Context): Looking<QueryAnswer | undefined> {
  if (!folder.paths.some((path) => isOfCode(path) && !isAside(path))) return undefined;
  const [, kept = part, left = ""] = LEAVES_OUT.exec(part) ?? [];
  const leftOut = readTokens(left).flatMap(({ word, text }) => (JOINS.test(word) ? [] : [text]));
  const asked = readMembersQuestion(kept, leftOut);
  for (const target of asked?.targets ?? []) {
    const found = (yield* declarationsNamed(target.said)).filter((one) => membersOf(one, asked).length > 0);
    if (!asked || found.length === 0) continue;
    const answer = answerOf(
      found,
      asked,
      asked.words.filter((word) => !target.words.includes(word)),
    );
    return answer && { answer, groups: before };
  }
  return undefined;
}

interface MembersQuestion {
  /** What may be asked of, the likeliest first. */
  readonly targets: readonly Target[];
  readonly kind: "method" | "field" | "value" | "any";
  readonly isOptional?: boolean;
  /** Members that it leaves out. */
  readonly leftOut: readonly string[];
  /** All words that may restrict it. */
  readonly words: readonly string[];
}

interface Target {
  readonly said: string;
  readonly words: readonly string[];
}

const ASKS =
  /^\W*(?:(?:and|so|but) )?(?:(?:in|on|of|for|to|at|from) )?(?:what|which|list|show|name|give me|tell me|how many|are there)\b/;
const KINDS: readonly (readonly [words: RegExp, kind: MembersQuestion["kind"]])[] = [
  [/^(?:methods?|functions?|operations?)$/, "method"],
  [/^(?:fields?|propert(?:y|ies)|attributes?)$/, "field"],
  [
    /^(?:settings?|parameters?|options?|arguments?|keys?|values?|variants?|alternatives?|members?|cases?|events?|types?|kinds?|modes?|states?|status|reasons?|codes?|levels?|subtypes?|hooks?|names?|capabilit(?:y|ies)|errors?)$/,
    "any",
  ],
];
/** What says that the word beside it is declared. */
const DECLARED = /^(?:class|interface|types?|kinds?|values?|enum|dataclass|object|protocol|options|struct|model)$/;
const HOLDS =
  /\b(?:lets? (?:me|you|us|one) (?:do|set|configure)|(?:does|do|can) .* (?:offers?|contains?|holds?|carry|carries|consists? of|have|hold|provide|expose|be|take|include)\b|made of|look like|possible|allowed)\b/;
const SMALL =
  /^(?:what|which|list|show|name|give|tell|how|many|are|is|was|the|an?|of|in|on|for|to|from|by|at|there|do|does|did|can|could|be|exist|exists|me|i|we|you|it|its|all|every|each|have|has|had|with|about|that|this|and|or|as|any|defined|declared|available|possible|allowed|supported|support|supports|different|let|lets|offer|offers|contain|contains|hold|holds|carry|carries|take|takes|provide|provides|expose|exposes|include|includes|made|look|like|set|use|used|uses|get|one|actually|exactly|implement|implements|implemented|know|knows|here|package|sdk|library|code|project|currently|valid|only)$/;
const OPTIONAL = /^(?:optional|required|mandatory|obligatory|must|forced|obliged)$/;
/** What is done with the methods of one thing alone, so that a plain word beside it names that. */
const IMPLEMENTS = /^(?:implement|implements|implemented|provide|provides|define|defines|override|overrides)$/;

const JOINS = /^(?:and|or|nor|the|an?)$/;
const LEAVES_OUT =
  /^(.*?),? (?:besides|apart from|aside from|other than|except(?: for)?|excluding|not counting|leaving out) (.+?)\W*$/i;

function readMembersQuestion(part: string, leftOut: readonly string[]): MembersQuestion | undefined {
  const said = plain(part);
  if (!ASKS.test(said)) return undefined;
  const tokens = readTokens(part);
  const kinds = kindsIn(tokens);
  if (kinds.length === 0 && !HOLDS.test(said)) return undefined;
  const optional = tokens.find(({ word }) => OPTIONAL.test(word));
  const negation = negationIn(part);
  // What else is left out, no list of members tells.
  if (negation !== undefined && optional === undefined) return undefined;
  const isRequired = optional !== undefined && optional.word !== "optional";
  const words = tokens.filter(({ word }) => !SMALL.test(word) && !OPTIONAL.test(word)).map(({ text }) => text);
  return {
    targets: targetsIn(tokens),
    kind: kinds[0] ?? "any",
    leftOut,
    ...(optional === undefined ? {} : { isOptional: isRequired === (negation !== undefined) }),
    words,
  };
}

const kindsIn = (tokens: readonly Token[]): readonly MembersQuestion["kind"][] =>
  tokens.flatMap(({ word }) => KINDS.flatMap(([form, kind]) => (form.test(word) ? [kind] : [])));

const WORDS_MAX = 4;

/** Names, and words in a row that may be the parts of one: longer ones first; a single plain word only where it is said to be declared. */
function targetsIn(tokens: readonly Token[]): readonly Target[] {
  const isName = ({ text }: Token): boolean => /^\w*[a-z]\w*[A-Z]\w*$|^[a-z0-9]+_\w+$|^[A-Z][a-z]+[A-Z]\w*$/.test(text);
  const names = tokens.filter(isName).map(({ text }) => ({ said: text, words: [text] }));
  const runs: Target[] = [];
  for (let count = WORDS_MAX; count > 0; count--)
    for (let at = 0; at + count <= tokens.length; at++) {
      const run = tokens.slice(at, at + count);
      if (run.some((token) => SMALL.test(token.word) || !/^[\w-]+$/.test(token.text))) continue;
      const words = run.map(({ text }) => text);
      const [only] = run;
      const isDeclared = [tokens[at - 1], tokens[at + count]].some((beside) => DECLARED.test(beside?.word ?? ""));
      const isCapital = at > 0 && /^[A-Z][a-z]+$/.test(only?.text ?? "");
      // "Which hooks are there".
      const isAlone =
        at === 1 &&
        /^(?:are|is|exists?|do|can|may)$/.test(tokens[2]?.word ?? "") &&
        tokens.slice(2).every(({ word }) => SMALL.test(word));
      if (count > 1 || isDeclared || isCapital || isAlone || (count === 1 && isImplemented(run, tokens)))
        runs.push({ said: words.join(" "), words });
    }
  // "The options of a retry" are called RetryOptions.
  const turned = tokens.flatMap((token, at): Target[] => {
    const kind = token.word;
    if (!KINDS.some(([form]) => form.test(kind)) || DECLARED.test(tokens[at + 1]?.word ?? "")) return [];
    const behind = tokens.slice(at + 1).filter(({ word }) => !SMALL.test(word));
    return behind[0] && tokens[at + 1]?.word !== behind[0].word
      ? [{ said: `${behind[0].text} ${kind}`, words: [behind[0].text, token.text] }]
      : [];
  });
  return [...names, ...runs, ...turned].slice(0, TARGETS_MAX);
}

/** "Which methods must an agent implement". */
const isImplemented = ([only]: readonly Token[], tokens: readonly Token[]): boolean =>
  !IMPLEMENTS.test(only?.word ?? "") &&
  tokens.some(({ word }) => IMPLEMENTS.test(word)) &&
  kindsIn(tokens).includes("method");

const TARGETS_MAX = 10;

/** The members of the kind that is asked for, private ones left aside. */
function membersOf({ members, isOfValues }: Found, asked: MembersQuestion | undefined): readonly Member[] {
  if (!asked) return [];
  const shown = members.filter(({ isPrivate }) => !isPrivate);
  if (isOfValues) return asked.kind === "method" ? [] : shown;
  return asked.kind === "method" || asked.kind === "field" ? shown.filter(({ kind }) => kind === asked.kind) : shown;
}

const UNREAD_MAX = 1;
const ROWS_MAX = 40;

function answerOf(found: readonly Found[], asked: MembersQuestion, left: readonly string[]): Answer | undefined {
  const words = left.filter((word) => !KINDS.some(([form]) => form.test(plain(word))) && !DECLARED.test(plain(word)));
  const texts: string[] = [];
  const unread = new Set<string>();
  for (const one of found) {
    const meant = meantMembers(one, asked);
    if (!meant) return undefined;
    const { all, fitting } = meant;
    const told = words.filter((word) => fitting.some((member) => speaksOf(member, word)));
    const kept = fitting.filter((member) => told.every((word) => speaksOf(member, word)));
    for (const word of words) if (kept.length === 0 || !told.includes(word)) unread.add(word);
    texts.push(declarationText(one, kept.length === 0 ? fitting : kept, all.length, asked));
  }
  if (unread.size > UNREAD_MAX) return undefined;
  return { ...answered(notNarrowed([...unread]), ...texts), obeyed: "all" };
}

interface MeantMembers {
  readonly all: readonly Member[];
  readonly fitting: readonly Member[];
}

/** Those that are asked for; undefined where that cannot be told. */
function meantMembers(one: Found, asked: MembersQuestion): MeantMembers | undefined {
  const all = membersOf(one, asked);
  const isLeftOut = ({ name }: Member): boolean => asked.leftOut.some((word) => plain(name) === plain(word));
  // What is left out must be one of them, or it was not understood.
  if (all.filter(isLeftOut).length < asked.leftOut.length) return undefined;
  const others = all.filter((member) => !isLeftOut(member));
  if (asked.isOptional === undefined) return { all, fitting: others };
  // Which methods of a class of Python another must have, no declaration tells.
  if (one.place.path.endsWith(".py") && others.some(({ kind }) => kind === "method")) return undefined;
  return { all, fitting: others.filter(({ isOptional }) => isOptional === asked.isOptional) };
}

const speaksOf = ({ text, said }: Member, word: string): boolean => holdsWord(`${text} ${said}`, word);

/** What a declaration holds, as a list under its name. */
export function declarationText(
  { name, place, isOfValues }: Found,
  members: readonly Member[],
  total: number,
  { kind, isOptional }: Pick<MembersQuestion, "kind" | "isOptional">,
): string {
  const noun = isOfValues ? "value" : kind === "any" || kind === "value" ? "member" : kind;
  const how = isOptional === undefined ? "" : isOptional ? "optional " : "required ";
  const of = members.length < total ? ` of ${total}` : "";
  const head = `${name}, ${place.path}:${place.line}`;
  if (members.length === 0) return `${head}: no ${how}${noun}${of}.`;
  return listedInOrder(
    `${head}: ${how}${noun}s${of}`,
    members.map((member) => `${cited(member)}${member.said === "" ? "" : `  # ${member.said}`}`),
    members.length,
    ROWS_MAX,
  );
}
