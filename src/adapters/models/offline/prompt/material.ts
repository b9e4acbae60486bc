import { asksForChange } from "../../../../core/prompts/asks-for-change.ts";
import { type ChangedFile, changedFiles, diffStretches } from "../../../../engines/reduce/diff.ts";
import { type Answer, answered, unanswered } from "../answers/answer.ts";
import type { Looking } from "../looking.ts";
import { isPortuguese, plain } from "../reading/tokens.ts";
import { ENGLISH, type MaterialFrames, PORTUGUESE } from "./material-frames.ts";

/** What was given with a prompt to be looked at: piped in or pasted. None of its lines is a question. */
export interface Material {
  readonly kind: "diff" | "log" | "text";
  readonly lines: readonly string[];
}

/** Shorter texts are read as what is asked: a message that somebody pasted is looked up in the code. */
const TEXT_LINES_MIN = 12;
const LOG_SHARE_MIN = 0.3;
const QUESTIONS_SHARE_MAX = 0.2;

/** What a question may have; its readers try its words by each other, and a longer text is hardly one. */
const QUESTION_CHARS_MAX = 2000;

/** A prompt in its two parts. */
export interface Given {
  readonly asked: string;
  /** Of what is asked, the characters behind `asked`, which nobody reads. */
  readonly beyond: number;
  readonly material?: Material;
}

/** Parts a prompt into what is asked, as far as it is read, and what was given with it. */
export function readMaterial(prompt: string): Given {
  const { asked: whole, material } = parted(prompt);
  const head = whole.slice(0, QUESTION_CHARS_MAX);
  const asked = head === whole ? whole : head.replace(/\s\S*$/, "");
  return { asked, beyond: whole.length - asked.length, ...(material && { material }) };
}

type Parted = Pick<Given, "asked" | "material">;

function parted(prompt: string): Parted {
  const text = prompt.replace(/\r\n/g, "\n");
  const stretches = diffStretches(text);
  const diff = stretches.findIndex(
    ({ isDiff, lines }) => isDiff && lines.some((line) => line.startsWith("@@ ") || line.startsWith("diff --git ")),
  );
  if (diff >= 0) {
    const before = stretches.slice(0, diff).flatMap(({ lines }) => lines);
    const [asked = ""] = before.join("\n").split(/\n\s*\n|^commit [\da-f]{7,}/m);
    return {
      asked: asked.trim(),
      material: { kind: "diff", lines: stretches.slice(diff).flatMap(({ lines }) => lines) },
    };
  }
  const [, first = "", rest = ""] = /^([\s\S]*?)\n\s*\n([\s\S]*)$/.exec(text) ?? [];
  return materialIn(text, "") ?? materialIn(rest, first.trim()) ?? { asked: prompt };
}

/** What a text is, where it is no question. */
function materialIn(text: string, asked: string): Parted | undefined {
  const lines = text.trimEnd().split("\n");
  const said = lines.filter((line) => line.trim() !== "");
  const share = (form: RegExp): number => said.filter((line) => form.test(line)).length / Math.max(1, said.length);
  if (said.length >= TEXT_LINES_MIN && share(OF_LOG) >= LOG_SHARE_MIN && OF_LOG.test(said[0] ?? ""))
    return { asked, material: { kind: "log", lines } };
  const isText = asked !== "" && said.length >= TEXT_LINES_MIN && share(/\?\s*$/) <= QUESTIONS_SHARE_MAX;
  return isText ? { asked, material: { kind: "text", lines } } : undefined;
}

