import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { type Place, startWaymark } from "./run-waymark.ts";

export type Line = Readonly<Record<string, unknown>>;

/** A client of the stream as its public documents describe it: one JSON object a line, requests answered by their id. */
export class StreamClient {
  readonly child: ChildProcess;
  readonly seen: Line[] = [];
  readonly asked: Line[] = [];
  readonly code: Promise<number | null>;
  #waiting: (() => void)[] = [];
  #requests = 0;
  readonly #onRequest: ((request: Line) => unknown) | undefined;

  constructor(place: Place, args: readonly string[], onRequest?: (request: Line) => unknown) {
    this.#onRequest = onRequest;
    const streaming = ["--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];
    this.child = startWaymark([...streaming, ...args], place);
    this.code = new Promise((done) => this.child.once("close", done));
    if (this.child.stdout)
      createInterface({ input: this.child.stdout }).on("line", (line) => this.#take(JSON.parse(line)));
  }

  send(message: unknown): void {
    this.child.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  prompt(text: string, more: Line = {}): void {
    this.send({ type: "user", message: { role: "user", content: [{ type: "text", text }] }, ...more });
  }

  async control(request: Line): Promise<Line> {
    const id = `client-${++this.#requests}`;
    this.send({ type: "control_request", request_id: id, request });
    const answer = (line: Line): boolean =>
      line["type"] === "control_response" && (line["response"] as Line)["request_id"] === id;
    return (await this.until(answer))["response"] as Line;
  }

  /** The first line of that kind from `from` on. */
  async until(matches: (line: Line) => boolean, from = 0): Promise<Line> {
    for (;;) {
      const line = this.seen.slice(from).find(matches);
      if (line) return line;
      await new Promise<void>((wake) => this.#waiting.push(wake));
    }
  }

  async result(count = 1): Promise<Line> {
    const results = (): Line[] => this.seen.filter(({ type }) => type === "result");
    await this.until(() => results().length >= count);
    return results()[count - 1] ?? {};
  }

  end(): Promise<number | null> {
    this.child.stdin?.end();
    return this.code;
  }

  #take(line: Line): void {
    this.seen.push(line);
    const request = line["request"] as Line | undefined;
    if (line["type"] === "control_request" && request !== undefined) {
      this.asked.push(request);
      void this.#answer(line["request_id"], this.#onRequest?.(request));
    }
    for (const wake of this.#waiting.splice(0)) wake();
  }

  async #answer(id: unknown, work: unknown): Promise<void> {
    const response = await work;
    if (response === undefined) return;
    this.send({ type: "control_response", response: { subtype: "success", request_id: id, response } });
  }
}
