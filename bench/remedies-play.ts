// A model that climbs ladders of tries, and takes what is told below a failed result in place of the next look.
import { spawn } from "node:child_process";
import { createServer, type Server } from "node:http";
import { resolve } from "node:path";
import type { Try } from "./remedies-scenes.ts";

/** What one session came to. */
export interface Played {
  readonly requests: number;
  readonly failedCalls: number;
  readonly bytes: number;
  /** How often something was told, and how often it then failed as well. */
  readonly told: number;
  readonly toldWrongly: number;
}

export interface Session {
  readonly cwd: string;
  readonly home: string;
  readonly hasRemedies: boolean;
  readonly ladders: readonly (readonly Try[])[];
}

const TOLD = /\(Met here before: (?:(.+) worked(?: in \S+)? in place of (.+)|it worked without (.+))\.\)/;
const STILL_WRONG = /\(exit code 127\)|missing script|no rule to make|does not exist|no such file|unknown command/i;

/** Plays one session through the built program. @throws when it fails */
export async function playSession({ cwd, home, hasRemedies, ladders }: Session): Promise<Played> {
  const climber = new Climber(ladders);
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const body = Buffer.concat(chunks);
      outgoing.writeHead(200, { "content-type": "text/event-stream" });
      outgoing.end(climber.answer(body));
    });
  });
  const port = await listening(server);
  try {
    const failedCalls = await run(cwd, {
      PATH: process.env["PATH"],
      HOME: home,
      WAYMARK_HOME: home,
      WAYMARK_REMEDIES: String(hasRemedies),
      OPENAI_COMPATIBLE_BASE_URL: `http://127.0.0.1:${port}/v1`,
    });
    return { ...climber.counts, failedCalls };
  } finally {
    server.close();
  }
}

/** @returns how many calls failed */
function run(cwd: string, environment: NodeJS.ProcessEnv): Promise<number> {
  const flags = ["--permission-mode", "bypassPermissions", "--output-format", "stream-json"];
  const args = [resolve("dist/main.js"), "-p", "go", "-m", "openai-compatible/mock", ...flags];
  const child = spawn(process.execPath, args, { cwd, env: environment, stdio: ["ignore", "pipe", "pipe"] });
  let [output, errors] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString("utf8")));
  return new Promise((done, fail) =>
    child.once("close", (code) =>
      code === 0
        ? done(output.match(/"is_error":true/g)?.length ?? 0)
        : fail(new Error(`ended with ${code}: ${errors}`)),
    ),
  );
}

const listening = (server: Server): Promise<number> =>
  new Promise((done) =>
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      done(typeof address === "object" && address !== null ? address.port : 0);
    }),
  );

class Climber {
  readonly counts = { requests: 0, bytes: 0, told: 0, toldWrongly: 0 };
  readonly #ladders: readonly (readonly Try[])[];
  #ladder = 0;
  #rung = 0;
  #last: Try | undefined;
  #isTaken = false;

  constructor(ladders: readonly (readonly Try[])[]) {
    this.#ladders = ladders;
  }

  answer(body: Buffer): string {
    this.counts.requests++;
    this.counts.bytes += body.length;
    const { messages } = JSON.parse(body.toString("utf8")) as { messages: { role: string; content: unknown }[] };
    const last = messages.at(-1);
    const next = last?.role === "tool" ? this.#after(String(last.content)) : this.#next();
    if (next === undefined) return `${event({ content: "Done." })}${end("stop")}`;
    this.#last = next;
    const [name, input] = next.startsWith("read:")
      ? ["read_file", { path: next.slice("read:".length) }]
      : ["shell", { command: next }];
    const call = { index: 0, id: `call-${this.counts.requests}`, type: "function" };
    return (
      event({ tool_calls: [{ ...call, function: { name, arguments: JSON.stringify(input) } }] }) + end("tool_calls")
    );
  }

  #after(result: string): Try | undefined {
    const [, worked, blamed, needless] = TOLD.exec(result) ?? [];
    const was = blamed ?? needless;
    if (this.#isTaken) {
      this.#isTaken = false;
      if (!STILL_WRONG.test(result)) return this.#nextLadder();
      this.counts.toldWrongly++;
      return this.#next();
    }
    if (was === undefined) return this.#next();
    this.counts.told++;
    this.#isTaken = true;
    return this.#last?.replace(was, worked ?? "");
  }

  #nextLadder(): Try | undefined {
    this.#ladder++;
    this.#rung = 0;
    return this.#next();
  }

  #next(): Try | undefined {
    const ladder = this.#ladders[this.#ladder];
    if (ladder === undefined) return undefined;
    return ladder[this.#rung++] ?? this.#nextLadder();
  }
}

const event = (delta: object): string =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "mock", choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`;

function end(reason: string): string {
  const choices = [{ index: 0, delta: {}, finish_reason: reason }];
  return `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "mock", choices, usage: { prompt_tokens: 1, completion_tokens: 1 } })}\n\ndata: [DONE]\n\n`;
}
