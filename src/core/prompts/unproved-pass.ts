import { FAILED, PASSED } from "../../base/test-lines.ts";
import type { RecordedEvent } from "../protocol/event.ts";

/** A sentence that says that tests pass. */
const CLAIMS: readonly RegExp[] = [
  /\b(?:tests?|checks?|specs?|suite)\b[^.\n]{0,40}\b(?:pass(?:es|ed|ing)?|succeeds?|(?:is|are) (?:all |now )*(?:green|ok))\b/i,
  /\b(?:all|everything)\b[^.\n]{0,20}\b(?:pass(?:es|ed|ing)?|green)\b/i,
  /\b(\d+)(?:\/| of )\1\b[^.\n]{0,20}\bpass/i,
  /\b(?:testes|verificações|suíte)\b[^.\n]{0,40}\bpass(?:a|am|aram|ou|ando)\b/i,
  /\btudo\b[^.\n]{0,20}\b(?:passa|passou|verde)\b/i,
];
/** What makes of such a sentence an honest one, a wish or a condition. */
const HEDGES =
  /\b(?:not?|never|cannot|fails?|failed|failing|failures?|except|but|should|would|could|once|until|unless|if|when|whether|before|não|nunca|falha|falham|falhou|falharam|exceto|mas|deve|devem|deveria|se|quando|até)\b|n't\b/i;

const SHOWN_CHARS_MAX = 120;

/** The last output of this run that tells of failures, until one of the same command, or of any tests, tells of none. */
interface Failure {
  readonly command: string;
  readonly line: string;
}

/**
 * What a model is told whose answer says that tests pass, though the last that were shown to it failed.
 * @returns undefined where the answer claims nothing, or what it was shown agrees
 */
export function unprovedPass(answer: string, history: readonly RecordedEvent[]): string | undefined {
  if (!claimsPass(answer)) return undefined;
  const failure = lastFailure(history.slice(history.findLastIndex((event) => event.type === "run-start") + 1));
  if (failure === undefined) return undefined;
  return `Your answer says that tests pass, but the last that were shown did not: \`${failure.command}\` printed "${failure.line}", and nothing since has shown that they pass. Run them again now, or answer with what still fails.`;
}

function claimsPass(answer: string): boolean {
  const sentences = answer.split(/(?<=[.!?])\s|\n/);
  return sentences.some((sentence) => !HEDGES.test(sentence) && CLAIMS.some((claim) => claim.test(sentence)));
}

function lastFailure(events: readonly RecordedEvent[]): Failure | undefined {
  const commands = new Map<string, string>();
  let last: Failure | undefined;
  for (const event of events) {
    if (event.type === "call-start" && event.display.kind === "command")
      commands.set(event.call.id, event.display.command);
    const command = event.type === "call-end" ? commands.get(event.result.callId) : undefined;
    if (event.type !== "call-end" || command === undefined) continue;
    const { text, failed } = event.result;
    const line = FAILED.exec(text)?.[0];
    if (line !== undefined) last = { command: shown(command), line: shown(line.trim()) };
    else if (last !== undefined && !failed && (PASSED.test(text) || isSame(command, last.command))) last = undefined;
  }
  return last;
}

/** Whether both run the same program in the same way, whatever their output goes through. */
function isSame(one: string, other: string): boolean {
  return one.includes(programOf(other));
}

const programOf = (command: string): string =>
  command
    .replace(/^cd [^;&|]*(?:&&|;)/, "")
    .split(/[|;&<>]|\d>/, 1)[0]
    ?.trim()
    .split(/\s+/)
    .slice(0, 2)
    .join(" ") ?? command;

const shown = (text: string): string => {
  const line = text.split("\n", 1)[0] ?? "";
  return line.length > SHOWN_CHARS_MAX ? `${line.slice(0, SHOWN_CHARS_MAX)}…` : line;
};
