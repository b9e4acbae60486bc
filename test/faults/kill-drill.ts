import { once } from "node:events";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSession } from "../../src/adapters/sessions/read-session.ts";
import { eventLines } from "../../src/frontends/headless/event-json.ts";
import { BUG_FIX_FLAGS, BUG_FIX_REPLIES, bugFixPlace, FIXED_LINE } from "../e2e/bug-fix-scenario.ts";
import { startOpenAiChat } from "../e2e/provider-servers/openai-chat.ts";
import type { WireServer } from "../e2e/provider-servers/wire-server.ts";
import { jsonLines, type Place, runWaymark, startWaymark } from "../e2e/run-waymark.ts";

/** What a drill counted. Every list is empty when all promises were kept. */
export interface DrillCount {
  /** Rounds in which the process was still there to be killed. */
  killed: number;
  /** Whole lines that reached standard output, of all rounds. */
  shown: number;
  /** Logs whose last line was torn by the kill. */
  torn: number;
  /** Runs that went on with `-r`, and ended well. */
  continued: number;
  /** Lines that were shown and are not in the log. */
  readonly lost: string[];
  /** Logs with damage that is no torn tail, files that are neither old nor new, continuations that failed. */
  readonly broken: string[];
  /** Calls that went to the model without exactly one result. */
  readonly unpaired: string[];
}

/** When a run is killed: at this part of its usual time, or so long after that line of its output. */
type Moment = { readonly share: number } | { readonly line: number; readonly afterMs: number };

/** Of a whole run; one more, so that some are met at their end. */
const LINES = 14;
const JITTER_MS = 120;
const GO_ON = "go on";
const TARGET = "total.mjs";

/**
 * Runs of the built program that read, run a test, edit and report, each killed at another moment; afterwards the log is
 * compared with what was shown, and the session is continued. Half of the moments are spread over the time of a whole run,
 * half over its events: those come late enough on a machine that has become slow meanwhile.
 * @param options.workers  how many runs there are at a time; each works in a folder of its own
 */
export async function drillKills(options: {
  readonly kills: number;
  readonly workers: number;
  readonly onRound?: (rounds: number, count: DrillCount) => void;
}): Promise<DrillCount> {
  const count: DrillCount = { killed: 0, shown: 0, torn: 0, continued: 0, lost: [], broken: [], unpaired: [] };
  const server = await startOpenAiChat(({ body }) => replyTo(body, count));
  try {
    let next = 0;
    let done = 0;
    const work = async (): Promise<void> => {
      const drill = new Drill(server, count);
      try {
        await drill.measure();
        while (next < options.kills) {
          const round = next++;
          // Co-prime steps, so that each worker meets early and late moments alike.
          const share = (((round * 617) % options.kills) + Math.random()) / options.kills;
          const moment = round % 2 === 0 ? { share } : { line: 1 + ((round >> 1) % LINES), afterMs: share * JITTER_MS };
          await drill.round(`kill-${round}`, moment);
          options.onRound?.(++done, count);
        }
      } finally {
        drill.place.remove();
      }
    };
    await Promise.all(Array.from({ length: options.workers }, work));
  } finally {
    await server.close();
  }
  return count;
}

interface WireMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_calls?: readonly { readonly id: string }[];
  readonly tool_call_id?: string;
}

/** The script begins anew with each run: the rounds since the last prompt say where it stands. */
function replyTo(body: string, count: DrillCount): (typeof BUG_FIX_REPLIES)[number] {
  const { messages } = JSON.parse(body) as { messages: readonly WireMessage[] };
  const made = messages.flatMap((message) => message.tool_calls?.map(({ id }) => id) ?? []);
  const ended = messages.flatMap((message) => message.tool_call_id ?? []);
  if (JSON.stringify(made) !== JSON.stringify(ended)) count.unpaired.push(`calls ${made}, results ${ended}`);
  const lastPrompt = messages.findLastIndex(({ role }) => role === "user");
  if (JSON.stringify(messages[lastPrompt]?.content).includes(GO_ON)) return { text: "done" };
  const rounds = messages.slice(lastPrompt).filter((message) => message.tool_calls).length;
  return BUG_FIX_REPLIES[Math.min(rounds, BUG_FIX_REPLIES.length - 1)] ?? {};
}

