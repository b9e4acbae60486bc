import { cpSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { ExpectStatic } from "vitest";
import { startAnthropic } from "../e2e/provider-servers/anthropic.ts";
import { startGemini } from "../e2e/provider-servers/gemini.ts";
import { startOpenAiChat } from "../e2e/provider-servers/openai-chat.ts";
import { startOpenAiResponses } from "../e2e/provider-servers/openai-responses.ts";
import { type StackspotScript, type StackspotServer, startStackspot } from "../e2e/provider-servers/stackspot.ts";
import type { WireScript, WireServer } from "../e2e/provider-servers/wire-server.ts";
import { jsonLines, type Place, putFiles, runWaymark, type WaymarkRun } from "../e2e/run-waymark.ts";
import { Seat, type SeatOptions } from "../terminal/pseudo-terminal.ts";

/** The folder that a promise is tried in: new, or with a session, an index, trust, notes and a plan from before. */
export type State = "fresh" | "used";

type Environment = Readonly<Record<string, string>>;
type Files = Readonly<Record<string, string>>;

/** Each wire, with what makes a run speak it to a server at `url`. */
const WIRES = {
  chat: {
    start: startOpenAiChat,
    model: "openai-compatible/m",
    variables: (url: string): Environment => ({
      OPENAI_COMPATIBLE_BASE_URL: `${url}/v1`,
      OPENAI_COMPATIBLE_API_KEY: "k",
    }),
  },
  responses: {
    start: startOpenAiResponses,
    model: "openai/m",
    variables: (url: string): Environment => ({
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_API_KEY: "k",
      WAYMARK_OPENAI_API: "responses",
    }),
  },
  anthropic: {
    start: startAnthropic,
    model: "anthropic/m",
    variables: (url: string): Environment => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: "k" }),
  },
  gemini: {
    start: startGemini,
    model: "google/m",
    variables: (url: string): Environment => ({ GOOGLE_BASE_URL: url, GEMINI_API_KEY: "k" }),
  },
} as const;

const ESTATE = resolve(import.meta.dirname, "../fixtures/estate");

export type Wire = keyof typeof WIRES;
export const WIRE_NAMES = Object.keys(WIRES) as readonly Wire[];

export interface Question {
  readonly prompt?: string;
  readonly replies: WireScript;
  readonly flags?: readonly string[];
  readonly environment?: Environment;
  readonly stdin?: string;
  readonly wire?: Wire;
}

export interface WireMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly arguments: string } }[];
  readonly tool_call_id?: string;
}

/** What a server was sent, in the words of the chat wire. */
export interface WireBody {
  readonly model: string;
  readonly temperature?: number;
  readonly max_tokens?: number;
  readonly messages: readonly WireMessage[];
  readonly tools?: readonly {
    readonly function: { readonly name: string; readonly description: string; readonly parameters: object };
  }[];
}

export interface Answer extends WaymarkRun {
  readonly lines: readonly Record<string, unknown>[];
  /** The text of the last line. */
  readonly result: string;
  /** What each call gave the model, in the order of the calls. */
  readonly results: readonly { readonly text: string; readonly isError: boolean }[];
  readonly bodies: readonly WireBody[];
  /** The headers of each request. */
  readonly headers: readonly Readonly<Record<string, string | string[] | undefined>>[];
}

export interface Command {
  readonly args: readonly string[];
  readonly environment?: Environment;
  readonly stdin?: string;
}

export interface Sitting extends Partial<SeatOptions> {
  /** Replies of a scripted model; one that says "Nothing was asked." without. */
  readonly replies?: readonly object[];
  readonly args?: readonly string[];
  /** Without a model that is named; waited for is this text. */
  readonly bare?: string;
}

const SILENT = { text: "Nothing was asked." };

/** One row's place and the doors that it may use; the runner clears it away. */
export class Stage {
  readonly expect: ExpectStatic;
  readonly state: State;
  readonly cwd: string;
  readonly home: string;
  readonly #leftovers: (() => unknown)[] = [];

  constructor(expect: ExpectStatic, state: State, { cwd, home }: Place) {
    this.expect = expect;
    this.state = state;
    this.cwd = cwd;
    this.home = home;
  }

  /** Makes files of the working folder. */
  put(files: Files): void {
    putFiles(this.cwd, files);
  }

  /** Makes files of the person's home. */
  putHome(files: Files): void {
    putFiles(this.home, files);
  }

  /** The small bank of test/fixtures/estate: COBOL, JCL, DDL, BMS and their like. */
  putEstate(): void {
    cpSync(ESTATE, this.cwd, { recursive: true });
  }

  /** The person's own settings, all of them. */
  configure(settings: object): void {
    this.putHome({ "waymark/config/config.json": JSON.stringify(settings) });
  }

  read(path: string): string {
    return readFileSync(join(this.cwd, path), "utf8");
  }

  readHome(path: string): string {
    return readFileSync(join(this.home, path), "utf8");
  }

  /** The permission bits of what stands in the home. */
  modeOf(path: string): number {
    return statSync(join(this.home, path)).mode & 0o777;
  }

  has(path: string): boolean {
    return existsSync(join(this.cwd, path));
  }

