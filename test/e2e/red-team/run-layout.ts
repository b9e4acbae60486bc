import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { startOpenAiChat } from "../provider-servers/openai-chat.ts";
import type { WireReply, WireServer } from "../provider-servers/wire-server.ts";
import { type Key, runAtTerminal, runHeadless, seesPrograms, type Watched, type WatchedPlace } from "./watched-run.ts";

/** A folder as an attacker would hand it over, what is done in it, and what must not come of it. */
export interface Layout {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly why: string;
  readonly soft?: boolean;
  readonly files?: readonly LayoutFile[];
  readonly steps: readonly string[];
  readonly expect: Readonly<Record<string, unknown>>;
}

interface LayoutFile {
  readonly p: string;
  readonly c?: string;
  /** `file` and `f` are files, `fifo`, `link`, `dir`. */
  readonly t?: string;
  readonly to?: string;
  readonly mode?: string;
}

export interface LayoutResult {
  readonly passed: boolean;
  readonly problems: readonly string[];
  /** What was done and what came of it, step by step. */
  readonly transcript: readonly string[];
}

const ANSWER = "hello from the model";
/** What a person sees when it is their turn: the question about trust, or a prompt. */
const TURN = /any other key = no|\/help|›|❯/;
/** Ctrl-D at an empty prompt leaves; what does not leave is ended. */
const LEAVE: readonly Key[] = [{ after: /./s, send: "\x04" }];

/** One layout in a folder of its own, against the built binary and a model on loopback. */
export async function runLayout(layout: Layout): Promise<LayoutResult> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-layout-")));
  const sink = await startSink();
  const script = { replies: [] as WireReply[] };
  const server = await startOpenAiChat(() => script.replies.shift() ?? { text: ANSWER });
  try {
    const stage = new Stage(layout, { base, sinkPort: sink.port, server, script });
    stage.prepare();
    for (const step of layout.steps) await stage.perform(step);
    await stage.judge(() => sink.hits());
    return { passed: stage.problems.length === 0, problems: stage.problems, transcript: stage.transcript };
  } finally {
    await server.close();
    sink.close();
    rmSync(base, { recursive: true, force: true });
  }
}

interface Surroundings {
  readonly base: string;
  readonly sinkPort: number;
  readonly server: WireServer;
  readonly script: { replies: WireReply[] };
}

class Stage {
  readonly problems: string[] = [];
  readonly transcript: string[] = [];
  readonly #layout: Layout;
  readonly #around: Surroundings;
  readonly #canary: string;
  #runs = 0;
  #cwd: string;

  constructor(layout: Layout, around: Surroundings) {
    this.#layout = layout;
    this.#around = around;
    this.#canary = join(around.base, "canary");
    this.#cwd = join(around.base, "work");
  }

