import { writeSync } from "node:fs";
import { errorCode } from "../../../base/error-text.ts";
import { KeyDecoder, type KeyInput } from "./key-decoder.ts";

/** What the application needs of a terminal. */
export interface TerminalPort {
  readonly columns: number;
  readonly rows: number;
  write(text: string): void;
  /** Raw keys from now on. */
  start(handlers: TerminalHandlers): void;
  /** Gives the terminal back as it was found. */
  stop(): void;
  /** Stops this process like the shell's Ctrl-Z; `onResume` runs when it is continued. */
  suspend(onResume: () => void): void;
  /** Gives the terminal to another program until the returned function is called. */
  lend(): () => void;
}

export interface TerminalHandlers {
  onInput(input: KeyInput): void;
  onResize(): void;
  /** The terminal has gone away, or a signal ends us. */
  onEnd(): void;
}

/** Bracketed paste on; keys told apart where the terminal can (kitty, flag 1). */
const ENTER = "\x1b[?2004h\x1b[>1u";
const LEAVE = "\x1b[<u\x1b[?2004l\x1b[?25h\x1b[0m";

/** What is read first and so soon was typed before the keys were raw. */
const EARLY_MS = 200;

/** A terminal that is not raw gives Enter as a newline; the one at the end of what was typed ahead is that key. */
function withEnter(bytes: Buffer): Buffer {
  return bytes.at(-1) === 0x0a ? Buffer.concat([bytes.subarray(0, -1), Buffer.from("\r")]) : bytes;
}

/** A terminal that nobody gave a size says that it has no columns. */
export const columnsOf = (told: number | undefined): number => Math.max(10, told || 80);

/** The terminal on standard input and output. */
export function processTerminal(): TerminalPort {
  const { stdin, stdout } = process;
  let handlers: TerminalHandlers | undefined;
  let decoder: KeyDecoder | undefined;
  let isEarly = false;
  const onData = (bytes: Buffer): void => {
    decoder?.push(isEarly ? withEnter(bytes) : bytes);
    isEarly = false;
  };
  const onResize = (): void => handlers?.onResize();
  const onEnd = (): void => handlers?.onEnd();
  const enter = (): void => {
    stdin.setRawMode(true);
    stdin.resume();
    stdout.write(ENTER);
  };
  /** Not by the clock alone: the program may be busy meanwhile, and what lies there is read after that, however long it took. */
  const enterTypedAhead = (): void => {
    enter();
    isEarly = true;
    setTimeout(() => setImmediate(() => (isEarly = false)), EARLY_MS).unref();
  };
  const leave = (): void => {
    writeNow(LEAVE);
    try {
      if (stdin.isTTY) stdin.setRawMode(false);
    } catch (error) {
      // A window that was closed took the terminal along: what is left to do is done without it.
      if (errorCode(error) === undefined) throw error;
    }
  };
  return {
    get columns() {
      return columnsOf(stdout.columns);
    },
    get rows() {
      return Math.max(4, stdout.rows || 24);
    },
    write: (text) => void stdout.write(text),
    start(next) {
      handlers = next;
      decoder = new KeyDecoder((input) => handlers?.onInput(input));
      stdin.on("data", onData).on("end", onEnd);
      stdout.on("resize", onResize);
      process.on("SIGTERM", onEnd).on("SIGHUP", onEnd);
      process.on("exit", leave);
      enterTypedAhead();
    },
    stop() {
      stdin.off("data", onData).off("end", onEnd);
      stdout.off("resize", onResize);
      process.off("SIGTERM", onEnd).off("SIGHUP", onEnd).off("exit", leave);
      decoder?.close();
      leave();
      stdin.pause();
    },
    lend() {
      leave();
      stdin.pause();
      return enterTypedAhead;
    },
    suspend(onResume) {
      leave();
      process.once("SIGCONT", () => {
        enter();
        onResume();
      });
      // The whole job, so that a shell or npm around us stops with us.
      process.kill(0, "SIGTSTP");
    },
  };
}

/** Written before the process can end; a terminal that has gone away needs no farewell. */
function writeNow(text: string): void {
  try {
    writeSync(process.stdout.fd, text);
  } catch {
    return;
  }
}
