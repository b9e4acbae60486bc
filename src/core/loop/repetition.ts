import type { CallResult, ToolCall } from "../protocol/event.ts";
import type { AgentParts } from "./agent-parts.ts";
import type { RunLedger } from "./run-ledger.ts";

/** After so many equal failures the model is told; one more ends the run. */
const SAME_FAILURES_MAX = 3;
/** After so many failures of one tool in a row with the same words, whatever its arguments, the model is told (CD-70). */
const TOOL_FAILURES_MAX = 5;

/** After so many rounds that were the same to the last letter the run ends … */
const SAME_ROUNDS_MAX = 5;
/** … and after so many the model is told; also of a circle of a few rounds, which only the limit of steps ends. */
const SAME_ROUNDS_TOLD = 3;
const CIRCLE_MAX = 4;
/** Whoever makes the same call again after this long waits for something. */
const WAITING_MS = 5_000;

/**
 * Notes how a call ended; says whether the model must be told, or has been told and did it again. Only the same failure counts: a
 * command whose output changes, or a search that names another file each time, gets somewhere.
 */
export function noteRepetition(call: ToolCall, result: CallResult, { failures }: RunLedger): "fine" | "tell" | "stop" {
  const keys = [`${call.name} ${JSON.stringify(call.input)}`, `every ${call.name}`] as const;
  if (!result.failed) {
    for (const key of keys) failures.delete(key);
    return "fine";
  }
  const text = withoutTimes(result.text);
  const [count = 0, ofTool = 0] = keys.map((key) => {
    const last = failures.get(key);
    const times = last?.text === text ? last.times + 1 : 1;
    failures.set(key, { text, times });
    return times;
  });
  if (count > SAME_FAILURES_MAX) return "stop";
  return count === SAME_FAILURES_MAX || ofTool % TOOL_FAILURES_MAX === 0 ? "tell" : "fine";
}

/** The same tests fail in another number of milliseconds each time. */
function withoutTimes(text: string): string {
  return text.replace(
    /(?<!\d|\d[.,:])\d+(?:[.,:]\d+)*\s?(?:ns|[µm]?s|sec(?:ond)?s?|min(?:ute)?s?)\b|\b\d{1,2}:\d{2}:\d{2}(?:\.\d+)?/g,
    "",
  );
}

/**
 * Notes the calls of one reply with their results; says whether the model goes in a circle: the same calls with the same
 * results, or the same few in turn.
 */
export function noteRound(
  calls: readonly ToolCall[],
  results: readonly CallResult[],
  ledger: RunLedger,
): "fine" | "tell" | "stop" {
  const { rounds } = ledger;
  if (results.some((result) => result.durationMs > WAITING_MS)) {
    rounds.length = 0;
    return "fine";
  }
  // The results as they are: to write a long one anew, only to compare it, would cost more than the call.
  rounds.push(
    calls.map(({ name, input }, index) => `${JSON.stringify([name, input])}\n${results[index]?.text}`).join("\n"),
  );
  if (rounds.length > CIRCLE_MAX * SAME_ROUNDS_MAX) rounds.shift();
  if (isCircle(rounds, 1, SAME_ROUNDS_MAX)) return "stop";
  for (let length = 1; length <= CIRCLE_MAX; length++) {
    // Told once: at the end of the third time round, not after each round that follows.
    if (isCircle(rounds, length, SAME_ROUNDS_TOLD) && !isCircle(rounds.slice(0, -1), length, SAME_ROUNDS_TOLD))
      return "tell";
  }
  return "fine";
}

/** Whether the last rounds are the same `length` ones, `times` times. */
function isCircle(rounds: readonly string[], length: number, times: number): boolean {
  const last = rounds.slice(-length * times);
  return last.length === length * times && last.every((round, index) => round === last[index % length]);
}

const STOP = "Stop";
const ADVICE: Readonly<Record<string, string>> = {
  "Try another approach": "The user says: try another approach.",
  "Gather information first": "The user says: gather information first, then decide.",
  Continue: "The user says: go on.",
};

/**
 * Asks the person what to do about calls that fail again and again; with nobody there the model is warned.
 * @returns what the model is told, or that the run is to stop
 */
export async function askAboutRepetition(
  names: readonly string[],
  what: "failing" | "circle",
  { ports, signal }: Pick<AgentParts, "ports" | "signal">,
): Promise<{ readonly text: string } | "stop"> {
  const tools = [...new Set(names)].join(", ");
  const question = `${what === "failing" ? `Calls of ${tools} fail again and again.` : `The same calls of ${tools} give the same results again and again.`} What should be done?`;
  const options = [...Object.keys(ADVICE), STOP];
  const answer = (await ports.asker.ask({ question, options }, signal))?.trim();
  if (answer === STOP) return "stop";
  if (!answer) return { text: what === "failing" ? REPETITION_WARNING : CIRCLE_WARNING };
  return { text: ADVICE[answer] ?? `The user says: ${answer}` };
}

export const REPETITION_WARNING =
  "These calls fail again and again. Do not make them again as they are: change the arguments, take another tool, or finish and say what blocks you.";

const CIRCLE_WARNING =
  "You make the same calls again and again, and the results are the same. Use what you have, do something else, or finish; to wait for something, run a command that waits.";
