import { fstatSync, readSync } from "node:fs";
import { isatty } from "node:tty";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { PROMPT_CHARS_MAX } from "../prompt-text.ts";

const FIRST_BYTE_WAIT_MS = 3_000;

export interface StdinText {
  readonly text: string;
  /** Set when nothing came in time, or too much came. */
  readonly notice?: string;
}

/**
 * What is piped in. With a prompt at hand an idle pipe is given up after three seconds, so that a run started by a
 * program that never closes its end does not hang; without one it is read to its end.
 */
export async function readStdin(hasPrompt: boolean): Promise<StdinText> {
  const kind = stdinKind();
  if (kind === "none") return { text: "" };
  if (kind === "file") return bounded(beginningOf(0));
  const chunks: Buffer[] = [];
  let size = 0;
  const idle = await new Promise<boolean>((resolve) => {
    const timer = hasPrompt ? setTimeout(() => resolve(true), FIRST_BYTE_WAIT_MS) : undefined;
    process.stdin.on("data", (chunk: Buffer) => {
      clearTimeout(timer);
      size += chunk.length;
      chunks.push(chunk);
      // It may have no end.
      if (size > PROMPT_CHARS_MAX) resolve(false);
    });
    process.stdin.once("end", () => resolve(false));
    process.stdin.once("error", () => resolve(false));
    process.stdin.once("end", () => clearTimeout(timer));
  });
  process.stdin.removeAllListeners("data");
  process.stdin.pause();
  // Whoever still writes keeps nobody from leaving.
  process.stdin.unref?.();
  if (!idle) return bounded(Buffer.concat(chunks));
  return {
    text: "",
    notice: "nothing came on standard input within 3 s; going on without it (close it, or use < /dev/null).",
  };
}

/** What a command reads that was told to: to its end, as it comes, as a slow writer's pipe has nothing yet for a synchronous read. @throws {UserError} when it is too much */
export async function readWholeStdin(): Promise<string> {
  const { text, notice } = await readStdin(false);
  if (notice === undefined) return text;
  throw new UserError(
    phrase`Standard input has more than ${PROMPT_CHARS_MAX} bytes, which is more than is read; give less.`,
    EXIT.badInput,
  );
}

function stdinKind(): "none" | "file" | "pipe" {
  try {
    const stat = fstatSync(0);
    if (stat.isFile()) return "file";
    return stat.isFIFO() || stat.isSocket() || isatty(0) ? "pipe" : "none";
  } catch {
    return "none";
  }
}

/** As much as is used, and a byte more where there is more. */
function beginningOf(file: number): Buffer {
  const bytes = Buffer.alloc(PROMPT_CHARS_MAX + 1);
  let length = 0;
  for (let read = -1; read !== 0 && length < bytes.length; length += read)
    read = readSync(file, bytes, length, bytes.length - length, null);
  return bytes.subarray(0, length);
}

function bounded(bytes: Buffer): StdinText {
  if (bytes.length <= PROMPT_CHARS_MAX) return { text: bytes.toString("utf8") };
  const notice = `standard input has more than ${PROMPT_CHARS_MAX} bytes; only those are used. Put it into a file and name the file.`;
  return { text: bytes.toString("utf8", 0, PROMPT_CHARS_MAX), notice };
}
