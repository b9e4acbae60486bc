import { excerptOf } from "../../../../../engines/passages/excerpt.ts";
import { createPassageRanking } from "../../../../../engines/passages/rank-passages.ts";
import { splitSection } from "../../../../../engines/passages/split-passages.ts";
import { framesFor } from "../../frames.ts";
import { type Looking, look } from "../../looking.ts";
import { type Answer, answered, unanswered } from "../answer.ts";
import { withOtherNames } from "./search-passages.ts";
import { unspoken } from "./unspoken.ts";

const SECTIONS_MAX = 3;

/** What Waymark's own documentation says. @param before  said first, where something was looked for in vain */
export function* manual(question: string, before?: string): Looking<Answer> {
  const query = manualQuery(question);
  const found = yield* look("search_manual", { query, limit: SECTIONS_MAX });
  const frames = framesFor(question);
  const [first, ...others] = found.failed ? [] : found.text.split(/^## (?=.* \(\S+:\d+\)$)/m).slice(1);
  if (first === undefined) return unanswered(before, frames.nothing);
  const [heading = "", ...body] = first.trim().split("\n");
  const stretch = stretchOf(heading, body, query);
  const lines = stretch.lines;
  const missing = unspoken(stretch.missing, question, [heading, ...lines].join("\n"));
  return {
    ...answered(
      before,
      `${frames.manual}, ${heading}${missing.length > 0 ? `; ${frames.without(missing)}` : ""}:`,
      ...lines.map((line) => `  ${line}`),
      others.length > 0 ? `${frames.alsoNear} ${others.map((text) => text.split("\n")[0]).join(" · ")}` : "",
    ),
    obeyed: "all",
  };
}

/** A question in the words of the manual, without Waymark's own name. */
export const manualQuery = (question: string): string =>
  withOtherNames(MANUAL_WORDS.reduce((said, [asked, words]) => said.replace(asked, words), question));

/** How the manual names what people ask for in other words. */
const MANUAL_WORDS: readonly (readonly [asked: RegExp, words: string])[] = [
  [/\b(?:can|could|may|does|do|is|will|would) (?:i |we |you )?(?:use |using )?waymark\b/gi, " "],
  [/(?:\b(?:in|with|of|by|no|com|do|o|pelo) )?\bwaymark(?:'s)?\b/gi, " "],
  [/\bt(?:ake|akes|ook|aking|aken) (?:\S+ ){0,3}?back\b|\broll(?:s|ed|ing)? (?:\S+ )?back\b/gi, "undo|revert"],
  [/\b(?:not|never|cannot|can't|não|nao) (?:be )?(?:undo|undone|revert\w*|desfe\w+|desfaz\w*)\b/gi, "limits|covered"],
  [
    /\b(?:send|sends|sent|upload|uploads|share|shares|envia|enviar|manda)\b(?=.*\b(?:anywhere|somewhere|elsewhere|out|code|data|home|lado|lugar|codigo|código|fora)\b)|\bleaves? (?:my|this|the|our) (?:machine|computer|network)\b|\b(?:phone|call)s? home\b|\bcollects?\b(?=.*\b(?:data|usage|statistics)\b)/gi,
    "telemetry|network",
  ],
  [/\b(?:without|before) (?:being asked|asking)(?: me| us)?\b|\bsem (?:me )?perguntar\b/gi, "permission|approval"],
  [/\b(?:ask(?:s|ed|ing)?|perguntar?|pedir)\b/gi, "$&|permission|approval"],
  [/\b(?:continue|resume|pick up|carry on|go on|go back to)\b(?: with\b)?/gi, "resume|continue|goes"],
  [/\b(?:retom\w+|continu(?:o|ar))\b/gi, "$&|resume|continue|goes"],
  [/\byesterday(?:'s)?\b|\bontem\b|\bprevious\b|\bearlier\b/gi, "last"],
  [/\b(?:wins?|precedence|prevails?|overrides?|vence|prevalece|ganha)\b/gi, "beats|wins|precedence"],
  [/\bconfig(?:uration)? files?\b|\bsettings files?\b|\bficheiro de configura\S+/gi, "config|settings"],
  [/\b(?:not )?(?:logged|signed) (?:in|on)\b|\blog(?:ging)?[- ]?in\b|\bautenticad\w+/gi, "login|authentication|key"],
  [
    /\b(?:leave|leaves|left|drop|drops|forget|forgets|cut|cuts) (?:something |things |out )?(?:of|from|out of) the context\b/gi,
    "$&|goes first",
  ],
  [/\brate[- ]?limit\w*|\boverloaded\b/gi, "$&|429|provider|fails"],
  [/\b(?:which|what) models?\b/gi, "models|providers|services"],
  [/\b(?:log|trace) files?\b|\bficheiros? de log\b/gi, "session|crashes|file"],
  [/\bafter (?:each|every|an) (?:edit|change)s?\b/gi, "$&|hook|PostToolUse"],
  [/\b(?:cost|costs|spend|spends|spent|money|price|custa|custo|gasta)\b/gi, "$&|cost"],
  [
    // Whether it stays where Waymark ends on its own is another question.
    /(?<!\b(?:crash|kill|clos|exit|power).*)\b(?:wip(?:e|es|ed|ing)|los(?:e|es|ing|t)|overw\w+|overrid\w+|destroy\w*|clobber\w*|throw\w* away|perd\w+|apag\w+|estrag\w+|sobrescr\w+)\b(?=.*\b(?:chang\w+|work|edit\w*|files?|typed|wrote|altera\w*|alterei|trabalho|mud\w+|ficheiros?)\b)/gi,
    "overwrites|safe",
  ],
  [/\bby hand\b|\bmyself\b|\bà mão\b|\ba mao\b/gi, "you|editor"],
  [/\b(?:windows|linux|mac(?:os)?|operating systems?|sistemas? operativos?)\b/gi, "linux|macos|windows|wsl"],
];

const WHOLE_LINES_MAX = 24;
const LINE_CHARACTERS_MAX = 400;

/** A section whole; of a very long one what answers best; and the words of the question that it does not hold. */
function stretchOf(
  heading: string,
  body: readonly string[],
  query: string,
): { readonly lines: readonly string[]; readonly missing: readonly string[] } {
  const ranking = createPassageRanking(query, { weights: "start" });
  ranking.add(splitSection({ path: "", line: 1, titles: [heading] }, body.join("\n")));
  const [best] = ranking.ranked(1);
  const told = body.filter((line) => line.trim() !== "");
  const isShort = told.length <= WHOLE_LINES_MAX || best === undefined;
  const shown = isShort ? told.slice(0, WHOLE_LINES_MAX) : best.lines.slice(...best.quote);
  return {
    lines: shown
      .filter((line) => line.trim() !== "")
      .map((line) => excerptOf(line, best?.held ?? [], LINE_CHARACTERS_MAX)),
    missing: best?.missing ?? [],
  };
}