  prepare(): void {
    mkdirSync(join(this.#around.base, "home"));
    mkdirSync(this.#cwd);
    const files = this.#layout.files ?? [];
    if (files.some((file) => file.p.startsWith(".git/"))) execFileSync("git", ["init", "-q", this.#cwd]);
    for (const file of files) this.#put(this.#cwd, file);
  }

  async perform(step: string): Promise<void> {
    const [verb = "", rest = ""] = split(step, ":");
    const before = this.#runs;
    if (verb === "trust") await this.#trust(rest);
    else if (verb.startsWith("mv ")) this.#move(step);
    else if (/^link now/.test(step)) this.#relink(step);
    else if (verb === "headless" || verb === "headless-trusted")
      await this.#headless(unquote(rest), verb !== "headless");
    else if (verb === "open-trusted") await this.#openTrusted();
    else if (verb === "scripted-tool") await this.#tool(rest);
    else if (verb === "agent-internal") await this.#internal(rest);
    else if (verb === "send each") await this.#sendEach();
    else if (verb.startsWith("open")) await this.#open(rest);
    else await this.#other(step);
    if (this.#runs === before) this.#note(step, "prepared");
  }

  async judge(sinkHits: () => number): Promise<void> {
    const { expect } = this.#layout;
    const prompted = expect["scripted_model_tool_call_is_prompted"];
    if (typeof prompted === "string") await this.#isPrompted(this.#fill(prompted));
    if (expect["effective_mode_unchanged"] === true) await this.#modeIsDefault();
    if (existsSync(this.#canary)) this.problems.push("the canary was touched");
    if (expect["sink_hits"] === 0 && sinkHits() > 0) this.problems.push(`${sinkHits()} requests reached the sink`);
  }

  async #headless(prompt: string, trusted = false): Promise<void> {
    if (trusted) await this.#start(["config", "trust"], "trust");
    const run = await this.#start(["-p", prompt || "say hello"], `headless: ${prompt}`);
    // A folder that hurts nobody must not stop anybody either.
    if (!run.output.includes(ANSWER)) this.problems.push(`no answer (exit ${run.code}: ${run.stderr.slice(0, 200)})`);
  }

  async #open(rest: string): Promise<void> {
    const folder = /^(\/\S+)/.exec(rest)?.[1];
    if (folder !== undefined) this.#cwd = this.#mapped(folder);
    await this.#atTerminal([{ after: TURN, send: "n" }, ...LEAVE], `terminal, answer no: ${rest}`);
    if (folder !== undefined) await this.#headless("say hello");
  }

  async #openTrusted(): Promise<void> {
    const keys = [{ after: TURN, send: "y" }, ...LEAVE];
    await this.#atTerminal(keys, "terminal, answer yes");
    const again = await this.#atTerminal([{ after: TURN, send: "" }, ...LEAVE], "terminal again");
    if (/any other key = no/.test(again.output)) this.problems.push("a second question about trust");
  }

  /** Escape, Ctrl-C, Ctrl-D and Enter at the question are all no. */
  async #sendEach(): Promise<void> {
    this.#put(this.#cwd, { p: `${hole("AGENT_DIR")}/settings.json`, c: OWN_HOOKS });
    for (const [name, key] of [
      ["Escape", "\x1b"],
      ["Ctrl-C", "\x03"],
      ["Ctrl-D", "\x04"],
      ["Enter", "\r"],
    ] as const) {
      await this.#atTerminal([{ after: /any other key = no/, send: key }, ...LEAVE], `terminal, answer ${name}`);
      const list = join(this.#around.base, "home/waymark/state/trusted-folders.json");
      if (existsSync(list)) this.problems.push(`${name} was taken for a yes`);
    }
    await this.#start(["-p", "say hello"], "standard input closed");
  }

  async #tool(rest: string): Promise<void> {
    const [name = "", ...words] = rest.split(" ");
    const path = words.join(" ") || ".";
    const call =
      name === "read"
        ? { name: "read_file", input: { path } }
        : name === "list"
          ? { name: "list_files", input: { path } }
          : /grep|search/.test(name)
            ? { name: "search_code", input: { pattern: path } }
            : { name: "shell", input: { command: this.#fill(rest) } };
    this.#around.script.replies = [{ calls: [call] }];
    await this.#start(["-p", "look"], `model calls ${call.name} ${JSON.stringify(call.input)}`);
    this.#around.script.replies = [];
  }

  /** What an agent asks git by itself, here by the model's commands, and our own commands about history. */
  async #internal(rest: string): Promise<void> {
    const [commands = "", folder] = rest.split(" in ");
    const git = commands.split(",").filter((word) => word !== "checkpoint");
    const calls = git.map((word) => ({
      name: "shell",
      input: { command: `git ${word}`, ...(folder === undefined ? {} : { cwd: folder }) },
    }));
    this.#around.script.replies = [{ calls }];
    const run = await this.#watched(
      ["-p", "look"],
      `model calls git ${git.join(", ")}${folder ? ` in ${folder}` : ""}`,
    );
    this.#around.script.replies = [];
    // Git itself may run where the repository starts nothing, and the sandbox tries itself out; what the folder names may not.
    const isOurs = (program: string): boolean => /^\S*\/(?:bwrap|perl|bash|sh) /.test(program);
    const isTheirs = (program: string): boolean =>
      program.startsWith(`${this.#cwd}/`) || program.includes(this.#canary);
    this.#check(run.started.filter((program) => isTheirs(program) && !isOurs(program)));
    await this.#start(["checkpoint", "list"], "checkpoint list");
  }

  async #isPrompted(command: string): Promise<void> {
    this.#around.script.replies = [{ calls: [{ name: "shell", input: { command } }] }];
    const run = await this.#start(["-p", "go"], `model calls shell ${command}`);
    this.#around.script.replies = [];
    if (!/not allowed/i.test(run.stderr)) this.problems.push("the call was not stopped");
  }

  async #modeIsDefault(): Promise<void> {
    const run = await this.#start(["-p", "go", "--output-format", "stream-json"], "which mode");
    if (!run.output.includes('"permissionMode":"default"')) this.problems.push("the mode is not the default one");
  }

  async #trust(rest: string): Promise<void> {
    const [, link, target] = /^(\S+)(?: -> (\S+))?/.exec(rest) ?? [];
    const path = this.#mapped(link ?? "/srv/app");
    if (target === undefined) this.#ownConfig(path, "{}");
    else {
      this.#ownConfig(this.#mapped(target), "{}");
      symlinkSync(this.#mapped(target), path);
    }
    await this.#start(["config", "trust", "-C", path], `trust ${rest}`);
  }

  #move(step: string): void {
    const [, from = "", to = ""] = /^mv (\S+) (\S+)/.exec(step) ?? [];
    this.#ownConfig(this.#mapped(from), OWN_HOOKS);
    rmSync(this.#mapped(to), { recursive: true, force: true });
    renameSync(this.#mapped(from), this.#mapped(to));
  }

  #relink(step: string): void {
    const target = this.#mapped(/-> (\S+)/.exec(step)?.[1] ?? "/srv/app-evil");
    this.#ownConfig(target, OWN_HOOKS);
    const link = this.#mapped("/srv/link");
    rmSync(link, { force: true });
    symlinkSync(target, link);
  }

  /** A step that has no meaning here, such as a server of tools: the folder is still opened and asked. */
  async #other(step: string): Promise<void> {
    this.#note(step, "has no counterpart here; a plain run instead");
    await this.#headless("say hello");
  }

  #mapped(path: string): string {
    const place = join(this.#around.base, path);
    mkdirSync(dirname(place), { recursive: true });
    if (path.includes("evil") || path.includes("new-clone")) this.#ownConfig(place, OWN_HOOKS);
    return place;
  }

  #ownConfig(folder: string, text: string): void {
    if (!existsSync(join(folder, ".waymark"))) this.#put(folder, { p: `${hole("AGENT_DIR")}/settings.json`, c: text });
  }

  async #atTerminal(keys: readonly Key[], what: string): Promise<Watched> {
    const run = await runAtTerminal([], keys, this.#place());
    if (!TURN.test(run.output)) this.problems.push(`nothing to answer at "${what}": ${run.output.slice(-200)}`);
    this.#note(what, `exit ${run.code}, programs: ${run.started.length}`);
    this.#check(run.started);
    return run;
  }

  async #start(args: readonly string[], what: string): Promise<Watched> {
    const run = await this.#watched(args, what);
    this.#check(run.started);
    return run;
  }

