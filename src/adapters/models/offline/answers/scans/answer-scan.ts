import { isAside } from "../../aside.ts";
import { led, VERDICTS } from "../../honest-answer.ts";
import type { Looking } from "../../looking.ts";
import { inEnglish } from "../../portuguese/as-english.ts";
import type { QueryAnswer } from "../../query/answer-query.ts";
import type { Context } from "../../query/draft.ts";
import { isOfCode } from "../../query/rows/found.ts";
import { asksYesOrNo } from "../../reading/question-form.ts";
import { plain } from "../../reading/tokens.ts";
import { holdsWord } from "../../reading/word-forms.ts";
import { isComment } from "../../result-text.ts";
import { type Answer, answered, cited, listedInOrder, notNarrowed, search } from "../answer.ts";
import { CODE_FILES, isApart } from "../code-files.ts";
import { environmentAnswer } from "./answer-environment.ts";
import { childEnvironmentAnswer, processAnswer } from "./processes.ts";
import { SCANS, type Scan } from "./scan-table.ts";
import { inOneLine, markedBelow, statementsAt } from "./statements.ts";
import { untilKilledAnswer } from "./until-killed.ts";

/** What is asked of the whole code and lines of a form tell; undefined where nothing of the kind is asked. */
export function* answerScan(part: string, { folder, before }: Context): Looking<QueryAnswer | undefined> {
  if (!folder.paths.some((path) => isOfCode(path) && !isAside(path))) return undefined;
  const said = plain(inEnglish(part)).replace(/[’‘]/g, "'").trim();
  const answer = yield* scanned(said);
  if (!answer) return undefined;
  const verdict = answer.verdict === undefined || !asksYesOrNo(said) ? [] : [VERDICTS[answer.verdict]];
  const [, kind = ""] = KIND_OF_VARIABLES.exec(said) ?? [];
  const isPassedOver = kind !== "" && !SMALL.test(kind) && !holdsWord(answer.text, kind);
  const leads = [...(isPassedOver ? [notNarrowed([kind])] : []), ...verdict];
  return {
    answer: { ...answer, text: [...leads, answer.text].join("\n"), obeyed: "all" },
    groups: before,
  };
}

function* scanned(said: string): Looking<Answer | undefined> {
  if (UNTIL_KILLED.test(said)) return yield* untilKilledAnswer();
  if (CHILD_ENVIRONMENT.test(said)) return yield* childEnvironmentAnswer(wordsOf(said));
  if (ENVIRONMENT.test(said)) return yield* environmentAnswer();
  if (SHELL.test(said) || PROCESS.test(said)) return yield* processAnswer(wordsOf(said), SHELL.test(said));
  const scan = SCANS.find(({ asks }) => asks.test(said));
  if (scan === undefined) return undefined;
  const answer = yield* linesAnswer(scan, wordsOf(said));
  // "Is there a timeout on network calls?" is not answered by the calls alone.
  const [more] = wordsOf(said.replace(scan.phrase, " "));
  if (more === undefined) return answer;
  const { verdict: _, ...open } = answer;
  return holdsWord(answer.text, more) ? open : led(notNarrowed([more]), open);
}

const UNTIL_KILLED =
  /\b(?:how long|how much time|after how (?:long|many)|when|quanto (?:time|tempo))\b.*\b(?:kill(?:s|ed|ing)?|sigkill|sigterm|terminat\w+|matar|forced? to (?:stop|end|exit))\b/;
const CHILD_ENVIRONMENT =
  /\benv(?:ironment|s)?\b.*\b(?:child|subprocess|spawned|started)|\b(?:child|subprocess|spawned|started)\b.*\benv(?:ironment)?\b(?! var)|\bambiente\b.*\bprocesso filho|\b(?:inherits?|pass(?:es)?|hands?|forwards?|leaks?) (?:\w+ ){0,3}(?:whole |entire |full )?env(?:ironment)?\b(?! var)/;
/** All of them; which one does a thing is another question. */
const ENVIRONMENT =
  /\b(?:which|what|list|all|any|are there|show|name|how many|does it (?:read|use)|where)\b.*\benv(?:ironment)? ?(?:variables?|vars?|settings?)\b(?! (?:changes?|sets?|turns?|controls?|disables?|enables?|switches?|decides?|overrides?|makes?|tells?|says?|names?|gives?|holds?|points?|is for|do i|(?!does )\w+s (?:the|a|an|its|where|which|how|what|whether)\b))/;
