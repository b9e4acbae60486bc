import { createRequire } from "node:module";
import { join } from "node:path";
import { type IPty, spawn } from "@lydell/node-pty";
import type { Terminal as HeadlessTerminal } from "@xterm/headless";
import { COMPILED, MAIN, noteStart } from "../e2e/run-waymark.ts";

// Both are CommonJS without named ESM exports.
const require = createRequire(import.meta.url);
const { Terminal } = require("@xterm/headless") as { Terminal: typeof HeadlessTerminal };
const { UnicodeGraphemesAddon } = unpooled(() => require("@xterm/addon-unicode-graphemes")) as {
  UnicodeGraphemesAddon: new () => { activate(terminal: HeadlessTerminal): void; dispose(): void };
};

/** The addon reads its table from the beginning of the buffer's memory, which is a pool that holds what others wrote first. */
function unpooled<Value>(load: () => Value): Value {
  const { poolSize } = Buffer;
  Buffer.poolSize = 0;
  try {
    return load();
  } finally {
    Buffer.poolSize = poolSize;
  }
}

export interface SeatOptions {
  readonly cwd: string;
  readonly home: string;
  readonly columns?: number;
  readonly rows?: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** What is started instead of Waymark with these arguments. */
  readonly command?: { readonly file: string; readonly args: readonly string[] };
}

/** How long anything may take on a loaded machine before the test gives up; never asserted. */
const PATIENCE_MS = 45_000;

/** A person's seat at a terminal: a real pseudo-terminal whose output draws a real, headless screen. */
export class Seat {
  readonly terminal: HeadlessTerminal;
  /** Every byte that the program wrote. */
  written = "";
  exitCode: number | undefined;
  readonly #pty: IPty;

  constructor(args: readonly string[], { cwd, home, columns = 80, rows = 24, environment, command }: SeatOptions) {
    this.terminal = new Terminal({ cols: columns, rows, scrollback: 50_000, allowProposedApi: true });
    this.terminal.loadAddon(new UnicodeGraphemesAddon());
    const { file, args: list } = command ?? { file: process.execPath, args: [MAIN, ...args] };
    noteStart(args, { home, environment });
    this.#pty = spawn(file, [...list], {
      ...{ cols: columns, rows, cwd, name: environment?.["TERM"] ?? "xterm-256color" },
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: home,
        WAYMARK_HOME: join(home, "waymark"),
        LANG: "C.UTF-8",
        TERM: "xterm-256color",
        ...COMPILED,
        ...environment,
      },
    });
    this.#pty.onData((data) => {
      this.written += data;
      this.terminal.write(data);
    });
    this.#pty.onExit(({ exitCode }) => {
      this.exitCode = exitCode;
    });
  }

  get pid(): number {
    return this.#pty.pid;
  }

  type(text: string): void {
    this.#pty.write(text);
  }

  resize(columns: number, rows: number): void {
    this.#pty.resize(columns, rows);
    this.terminal.resize(columns, rows);
  }

  /** The visible screen, without blanks at the ends. */
  async screen(): Promise<string> {
    await this.#settle();
    const { active } = this.terminal.buffer;
    return this.#lines(active.baseY, active.baseY + this.terminal.rows);
  }

  /** All that can be scrolled back to, and the screen. */
  async everything(): Promise<string> {
    await this.#settle();
    return this.#lines(0, this.terminal.buffer.active.length);
  }

  /** Waits until the whole buffer satisfies; the buffer it then has. */
  async until(what: string | RegExp | ((text: string) => boolean)): Promise<string> {
    const holds =
      typeof what === "function"
        ? what
        : (text: string) => (typeof what === "string" ? text.includes(what) : what.test(text));
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const text = await this.everything();
      if (holds(text)) return text;
      if (Date.now() > deadline || this.exitCode !== undefined)
        throw new Error(`Never came: ${String(what)} (exit ${this.exitCode})\n${text}`);
      await new Promise((done) => setTimeout(done, 20));
    }
  }

  async ended(): Promise<number> {
    const deadline = Date.now() + PATIENCE_MS;
    while (this.exitCode === undefined) {
      if (Date.now() > deadline) throw new Error(`It did not end:\n${await this.screen()}`);
      await new Promise((done) => setTimeout(done, 20));
    }
    return this.exitCode;
  }

  close(): void {
    if (this.exitCode === undefined) this.#pty.kill("SIGKILL");
    this.terminal.dispose();
  }

  #settle(): Promise<void> {
    return new Promise((done) => this.terminal.write("", done));
  }

  #lines(from: number, to: number): string {
    const { active } = this.terminal.buffer;
    const lines: string[] = [];
    for (let index = from; index < to; index++) lines.push(active.getLine(index)?.translateToString(true) ?? "");
    return lines.join("\n").trimEnd();
  }
}

/** How often the stream clears what stood there: erasing the screen or its history, or scrolling regions about. */
export function flickers(written: string): number {
  return written.match(/\x1b\[[123]J|\x1bc|\x1b\[\d*[ST]|\x1b\[\d*;?\d*r/g)?.length ?? 0;
}

/** What was written outside a synchronized update, without the modes that are set at start and end. */
export function unsynchronized(written: string): string {
  return written
    .replace(/\x1b\[\?2026h[\s\S]*?\x1b\[\?2026l/g, "")
    .replace(/\x1b\[\?(?:2004|25|1049)[hl]|\x1b\[[<>]1?u|\x1b\[0m/g, "");
}
