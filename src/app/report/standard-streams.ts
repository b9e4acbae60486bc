import type { Interface, ReadLineOptions } from "node:readline";
import type { Words } from "../../base/phrase.ts";
import { EXIT } from "../../base/user-error.ts";
import { sanitizeTerminal } from "../../engines/terminal-text/sanitize-terminal.ts";
import { spoken } from "../words/spoken.ts";

// The one way to standard output and standard error, besides the screen that a session draws (frontends/terminal/screen/tty.ts).
// Names of models, files, settings and servers stand in what we say, and whoever chose them must not act on the terminal.

/** What is said to people, on standard output: nothing in it acts, whether it is a terminal or a pipe into one. */
export function say(words: Words): void {
  process.stdout.write(inert(spoken(words)));
}

/** What is said to people, on standard error. When nobody reads it any more the work goes on, unseen. */
export function complain(words: Words): void {
  if (isErrorUnread) return;
  // To look at standard error opens it, which takes a while; most runs have nothing to say there.
  if (!isErrorOpen) process.stderr.on("error", goOnUnread);
  isErrorOpen = true;
  process.stderr.write(inert(spoken(words)));
}

function goOnUnread(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE" && error.code !== "ERR_STREAM_DESTROYED") throw error;
  isErrorUnread = true;
}

/** What packages of others say by `console` is said by us: on standard error, where it belongs to no answer, and inert. */
export function takeConsole(): void {
  const said = (...values: readonly unknown[]): void =>
    complain(`${process.getBuiltinModule("node:util").format(...values)}\n`);
  for (const name of ["debug", "error", "info", "log", "trace", "warn"] as const) console[name] = said;
}

/** What was asked for itself: an answer, a file, a document. A pipe gets it byte for byte, a terminal what does not act. */
export function hand(text: string): void {
  process.stdout.write(process.stdout.isTTY ? inert(text) : text);
}

/** What may wait for the reader of standard output. */
const UNREAD_BYTES_MAX = 1024 * 1024;

/** Waits until the reader of standard output has taken what was written, where much of it waits; one that went away is not waited for. */
export async function taken(): Promise<void> {
  const { stdout } = process;
  if (stdout.writableLength <= UNREAD_BYTES_MAX || stdout.destroyed) return;
  await new Promise<void>((resolve) => void stdout.write("", () => resolve()));
}

/** A value as JSON on lines of its own: whatever acts on a terminal is written as an escape, so nothing is lost. */
export function handJson(value: unknown, { indent }: { readonly indent?: number } = {}): void {
  const json = `${JSON.stringify(value, undefined, indent)}\n`;
  for (let at = 0; at < json.length; ) {
    const end = isCutThrough(json, at + PIECE_CHARS) ? at + PIECE_CHARS - 1 : at + PIECE_CHARS;
    process.stdout.write(inertJson(json.slice(at, end)));
    at = end;
  }
}

/** What is written at once: a text of millions of escapes would be held several times over. */
const PIECE_CHARS = 65_536;

/** Whether a place lies between the two halves of a character. */
const isCutThrough = (text: string, at: number): boolean => (text.codePointAt(at - 1) ?? 0) > 0xffff;

/** JSON text that means the same and holds no control, no mark of direction and nothing invisible. */
export function inertJson(json: string): string {
  return json.replace(ACTING, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Those below 0x20 JSON escapes by itself. The surrogates are those of the tag characters. */
const ACTING =
  /[\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40|(?<=\udb40)[\udc00-\udfff]/g;

/** Beside ASCII the dashes, quotes and dots of ordinary text. */
const PLAIN = /^[\t\n\x20-\x7e\u2010-\u2027]*$/;

/** Text in which nothing acts on a terminal. */
export function inert(text: string): string {
  return PLAIN.test(text) ? text : sanitizeTerminal(text, { context: "output" });
}

/** A sequence of our own that is to act, such as one for the clipboard. Never with text of others in it, unless encoded. */
export function act(sequence: string): void {
  process.stdout.write(sequence);
}

/**
 * Standard input and output as bytes of a protocol that another program speaks; nothing else may be written meanwhile.
 * @param ending  ends the input, as if the other program had
 */
export function protocolStreams(ending: AbortSignal): {
  readonly input: ReadableStream<Uint8Array>;
  readonly output: WritableStream<Uint8Array>;
} {
  const { PassThrough, Readable, Writable } = process.getBuiltinModule("node:stream");
  const source = process.stdin.pipe(new PassThrough());
  ending.addEventListener("abort", () => process.stdin.unpipe(source).destroy() && source.end());
  // Who is told nothing any more has ended the input as well, and what is under way ends in order.
  process.stdout.off("error", leaveWithoutReader).on("error", passOver);
  // The types of Node's streams and of the web's differ in a parameter of readers that nobody here uses.
  const input = Readable.toWeb(source) as unknown as ReadableStream<Uint8Array>;
  return { input, output: Writable.toWeb(process.stdout) };
}

function passOver(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE" && error.code !== "ERR_STREAM_DESTROYED") throw error;
}

/** Lines that a person types, echoed where `echoes` says so. */
export function typedLines({ echoes, ...options }: Partial<ReadLineOptions> & { readonly echoes: boolean }): Interface {
  const { createInterface } = process.getBuiltinModule("node:readline");
  const lines = createInterface({ input: process.stdin, output: process.stdout, ...options });
  // Readline writes what is typed through this method; nothing of a secret may appear.
  if (!echoes) Object.assign(lines, { _writeToOutput: () => {} });
  return lines;
}

let isErrorOpen = false;
let isErrorUnread = false;

/** A reader that has gone away (`| head`) is no error: there is nobody left to tell. Leaves with `process.exitCode`. */
export function leaveWithoutReader(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit();
  // A window that was closed: its signal ends what is under way, in order.
  if (error.code === "EIO" && process.stdout.isTTY) return;
  throw error;
}

/**
 * Leaves at once, without waiting for idle sockets, but not before what was written has reached its reader. The code is `process.exitCode`,
 * which must not say that all is well where the output is lost, as on a full disk.
 */
export function flushThenExit(): void {
  const fault: NodeJS.ErrnoException | null = process.stdout.errored;
  if (fault && fault.code !== "EPIPE") {
    complain(`waymark: What was to be said cannot be written (${fault.code}); give standard output another place.\n`);
    process.exitCode ||= EXIT.failed;
  }
  const open = [process.stdout, ...(isErrorOpen && !isErrorUnread ? [process.stderr] : [])];
  const waiting = open.filter((stream) => stream.writableLength > 0);
  let left = waiting.length;
  if (left === 0) process.exit();
  for (const stream of waiting) stream.write("", () => --left === 0 && process.exit());
}