  list(path = "."): string[] {
    return readdirSync(join(this.cwd, path)).toSorted();
  }

  run(...args: readonly string[]): Promise<WaymarkRun> {
    return this.command({ args });
  }

  command({ args, ...rest }: Command): Promise<WaymarkRun> {
    return runWaymark(args, { cwd: this.cwd, home: this.home, ...rest });
  }

  /** One tool without a model. @returns what it printed, on both streams */
  async tool(name: string, input: object, ...flags: readonly string[]): Promise<{ text: string; isError: boolean }> {
    const { code, stdout, stderr } = await this.run("tool", "run", name, JSON.stringify(input), ...flags);
    return { text: stdout + stderr, isError: code !== 0 };
  }

  /** A tool that changes something, with leave. */
  act(name: string, input: object): Promise<{ text: string; isError: boolean }> {
    return this.tool(name, input, "--permission-mode", "bypassPermissions");
  }

  /** Calls of a model one after the other, in one start. @returns what each gave it */
  async calls(
    calls: readonly { readonly name: string; readonly input: object }[],
    ...flags: readonly string[]
  ): Promise<Answer["results"]> {
    const replies = [...calls.map((call) => ({ calls: [call] })), { text: "done" }];
    const { results, stderr } = await this.ask({ replies, flags });
    this.expect(results, stderr).toHaveLength(calls.length);
    return results;
  }

  /** A file of replies in the home. @returns the name of the model that plays it */
  script(replies: readonly object[]): string {
    const name = `script-${Math.random().toString(36).slice(2)}.json`;
    this.putHome({ [name]: JSON.stringify(replies) });
    return `scripted/${join(this.home, name)}`;
  }

  async serve(script: WireScript, wire: Wire = "chat"): Promise<WireServer & { readonly environment: Environment }> {
    const server = await WIRES[wire].start(script);
    this.defer(() => server.close());
    return { ...server, environment: WIRES[wire].variables(server.url) };
  }

  async stackspot(script: StackspotScript): Promise<StackspotServer> {
    const server = await startStackspot(script);
    this.defer(() => server.close());
    return server;
  }

  /** One prompt to a loopback model. */
  async ask({ prompt = "go", replies, flags = [], environment, stdin, wire = "chat" }: Question): Promise<Answer> {
    const server = await this.serve(replies, wire);
    const named = flags.includes("-m") ? [] : ["-m", WIRES[wire].model];
    const done = await this.command({
      args: ["-p", prompt, ...named, "--output-format", "stream-json", ...flags],
      environment: { ...server.environment, ...environment },
      ...(stdin !== undefined && { stdin }),
    });
    await server.close();
    const lines = jsonLines(done.stdout);
    return {
      ...done,
      lines,
      result: String(lines.at(-1)?.["result"] ?? ""),
      results: lines.filter((line) => line["type"] === "user").flatMap(resultsIn),
      bodies: server.requests.map(({ body }) => JSON.parse(body) as WireBody),
      headers: server.requests.map(({ headers }) => headers),
    };
  }

  /** A seat at a terminal of its own, once the prompt is there. */
  async sit({ replies, args = [], bare, ...rest }: Sitting = {}): Promise<Seat> {
    const isNamed = bare !== undefined || (replies === undefined && args.includes("-m"));
    const model = isNamed ? undefined : this.script(replies ?? [SILENT]);
    const named = model === undefined ? args : ["-m", model, ...args];
    const seat = new Seat(named, { cwd: this.cwd, home: this.home, columns: 120, rows: 40, ...rest });
    this.defer(() => seat.close());
    await seat.until(bare ?? model?.slice(-10) ?? args[args.indexOf("-m") + 1] ?? "");
    return seat;
  }

  /** What must be cleared away after the row, the last first. */
  defer(action: () => unknown): void {
    this.#leftovers.push(action);
  }

  async clear(): Promise<void> {
    for (const action of this.#leftovers.splice(0).toReversed()) await action();
  }
}

interface ResultPart {
  readonly type: string;
  readonly content?: unknown;
  readonly is_error?: boolean;
}

function resultsIn(line: Record<string, unknown>): { text: string; isError: boolean }[] {
  const { content } = line["message"] as { content: readonly ResultPart[] };
  return content
    .filter(({ type }) => type === "tool_result")
    .map(({ content: text, is_error }) => ({
      text: typeof text === "string" ? text : JSON.stringify(text),
      isError: is_error === true,
    }));
}

/** Sends a prompt and waits for an answer that did not stand there before, and for the end of the run. */
export async function say(seat: Seat, prompt: string, answer: string): Promise<string> {
  const answers = (text: string): number => text.split(answer).length;
  seat.type(prompt);
  const before = answers(await seat.until(prompt));
  seat.type("\r");
  return seat.until((text) => answers(text) > before && !text.includes("Esc cancels"));
}

/** Longer than the guard that keeps stray keys from answering a question. */
const GUARD_MS = 700;

/** Answers a question of the terminal by a key. */
export async function answer(seat: Seat, question: string | RegExp, key: string): Promise<void> {
  await seat.until(question);
  await new Promise((done) => setTimeout(done, GUARD_MS));
  seat.type(key);
}
