import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

const MAIN = resolve(import.meta.dirname, "../dist/main.js");
/** What the model asks for with a 429; all wait for so long. */
const RETRY_AFTER_SECONDS = 0.01;

export interface Model {
  readonly url: string;
  seen(): Promise<Readonly<Record<string, number>>>;
  close(): void;
}

export async function startModel(latencyMs: number, faultsPercent: number): Promise<Model> {
  const script = join(import.meta.dirname, "chaos-model.ts");
  const child = spawn(process.execPath, [script, `${latencyMs}`, `${faultsPercent}`, `${RETRY_AFTER_SECONDS}`], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const url = `http://127.0.0.1:${line}`;
  return {
    url,
    seen: async () => (await (await fetch(`${url}/seen`)).json()) as Record<string, number>,
    close: () => void child.kill(),
  };
}

export interface Scene {
  readonly cwd: string;
  start(...words: string[]): ChildProcess;
  /** Its standard output, when it has ended. */
  said(child: ChildProcess): Promise<string>;
  run(...words: string[]): Promise<string>;
}

export function scene(folder: string, name: string, model: Model, job: object): Scene {
  const cwd = join(folder, name);
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(cwd, "job.json"), JSON.stringify({ name, recipe: { prompt: "Number {{n}}." }, ...job }));
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: folder,
    WAYMARK_HOME: join(folder, "home"),
    OPENAI_COMPATIBLE_BASE_URL: `${model.url}/v1`,
    OPENAI_COMPATIBLE_API_KEY: "k",
    // A hang is told from an answer that takes its time by these alone.
    WAYMARK_FIRST_BYTE_TIMEOUT: "1",
    WAYMARK_STALL_TIMEOUT: "1",
  };
  const start = (...words: string[]): ChildProcess =>
    spawn(process.execPath, [MAIN, "batch", ...words], { cwd, env, stdio: ["ignore", "pipe", "inherit"] });
  const said = async (child: ChildProcess): Promise<string> => {
    let text = "";
    child.stdout?.on("data", (piece: Buffer) => {
      text += piece.toString("utf8");
    });
    const [code, signal] = (await once(child, "close")) as [number | null, string | null];
    if (text === "") throw new Error(`${child.spawnargs.slice(2).join(" ")} ended without a word (${code ?? signal})`);
    return text;
  };
  return { cwd, start, said, run: (...words) => said(start(...words)) };
}

export function numbers(cwd: string, count: number): object {
  const lines = Array.from({ length: count }, (_, n) => JSON.stringify({ id: `i${n}`, n }));
  writeFileSync(join(cwd, "items.jsonl"), `${lines.join("\n")}\n`);
  return { jsonl: "items.jsonl" };
}

export const LANES = { lanes: [{ model: "openai-compatible/chaos" }], limits: { attempts: 20 } };

export interface Counts {
  readonly states: Readonly<Record<string, number>>;
  readonly usage: { readonly input_tokens: number };
  readonly replies: number;
}

export interface Entry {
  readonly id: string;
  readonly state: string;
  readonly answer?: unknown;
  readonly usage: { readonly input_tokens: number };
}

export const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
