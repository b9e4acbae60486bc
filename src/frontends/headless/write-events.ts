import { planNews } from "../../app/report/plan-news.ts";
import { recordedWords } from "../../app/words/recorded.ts";
import { spoken } from "../../app/words/spoken.ts";
import { phrase, type Words } from "../../base/phrase.ts";
import { BACKGROUND_TOPIC } from "../../core/loop/told-between.ts";
import { summarizeDisplay } from "../../core/protocol/display.ts";
import type { AgentEvent } from "../../core/protocol/event.ts";
import { type Outcome, whatFailed } from "../../core/protocol/outcome.ts";
import { WaitingLines } from "./waiting-lines.ts";

const COMMAND_CHARS_MAX = 200;

export type OutputFormat = "text" | "json" | "stream-json";

/** Where a headless run writes; standard output has only the answer or the events. */
export interface Streams {
  /** The answer, byte for byte in a pipe. */
  data(text: string): void;
  json(value: unknown): void;
  error(text: string): void;
  /** Where a program reads the answer: takes what is said in place of one. */
  readonly withoutAnswer?: (text: string) => void;
}

/** An event as public lines, in one of their shapes. */
export type EventLines = (event: AgentEvent) => readonly Readonly<Record<string, unknown>>[];

/** Consumes a run, writing it in the wanted form. @returns how it ended */
export async function writeEvents(
  events: AsyncIterable<AgentEvent>,
  format: OutputFormat,
  linesOf: EventLines,
  streams: Streams,
): Promise<Outcome | undefined> {
  const waiting = new WaitingLines((text) => streams.error(spoken(phrase`waymark: ${text}\n`)));
  try {
    return await write(events, format, linesOf, { streams, waiting });
  } finally {
    waiting.stop();
  }
}

async function write(
  events: AsyncIterable<AgentEvent>,
  format: OutputFormat,
  linesOf: EventLines,
  { streams, waiting }: { readonly streams: Streams; readonly waiting: WaitingLines },
): Promise<Outcome | undefined> {
  let outcome: Outcome | undefined;
  const starts = new Map<string, string>();
  const told = withNotices(linesOf);
  const tell = (event: AgentEvent): void => {
    const inner = innermost(event);
    if (inner.type === "call-start") starts.set(inner.call.id, callLine(inner));
    const note = noteFor(inner, starts);
    if (note) streams.error(`waymark: ${spoken(note)}\n`);
  };
  for await (const event of events) {
    waiting.push(event);
    const lines = told(event);
    if (format !== "stream-json") tell(event);
    if (event.type === "run-end") outcome = event.outcome;
    if (format === "text" && event.type === "run-end") writeAnswer(event.outcome, streams);
    if (isWritten(event, format)) for (const line of lines) streams.json(line);
  }
  return outcome;
}

const isWritten = ({ type }: AgentEvent, format: OutputFormat): boolean =>
  format === "stream-json" || (format === "json" && type === "run-end");

/** The same lines, the last of which tells once more what commands of the background did: it may be all that is read. */
function withNotices(linesOf: EventLines): EventLines {
  const notices: string[] = [];
  return (event) => {
    if (event.type === "note" && event.topic === BACKGROUND_TOPIC) notices.push(event.text);
    const lines = linesOf(event);
    if (event.type !== "run-end" || notices.length === 0) return lines;
    return lines.map((line) => ({ ...line, background_notices: notices }));
  };
}

/** What a sub-agent, or one of its own, did. */
const innermost = (event: AgentEvent): AgentEvent => (event.type === "agent-event" ? innermost(event.event) : event);

function writeAnswer(outcome: Outcome, { data, withoutAnswer = data }: Streams): void {
  (outcome.kind === "done" ? data : withoutAnswer)(answerText(outcome));
}

const answerText = ({ kind, text }: Outcome): string => (kind !== "model-failed" && text ? withNewline(text) : "");

/** What a person watching standard error wants to know while the answer is not there yet. */
function noteFor(event: AgentEvent, starts: ReadonlyMap<string, string>): Words | undefined {
  switch (event.type) {
    case "retry":
      return phrase`${whatFailed(event.failure)} Trying again in ${(event.delayMs / 1000).toFixed(1)} s (attempt ${event.attempt + 1} of ${event.attemptsMax}).`;
    case "approval":
      // What stands below the reason tells the model how it may go on.
      return event.allowed
        ? undefined
        : phrase`not allowed: ${starts.get(event.callId) ?? event.callId}: ${recordedWords(event.why.split("\n", 1)[0] ?? "")}`;
    case "note":
    case "status":
      return event.text === "" ? undefined : recordedWords(event.text);
    case "plan-update":
      return planText(event);
    default:
      return undefined;
  }
}

/** What a change of a plan says of itself. */
function planText({ planId, status, detail }: Extract<AgentEvent, { type: "plan-update" }>): Words | undefined {
  const isTold = typeof detail === "object" && detail !== null && "text" in detail && typeof detail.text === "string";
  return isTold ? planNews(planId, status, detail) : undefined;
}

/** What some calls show of themselves, those of a server for one, begins with their name. */
function callLine({ call, display }: Extract<AgentEvent, { type: "call-start" }>): string {
  const shown = oneLine(summarizeDisplay(display));
  return shown.startsWith(call.name) ? shown : `${call.name} ${shown}`;
}

/** A command of many lines by its first: the whole is in the log. */
function oneLine(text: string): string {
  const [first = "", ...more] = text.split("\n");
  return more.length === 0 && first.length <= COMMAND_CHARS_MAX ? first : `${first.slice(0, COMMAND_CHARS_MAX)} …`;
}

function withNewline(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}
