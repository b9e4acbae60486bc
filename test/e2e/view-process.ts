import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { startWaymark, type WaymarkOptions } from "./run-waymark.ts";

/** A `waymark view` of a place, and the address with its token that it printed. */
export interface View {
  readonly url: string;
  readonly origin: string;
  readonly token: string;
  readonly child: ChildProcess;
  /** What the server answers to a page that has the token. */
  ask(path: string, body?: unknown): Promise<Record<string, unknown>>;
  end(): Promise<number | null>;
}

export async function startView(place: WaymarkOptions, args: readonly string[] = []): Promise<View> {
  const child = startWaymark(["view", "--no-open", ...args], place);
  const ended = new Promise<number | null>((done) => child.once("close", done));
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
  const url = await new Promise<string>((resolve, reject) => {
    if (child.stdout) createInterface({ input: child.stdout }).once("line", resolve);
    void ended.then((code) => reject(new Error(`waymark view ended with ${code}: ${said}`)));
  });
  return {
    url,
    origin: new URL(url).origin,
    token: url.slice(url.indexOf("#token=") + 7),
    child,
    async ask(path, body) {
      const response = await fetch(`${new URL(url).origin}${path}`, {
        headers: { authorization: `Bearer ${url.slice(url.indexOf("#token=") + 7)}` },
        ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
      });
      return (await response.json()) as Record<string, unknown>;
    },
    end() {
      child.kill("SIGTERM");
      return ended;
    },
  };
}