/** What the variables that are asked for are like. */
const KIND_OF_VARIABLES = /\b(\w{3,}) env(?:ironment)? ?(?:variables?|vars?|settings?)\b/;
const SHELL =
  /\bshell ?= ?true\b|\b(?:through|via|by|with|in|using|use|uses|invoke|invokes|spawn|spawns|run|start)s? (?:a |the |any |some )?shell\b|\bshell injection\b/;
const PROCESS =
  /\b(?:how|where|in which|which \w+)\b.*\b(?:(?:process(?:es)?|subprocess(?:es)?|child|cli|binary|executable|program|command) (?:is |are |get |gets )?(?:actually )?(?:started|spawned|launched|executed|invoked|forked)|(?:start|spawn|launch|fork|invoke|execute)(?:s|ed)? (?:\w+ ){0,2}(?:process(?:es)?|subprocess(?:es)?|child|cli|binary|executable))\b|\b(?:how|where) (?:is|are|does) (?:\w+ ){1,3}(?:started|spawned|launched) as (?:a )?(?:sub)?process|\bsubprocess(?:es)? (?:does|do|is|are)\b|\bis the process started\b|\bprocesso (?:is|e) (?:iniciado|lancado|arrancado|criado)\b/;

const SMALL =
  /^(?:which|what|where|when|how|long|does|the|and|for|from|with|that|this|there|any|anywhere|used|uses|use|start|starts|started|process|processes|child|shell|true|into|our|own|code|library|sdk|package|whole|entire|pass|get|gets|its|has|have|are|all|list|show|lines?)$/;

const wordsOf = (said: string): readonly string[] => [
  ...new Set((said.match(/[a-z]{3,}/g) ?? []).filter((word) => !SMALL.test(word))),
];

const ROWS_MAX = 14;

/** All statements of a form, those that say words of the question first. */
function* linesAnswer({ lines: form, isMark, title, none }: Scan, words: readonly string[]): Looking<Answer> {
  const { lines, isWhole, total } = yield* search(form, { glob: CODE_FILES, ignore_case: false });
  const doing = lines.filter(
    (line) =>
      !GENERATED.test(line.path) && (isMark === true ? MARKS.test(line.text) : !isComment(line.path, line.text)),
  );
  // What is counted is no count of all where as much is marked in files that are made by a program.
  const generated = isMark === true ? lines.filter(({ path, text }) => GENERATED.test(path) && MARKS.test(text)) : [];
  const own = doing.filter(({ path }) => !isAside(path));
  const shown = own.length > 0 ? own : doing;
  const statements = yield* isMark === true ? markedBelow(shown) : statementsAt(shown);
  const rows = statements
    .flatMap((statement) => (statement[0] ? [{ ...statement[0], text: inOneLine(statement) }] : []))
    .map((line) => ({ line, said: words.filter((word) => holdsWord(line.text, word)).length }))
    .toSorted(
      (one, other) => other.said - one.said || Number(isApart(one.line.path)) - Number(isApart(other.line.path)),
    );
  if (rows.length === 0) return { ...answered(none), verdict: "no" };
  const aside = doing.length - shown.length;
  return {
    ...answered(
      listedInOrder(
        title,
        rows.map(({ line }) => cited(line)),
        isWhole ? rows.length : total,
        ROWS_MAX,
      ),
      aside > 0 ? `Besides, ${aside} lines of tests and examples do.` : "",
      generated[0] === undefined
        ? ""
        : `Besides, ${generated.length} lines of files that are generated say so, the first of them ${cited(generated[0])}.`,
    ),
    verdict: "yes",
  };
}

/** What is made anew from something else says what that says. */
const GENERATED = /\.gen(?:erated)?\.|(?:^|\/)generated\//i;
/** What marks something begins its line, or warns. */
const MARKS =
  /^\s*(?:\/\/|\/?\*|#|@|\.\.|"""|warnings?\b|(?:async |public |def |function )*(?:unstable|experimental)_)|Warning\b/;