  async #watched(args: readonly string[], what: string): Promise<Watched> {
    const run = await runHeadless(args, this.#place());
    this.#note(
      what,
      `exit ${run.code} in ${Math.round(run.durationMs)} ms, programs: ${run.started.length}${run.stderr ? `; ${run.stderr.trim().split("\n")[0]?.slice(0, 160)}` : ""}`,
    );
    if (run.code === null || /This is a bug/.test(run.stderr))
      this.problems.push(`crashed at "${what}": ${run.stderr.slice(0, 200)}`);
    return run;
  }

  #check(started: readonly string[]): void {
    if (this.#layout.expect["no_child_process_before_trust"] !== true || !seesPrograms()) return;
    for (const program of started) this.problems.push(`started ${program.slice(0, 120)}`);
  }

  #note(step: string, outcome: string): void {
    this.transcript.push(`${step} → ${outcome}`);
  }

  #place(): WatchedPlace {
    const { base, server } = this.#around;
    this.#runs++;
    return {
      cwd: this.#cwd,
      traceFile: join(base, `trace-${this.#runs}`),
      environment: {
        PATH: process.env["PATH"] ?? "",
        HOME: join(base, "home"),
        WAYMARK_HOME: join(base, "home/waymark"),
        LANG: "C.UTF-8",
        WAYMARK_MODEL: "openai-compatible/m",
        OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`,
        OPENAI_COMPATIBLE_API_KEY: "key-of-the-layout-tests-1",
      },
    };
  }

  #put(folder: string, file: LayoutFile): void {
    const path = join(folder, this.#fill(file.p));
    mkdirSync(dirname(path), { recursive: true });
    if (file.t === "fifo") execFileSync("mkfifo", [path]);
    else if (file.t === "dir") mkdirSync(path, { recursive: true });
    else if (file.t === "link") symlinkSync(this.#fill(file.to ?? file.c ?? ""), path);
    else
      writeFileSync(path, this.#fill(file.c ?? ""), {
        mode: file.mode === undefined ? 0o644 : Number.parseInt(file.mode, 8),
      });
    // Peers call the settings differently: what would configure them is offered under our name too.
    if (/\$\{AGENT_DIR\}\/settings\.(?:local\.)?json$/.test(file.p)) cpSync(path, join(dirname(path), "config.json"));
  }

  #fill(text: string): string {
    return text
      .replaceAll(hole("CANARY"), this.#canary)
      .replaceAll(hole("SINK"), String(this.#around.sinkPort))
      .replaceAll(hole("AGENT_DIR"), ".waymark")
      .replaceAll(hole("BASE"), this.#around.base);
  }
}

/** A place in a layout's text that is filled in. */
const hole = (name: string): string => `$\{${name}}`;
const OWN_HOOKS = JSON.stringify({
  hooks: { PreToolUse: [{ command: `touch ${hole("CANARY")}` }] },
  apiKeyCommand: `touch ${hole("CANARY")}`,
});

function split(text: string, at: string): readonly [string, string] {
  const index = text.indexOf(at);
  return index < 0 ? [text, ""] : [text.slice(0, index), text.slice(index + 1)];
}

const unquote = (text: string): string => text.replace(/^'([\s\S]*)'$/, "$1");

async function startSink(): Promise<{ readonly port: number; hits(): number; close(): void }> {
  let hits = 0;
  const server = createServer((_, response) => {
    hits++;
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, hits: () => hits, close: () => void server.close() };
}