const FRAME = /^\s+at \S.*[:(]|^\s*File ".*", line \d+|^\s+from \S+:\d+:in |^goroutine \d+ \[|^\s*\d+: 0x[\da-f]+ - /;
const FAULT =
  /\b(?:error|errors|fatal|panic|exception|traceback|failed|failure|abend|severe|critical)\b|\b\w+(?:Error|Exception)\b/i;
const WARNING = /\bwarn(?:ing)?s?\b/i;
const STAMPED =
  /^\W{0,2}(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\d\d:\d\d:\d\d\b|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|SEVERE)\b)/;
const OF_LOG = new RegExp(
  [STAMPED, FRAME, /^\w*(?:Error|Exception|Traceback)\b.*:/, /^\s*npm (?:ERR!|error)/]
    .map(({ source }) => source)
    .join("|"),
);

/** What can be said of material, and behind it the answer to what is asked of something else. */
export function* behindMaterial(
  asked: string,
  material: Material,
  answerAsked: () => Looking<Answer>,
): Looking<Answer> {
  const told = describe(material, asked);
  if (asked === "" || isOfMaterial(asked)) return told;
  const own = yield* answerAsked();
  return { ...own, text: `${told.text}\n\n${own.text}` };
}

/** Whether it asks only of what was given with it. */
const isOfMaterial = (asked: string): boolean =>
  (!asked.includes("?") && asked.split(/\s+/).length <= OF_IT_WORDS_MAX) || OF_MATERIAL.test(plain(asked));

/** So short a request names nothing beside it: "summarise this", "review". */
const OF_IT_WORDS_MAX = 3;
const OF_MATERIAL =
  /\b(?:this|these|that|it|above|below|piped|diff|patch|log|logs|output|input|stdin|trace|stack ?trace|changes?|changed|summari[sz]e|review|isto|isso|este|esta|estes|estas|entrada|alterac(?:ao|oes)|mudancas?|resum[aoe]|revej[ao])\b/;

function describe(material: Material, asked: string): Answer {
  const frames = isPortuguese(asked) || OF_PORTUGUESE.test(plain(asked)) ? PORTUGUESE : ENGLISH;
  if (material.kind === "diff") return ended(asked, frames, ...ofDiff(material.lines, frames));
  if (material.kind === "log") return ended(asked, frames, ...ofLog(material.lines, frames));
  return unanswered(
    frames.text(material.lines.length, material.lines.join("\n").length),
    ...firstOf(material.lines),
    frames.ownWords,
  );
}

const OF_PORTUGUESE = /^(?:resum|revej|revis|expli(?:que|ca)\b)/;

/** A change is not made, whatever was said of what it is asked of. */
const ended = (asked: string, frames: MaterialFrames, ...text: readonly string[]): Answer =>
  (asksForChange(asked) ? unanswered : answered)(...text, frames.ownWords);

const FILES_MAX = 20;
const HEADINGS_MAX = 4;
const HEADING_CHARS_MAX = 60;

function ofDiff(lines: readonly string[], frames: MaterialFrames): readonly string[] {
  const files = changedFiles(lines);
  const sum = (count: (file: ChangedFile) => number): number => files.reduce((total, file) => total + count(file), 0);
  const rows = files.map(({ name, added, removed, headings }) => {
    const shown = headings.slice(0, HEADINGS_MAX).map((heading) => shortened(heading, HEADING_CHARS_MAX));
    const more = headings.length > HEADINGS_MAX ? `, … ${headings.length - HEADINGS_MAX}` : "";
    return `- ${name}: +${added} -${removed}${shown.length === 0 ? "" : ` — ${frames.within} ${shown.join(", ")}${more}`}`;
  });
  return [
    frames.diff(
      files.length,
      sum(({ added }) => added),
      sum(({ removed }) => removed),
    ),
    ...shownOf(rows, FILES_MAX, frames),
  ];
}

const FAULTS_MAX = 8;
const FRAMES_MAX = 6;
const LINE_CHARS_MAX = 160;

function ofLog(lines: readonly string[], frames: MaterialFrames): readonly string[] {
  const rows = (form: RegExp, not?: RegExp): readonly string[] =>
    lines.flatMap((line, index) =>
      form.test(line) && not?.test(line) !== true ? [`- ${index + 1}: ${shortened(line.trim(), LINE_CHARS_MAX)}`] : [],
    );
  const faults = rows(FAULT, FRAME);
  const calls = rows(FRAME);
  const warnings = rows(WARNING, FAULT).length;
  return [
    frames.log({ lines: lines.length, faults: faults.length, warnings, calls: calls.length }),
    ...shownOf(faults, FAULTS_MAX, frames),
    ...(calls.length === 0 ? [] : [frames.calls, ...shownOf(calls, FRAMES_MAX, frames)]),
    ...(faults.length + calls.length === 0 ? firstOf(lines) : []),
  ];
}

const FIRST_MAX = 5;

const firstOf = (lines: readonly string[]): readonly string[] =>
  lines
    .filter((line) => line.trim() !== "")
    .slice(0, FIRST_MAX)
    .map((line) => `  ${shortened(line.trim(), LINE_CHARS_MAX)}`);

const shownOf = (rows: readonly string[], max: number, frames: MaterialFrames): readonly string[] =>
  rows.length <= max ? rows : [...rows.slice(0, max), frames.more(rows.length - max)];

const shortened = (text: string, max: number): string => (text.length <= max ? text : `${text.slice(0, max)}…`);
