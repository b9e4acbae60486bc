import { rankByBm25 } from "../../../../engines/bm25/bm25.ts";
import type { Looking } from "../looking.ts";
import { formsOf } from "../reading/word-forms.ts";
import { type CitedLine, isComment } from "../result-text.ts";
import { type Answer, answered, cited, counted, type Intent, listed, search, unanswered } from "./answer.ts";
import { quoted, sectionsAbout } from "./documents.ts";

/** Questions about a subject in plain words. */
export const TOPIC_INTENTS: readonly Intent[] = [
  {
    id: "search",
    isOfTwo: true,
    means: "lines that hold a text",
    needs: "topic",
    forms:
      "search for X | search X | find X | grep X | look for X | which files contain X | where does X appear | which files mention X | procure X | busque X | onde aparece X | lines with X | find all occurrences of X | search for T | grep T | which files contain T | find T | find all T | where is T mentioned | search the word T",
    *answer({ things, topic, part }) {
      const wanted =
        things.find(({ kind }) => kind !== "folder")?.written ??
        /["'`]([^"'`]+)["'`]/.exec(part)?.[1] ??
        topic.join(" ");
      const path = things.length > 1 ? things.find(({ kind }) => kind === "folder")?.name : undefined;
      const { lines, total } = yield* search(wanted, { literal: true, ...(path === undefined ? {} : { path }) });
      if (lines.length > 0)
        return answered(
          listed(
            `Lines that contain "${wanted}", in ${counted(new Set(lines.map((line) => line.path)).size, "file")}`,
            lines.map(cited),
            total,
            30,
          ),
        );
      return yield* about(topic.length > 0 ? topic : [wanted], `No line contains "${wanted}" as it is.`);
    },
  },
  {
    id: "topic",
    isOfTwo: true,
    means: "what the files say of that subject",
    needs: "topic",
    forms:
      "how does T work | where is T done | how is T handled | what about T | where is T | where is T implemented | which function does T | show me the function that T | what is T | explain T | how are T processed | which programs handle T | como funciona T | onde esta T | where is T calculated | which code does T | tell me about T | what happens when T | why T | which program does T | what does T do | show me the code that handles T | where does T happen | which file is responsible for T | does it support T | is there support for T | how do i use T | what is the T | how is T implemented | which job does T | which screen does T | how does the code handle T | who handles T | where is T validated | how is T calculated | which programs are responsible for T | what validates T | qual programa trata de T | which class does T | where is the T logic | which function handles T | which module does T | what does the T job do | what does the T program do",
    answer: ({ words }) => about(words),
  },
];

const TOPIC_WORDS_MAX = 6;

const EXCERPTS_MAX = 12;

/**
 * The lines that speak of a subject: those first that hold more of its words, declare something, or are headings and
 * comments; what is found is said to be no more than that.
 */
export function* about(words: readonly string[], before?: string): Looking<Answer> {
  const wanted = [...new Set(words.flatMap((word) => word.split(/\s+/)).map((word) => word.toLowerCase()))]
    .filter((word) => word.length > 2)
    .slice(0, TOPIC_WORDS_MAX);
  if (wanted.length === 0) return unanswered(before ?? "That names nothing that could be looked up.");
  const subject = wanted.join(" ");
  const sections = yield* sectionsAbout(wanted.map(formsOf).join("|"), 3);
  const matching = sections.filter(({ heading }) =>
    wanted.every((word) => new RegExp(formsOf(word), "i").test(heading)),
  );
  const lines: CitedLine[] = [];
  for (const word of wanted) {
    const found = yield* search(formsOf(word), { limit: 400 });
    lines.push(...found.lines);
  }
  const rows = rankLines(wanted, lines);
  if (rows.length === 0 && matching.length === 0)
    return unanswered(
      before,
      `Nothing in the files here speaks of ${subject}: neither a name nor a line holds ${wanted.length > 1 ? "these words" : "that word"}.`,
    );
  const all = rows.filter(({ share }) => share === 1);
  const shown = all.length > 0 ? all : rows;
  const partly =
    all.length === 0 && wanted.length > 1 ? `No line holds all of "${subject}"; these hold most of it.` : "";
  const files = fileCounts(shown.map(({ line }) => line));
  return answered(
    before,
    `By a text search for "${subject}", not by understanding it:`,
    ...matching.slice(0, 1).map(quoted),
    partly,
    listed("Files that speak of it most", files, files.length, 5),
    listed(
      "Lines",
      shown.map(({ line }) => cited(line)),
      shown.length,
      EXCERPTS_MAX,
    ),
  );
}

function rankLines(
  wanted: readonly string[],
  lines: readonly CitedLine[],
): readonly { readonly line: CitedLine; readonly share: number }[] {
  const unique = [...new Map(lines.map((line) => [`${line.path}:${line.line}`, line])).values()];
  const forms = wanted.map((word) => new RegExp(formsOf(word), "i"));
  // Rare words tell more than frequent ones.
  const order = new Map(
    rankByBm25(
      wanted.join(" "),
      unique.map(({ path, text }) => [
        { text: text.replace(/([a-z])([A-Z])/g, "$1 $2"), weight: 1 },
        { text: path, weight: 0.5 },
      ]),
    ).map(({ documentIndex, score }) => [documentIndex, score]),
  );
  return unique
    .map((line, index) => {
      const share = forms.filter((form) => form.test(line.text) || form.test(line.path)).length / forms.length;
      const isTest = /(?:^|\/)(?:tests?|e2e-tests|fixtures)\/|\.test\.|CHANGELOG|package-lock|\.lock$/i.test(line.path);
      const weight =
        share * 10 +
        (DECLARING.test(line.text) ? 4 : 0) +
        (isComment(line.path, line.text) || /^#/.test(line.text) ? 2 : 0) +
        Math.min(order.get(index) ?? 0, 5) -
        (isTest ? 5 : 0);
      return { line, share, weight };
    })
    .sort((one, other) => other.weight - one.weight);
}

const DECLARING =
  /^\s*(?:export\s+)?(?:default\s+|async\s+|public\s+|private\s+|static\s+)*(?:function|class|interface|type|def|fn|func|const)\s+\w|PROGRAM-ID\.|^.{7}[A-Z0-9][A-Z0-9-]*(?:\s+SECTION)?\.\s*$|^\/\/\S+\s+JOB\b/;

function fileCounts(lines: readonly CitedLine[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { path } of lines) counts.set(path, (counts.get(path) ?? 0) + 1);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([path, count]) => `${path}: ${counted(count, "line")}`);
}
