import { escapeRegExp } from "../../../../../base/glob.ts";
import { wordParts } from "../../../../../engines/passages/word-parts.ts";
import { relatedWords, sameWords } from "../../../../../engines/words/related-words.ts";
import { isAside } from "../../aside.ts";
import { framesFor } from "../../frames.ts";
import { type Looking, lookAll } from "../../looking.ts";
import type { QueryAnswer } from "../../query/answer-query.ts";
import type { Context } from "../../query/draft.ts";
import { isOfCode } from "../../query/rows/found.ts";
import { plain } from "../../reading/tokens.ts";
import { formsOf } from "../../reading/word-forms.ts";
import { type CitedLine, isComment, readNumbered } from "../../result-text.ts";
import { answered, cited, search } from "../answer.ts";
import { CODE_FILES } from "../code-files.ts";
import { passages } from "../passages.ts";
import { type Branch, branchesIn, OUTCOME } from "./branches.ts";
import { type Constant, constantsIn } from "./constants.ts";
import { answerConstant } from "./named-constant.ts";

const LINES_BEFORE = 80;
const LINES_BEHIND = 24;
/** A folder with more of them is too large to be read whole for one question. */
const STRETCHES_MAX = 150;
/** So much of a question, by the rarity of its words, a branch must say to be quoted before all else. */
const COVERAGE_MIN = 0.6;
const WORDS_MIN = 2;
const NEAR_SHARE = 0.85;

/** "What happens if", "which error do I get when": the branch of the code whose condition and messages say it, quoted before the nearest passages. */
export function* answerBehaviour(part: string, { folder, before }: Context): Looking<QueryAnswer | undefined> {
  const said = plain(part).replace(/\s+/g, " ");
  if (!folder.paths.some((path) => isOfCode(path) && !isAside(path))) return undefined;
  if (!ASKS.test(said)) return yield* answerConstant(part, CODE_FILES, { folder, before });
  const words = [...new Set((said.match(WORD) ?? []).filter((word) => !SMALL.test(word)))];
  if (words.length < WORDS_MIN) return undefined;
  const branches = yield* allBranches();
  const constants = branches.length === 0 ? [] : yield* constantsIn(CODE_FILES);
  const ranked = rankedBranches(words, branches, constants, DENIES.test(said));
  const [best, second] = ranked;
  if (!best || best.coverage < COVERAGE_MIN || best.held.length < WORDS_MIN) return undefined;
  const shown = [
    best,
    ...(second && second.score >= best.score * NEAR_SHARE && !overlap(best.branch, second.branch) ? [second] : []),
  ];
  const missing = words.filter((word) => !best.held.includes(word));
  const frames = framesFor("");
  const lead = `The nearest branch of the code, by the words of its condition and messages${missing.length > 0 ? `; ${frames.without(missing)}` : ""}:`;
  const more = yield* passages(part, folder);
  return {
    answer: {
      ...answered(
        lead,
        ...shown.flatMap(({ branch }) => [
          quoted(branch),
          ...namedIn(branch, constants).map((one) => `- ${cited(one)}`),
        ]),
        more.isAnswer ? more.text : "",
      ),
      obeyed: "all",
    },
    groups: before,
  };
}

const ASKS =
  /^\W*(?:(?:and|so|but|e) )?(?:what (?:happens|if|will happen|would happen)\b|(?:what|which) (?:error|exception|message|warning|exit ?code|return ?code|code|status)\b.* (?:if|when|for|without|unless)\b|(?:what|how) (?:do|does|will|would|did) .* (?:if|when|without|unless)\b|(?:is|do|does|will|can) .*\b(?:fail|raise|throw|refuse|warn|complain|abort|reject)\w*\b.* (?:if|when|for|without|on)\b|o que (?:acontece|faz|da)\b.* (?:se|quando|sem)\b|que (?:erro|mensagem|aviso|codigo)\b.* (?:se|quando|sem)\b)/;
const WORD = /\.?[\p{L}\p{N}][\p{L}\p{N}_-]*(?:\.[\p{L}\p{N}_]+)*/gu;
const SMALL =
  /^(?:a|an|and|the|is|are|was|be|been|do|does|did|will|would|can|if|when|whenever|unless|what|which|who|how|why|where|happens?|happen|i|we|you|it|its|my|there|there.s|they|them|this|that|to|of|in|on|at|by|for|from|with|into|as|or|but|so|then|no|not|cannot|can.t|could|couldn.t|don.t|doesn.t|isn.t|aren.t|get|gets|got|give|gives|given|call|calls|pass|passes|passed|use|uses|type|types|run|runs|have|has|any|some|one|two|only|also|still|already|same|default|file|error|message|warning|exception|code|status|return|returns|answer|say|says|show|me|o|a|os|as|um|uma|que|se|quando|acontece|faz|de|do|da|no|na|em|por|com|sem|eu|ja|for|estiver|existir|nao|e|erro|mensagem|aviso|ficheiro)$/;

/** All branches of the code here, read a stretch around each outcome. */
function* allBranches(): Looking<readonly Branch[]> {
  const { lines, isWhole } = yield* search(OUTCOME, { glob: CODE_FILES, ignore_case: false, limit: 1000 });
  const own = lines.filter(({ path, text }) => !isAside(path) && !isComment(path, text));
  const stretches = stretchesOf(own);
  if (!isWhole || stretches.length > STRETCHES_MAX) return [];
  const read = yield* lookAll(
    stretches.map(({ path, from, to }) => ({ name: "read_file", input: { path, offset: from, limit: to - from + 1 } })),
  );
  return stretches.flatMap(({ path }, index) => {
    const found = read[index];
    return found === undefined || found.failed ? [] : branchesIn(path, readNumbered(found.text, path));
  });
}