/** One worker's folder, and the rounds in it. */
class Drill {
  readonly place: Place = bugFixPlace();
  readonly #count: DrillCount;
  readonly #environment: Record<string, string>;
  readonly #before: string;
  /** How long the last runs took that nobody killed; follows the load of the machine. */
  #wholeMs = 0;

  constructor(server: WireServer, count: DrillCount) {
    this.#count = count;
    this.#environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" };
    this.#before = this.#target();
  }

  async measure(): Promise<void> {
    const started = performance.now();
    await runWaymark(this.#arguments("fix it"), { ...this.place, environment: this.#environment });
    this.#wholeMs = performance.now() - started;
  }

  async round(id: string, moment: Moment): Promise<void> {
    writeFileSync(join(this.place.cwd, TARGET), this.#before);
    const child = startWaymark(this.#arguments("fix it", "--session-id", id), {
      ...this.place,
      environment: this.#environment,
    });
    child.stdin?.end();
    let shown = "";
    const started = performance.now();
    const kill = (): void => void child.kill("SIGKILL");
    let timer = "share" in moment ? setTimeout(kill, this.#wholeMs * moment.share) : undefined;
    child.stdout?.on("data", (chunk: Buffer) => {
      shown += chunk.toString("utf8");
      if ("line" in moment && shown.split("\n").length > moment.line) timer ??= setTimeout(kill, moment.afterMs);
    });
    const [, signal] = (await once(child, "close")) as [number | null, string | null];
    clearTimeout(timer);
    if (signal === "SIGKILL") this.#count.killed++;
    else this.#wholeMs = (this.#wholeMs + performance.now() - started) / 2;
    const now = this.#target();
    if (now !== this.#before && !now.includes(FIXED_LINE)) this.#count.broken.push(`${id}: ${TARGET} is half written`);
    const path = globSync(join(this.place.home, "waymark", "state", "sessions", "*", `${id}.jsonl`))[0];
    this.#checkLog(id, path, shown);
    if (path !== undefined) await this.#goOn(id, path);
  }

  /** Each whole line that reached standard output must be in the log; a torn last line of either was never acknowledged. */
  #checkLog(id: string, path: string | undefined, shown: string): void {
    const lines = jsonLines(shown.slice(0, shown.lastIndexOf("\n") + 1)).map((line) => JSON.stringify(line));
    this.#count.shown += lines.length;
    if (path === undefined) {
      this.#count.lost.push(...lines);
      return;
    }
    const { events, problems, wholeBytes, totalBytes } = readSession(path);
    if (problems.length > 0) this.#count.broken.push(`${id}: ${JSON.stringify(problems)}`);
    if (totalBytes > wholeBytes) this.#count.torn++;
    const frame = { sessionId: id, cwd: this.place.cwd, includePartial: false };
    const kept = new Set(events.flatMap((event) => eventLines(event, frame)).map((line) => JSON.stringify(line)));
    this.#count.lost.push(...lines.filter((line) => !kept.has(line)).map((line) => `${id}: ${line}`));
  }

  async #goOn(id: string, path: string): Promise<void> {
    const before = readSession(path).events.length;
    const args = this.#arguments(GO_ON, "-r", id);
    const { code, stderr } = await runWaymark(args, { ...this.place, environment: this.#environment });
    const { events, problems } = readSession(path);
    const isWhole = problems.length === 0 && events.length > before && events.at(-1)?.type === "run-end";
    if (code === 0 && isWhole) this.#count.continued++;
    else this.#count.broken.push(`${id}: going on ended with ${code}: ${stderr} ${JSON.stringify(problems)}`);
  }

  #arguments(prompt: string, ...more: readonly string[]): readonly string[] {
    return ["-p", prompt, "-m", "openai-compatible/m", "--output-format", "stream-json", ...BUG_FIX_FLAGS, ...more];
  }

  #target(): string {
    return readFileSync(join(this.place.cwd, TARGET), "utf8");
  }
}
