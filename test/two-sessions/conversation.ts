import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { type Place, startWaymark } from "../e2e/run-waymark.ts";
import { type PlayedTurn, promptOf } from "./played-model.ts";

export interface TurnEnd {
  readonly kind: "ended" | "gone";
  /** By the id of the call: whether it was told as done, of those that were told at all. */
  readonly told: ReadonlyMap<string, boolean>;
  readonly session: string | undefined;
}

type Line = Readonly<Record<string, unknown>>;

/** One process of the program in a conversation over standard input, seen from outside. */
export class Conversation {
  readonly child: ChildProcess;
  readonly closed: Promise<void>;
  readonly startedMs = performance.now();
  stderr = "";
  /** Whole lines that were no JSON: never right. */
  readonly unreadable: string[] = [];
  isGone = false;
  #rest = "";
  #told = new Map<string, boolean>();
  #onResult: ((line: Line | undefined) => void) | undefined;

  constructor(place: Place, args: readonly string[]) {
    this.child = startWaymark(
      ["-p", "--input-format", "stream-json", "--output-format", "stream-json", ...args],
      place,
    );
    this.child.stdin?.on("error", () => {});
    this.child.stdout?.on("data", (chunk: Buffer) => this.#take(chunk.toString("latin1")));
    this.child.stderr?.on("data", (chunk: Buffer) => {
      this.stderr = `${this.stderr}${chunk.toString("utf8")}`.slice(-4000);
    });
    this.closed = new Promise((resolve) => {
      this.child.once("close", () => {
        this.isGone = true;
        this.#onResult?.(undefined);
        resolve();
      });
    });
  }

  /** @returns when the run has ended, or the process has */
  async turn(turn: PlayedTurn): Promise<TurnEnd> {
    this.#told = new Map();
    if (this.isGone) return { kind: "gone", told: this.#told, session: undefined };
    const result = new Promise<Line | undefined>((resolve) => {
      this.#onResult = resolve;
    });
    const message = { type: "user", message: { role: "user", content: promptOf(turn) } };
    this.child.stdin?.write(`${JSON.stringify(message)}\n`);
    const line = await result;
    this.#onResult = undefined;
    const session = line?.["session_id"] as string | undefined;
    return { kind: line === undefined ? "gone" : "ended", told: this.#told, session };
  }

  /** In MB; undefined once the process has gone. */
  memoryMb(): number | undefined {
    try {
      const status = readFileSync(`/proc/${this.child.pid}/status`, "utf8");
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024 || undefined;
    } catch {
      return undefined;
    }
  }

  kill(): Promise<void> {
    this.child.kill("SIGKILL");
    return this.closed;
  }

  end(): Promise<void> {
    this.child.stdin?.end();
    return this.closed;
  }

  #take(piece: string): void {
    const lines = `${this.#rest}${piece}`.split("\n");
    this.#rest = lines.pop() ?? "";
    for (const text of lines) {
      const line = parsed(text);
      if (line === undefined) this.unreadable.push(text.slice(0, 200));
      else if (line["type"] === "result") this.#onResult?.(line);
      else for (const [id, isDone] of resultsIn(line)) this.#told.set(id, isDone);
    }
  }
}

function parsed(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return undefined;
  }
}

interface Block {
  readonly type?: string;
  readonly tool_use_id?: string;
  readonly is_error?: boolean;
}

function resultsIn(line: Line): readonly (readonly [string, boolean])[] {
  const content = (line["message"] as { readonly content?: unknown } | undefined)?.content;
  if (line["type"] !== "user" || !Array.isArray(content)) return [];
  return (content as readonly Block[])
    .filter(({ type }) => type === "tool_result")
    .map(({ tool_use_id: id, is_error: isError }) => [id ?? "", isError !== true] as const);
}