interface Stretch {
  readonly path: string;
  readonly from: number;
  to: number;
}

/** The lines around outcomes, those that touch as one. */
function stretchesOf(lines: readonly CitedLine[]): readonly Stretch[] {
  const ordered = lines.toSorted((one, other) =>
    one.path === other.path ? one.line - other.line : one.path < other.path ? -1 : 1,
  );
  const stretches: Stretch[] = [];
  for (const { path, line } of ordered) {
    const last = stretches.at(-1);
    if (last?.path === path && line - LINES_BEFORE <= last.to) last.to = line + LINES_BEHIND;
    else stretches.push({ path, from: Math.max(1, line - LINES_BEFORE), to: line + LINES_BEHIND });
  }
  return stretches;
}

interface RankedBranch {
  readonly branch: Branch;
  readonly held: readonly string[];
  readonly coverage: number;
  readonly score: number;
}

/** So much of a question the condition and the messages themselves must say: where they stand tells no case. */
const OWN_MIN = 0.4;
/** Where it stands says less of a case than what it tests and tells. */
const PLACE_SHARE = 0.6;
/** And what only says something near it, least: what is compiled is not installed. */
const RELATED_SHARE = 0.5;
const LENGTH_COST = 0.012;
/** What is asked of something that is not there is told by who says that it is not. */
const DENIED_WORTH = 0.1;
const DENIES = /\b(?:not|cannot|can't|isn't|doesn't|missing|nao)\b/i;

function rankedBranches(
  words: readonly string[],
  branches: readonly Branch[],
  constants: readonly Constant[],
  isDenied: boolean,
): readonly RankedBranch[] {
  const forms = words.map(formOf);
  const held = branches.map((branch) => {
    const own = partsOf([...branch.lines, ...namedIn(branch, constants)].map(({ text }) => text).join("\n"));
    const place = partsOf(`${branch.path} ${branch.within}`);
    const shareOf = ({ said, related }: WordForms): number =>
      said.test(own) ? 1 : said.test(place) ? PLACE_SHARE : (related?.test(own) ?? false) ? RELATED_SHARE : 0;
    return { branch, shares: forms.map(shareOf) };
  });
  const weights = words.map((_, index) => {
    const holding = held.filter(({ shares }) => isHeld(shares[index])).length;
    return Math.log(1 + (branches.length + 1) / (holding + 0.5));
  });
  const weigh = (shareOf: (index: number) => number): number =>
    weights.reduce((sum, weight, index) => sum + weight * shareOf(index), 0);
  const all = weigh(() => 1);
  return held
    .map(({ branch, shares }): RankedBranch => {
      const sum = weigh((index) => shares[index] ?? 0);
      const told = weigh((index) => Number(shares[index] === 1));
      const coverage = all === 0 || told / all < OWN_MIN ? 0 : sum / all;
      return {
        branch,
        held: words.filter((_, index) => isHeld(shares[index])),
        coverage,
        score: coverage - LENGTH_COST * branch.lines.length + (isDenied && isDenying(branch) ? DENIED_WORTH : 0),
      };
    })
    .toSorted((one, other) => other.score - one.score);
}

const isDenying = ({ lines }: Branch): boolean => lines.some(({ text }) => DENIES.test(text));

const isHeld = (share = 0): boolean => share > RELATED_SHARE;

/** The constants that a branch names, of its own file before those of others. */
function namedIn({ path, lines }: Branch, constants: readonly Constant[]): readonly Constant[] {
  const text = lines.map((line) => line.text).join("\n");
  const named = constants.filter(({ name }) => text.includes(name) && new RegExp(`\\b${name}\\b`).test(text));
  return named.filter(
    (one) => one.path === path || !named.some((other) => other.name === one.name && other.path === path),
  );
}

/** The words of a text as they are, and names by their parts. */
const partsOf = (text: string): string => `${plain(text)}\n ${wordParts(text).join(" ")} `;

interface WordForms {
  readonly said: RegExp;
  /** What says something near it. */
  readonly related?: RegExp;
}

/** A word in its forms and with what says the same; one with a sign of its own as it is. */
function formOf(word: string): WordForms {
  if (/[._]|^\W/.test(word)) return { said: new RegExp(`${escapeRegExp(word)}(?!\\w)`, "i") };
  // A command is often a file of its last name: `pip-sync` is scripts/sync.py.
  const [, last] = /-([a-z]{4,})$/.exec(word) ?? [];
  if (last !== undefined)
    return { said: new RegExp(`(?<![a-z])(?:${word}|${word.replace(/-/g, "[-_ ]?")}|${last})(?![a-z])`, "i") };
  const related = relatedWords(word);
  return {
    said: anyOf([word, ...sameWords(word)]),
    ...(related.length === 0 ? {} : { related: anyOf(related) }),
  };
}

const anyOf = (words: readonly string[]): RegExp => new RegExp(`(?<![a-z])(?:${words.map(formsOf).join("|")})`, "i");

const overlap = (one: Branch, other: Branch): boolean =>
  one.path === other.path && one.lines.some(({ line }) => other.lines.some((their) => their.line === line));

function quoted({ path, lines, within }: Branch): string {
  const said = lines.filter(({ text }) => text.trim() !== "");
  const indent = Math.min(...said.map(({ text }) => text.search(/\S/)));
  const place = `${path}:${lines[0]?.line ?? 1}-${lines.at(-1)?.line ?? 1}${within === "" ? "" : `, "${within}"`}:`;
  return [place, ...said.map(({ text }) => `  ${text.slice(indent)}`)].join("\n");
}
