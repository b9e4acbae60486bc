import { fstatSync, readFileSync } from "node:fs";

const FIRST_BYTE_WAIT_MS = 3_000;
const STDIN_BYTES_MAX = 10 * 1024 * 1024;

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
  if (kind === "file") return bounded(readFileSync(0));
  const chunks: Buffer[] = [];
  let size = 0;
  const idle = await new Promise<boolean>((resolve) => {
    const timer = hasPrompt ? setTimeout(() => resolve(true), FIRST_BYTE_WAIT_MS) : undefined;
    process.stdin.on("data", (chunk: Buffer) => {
      clearTimeout(timer);
      size += chunk.length;
      if (size <= STDIN_BYTES_MAX) chunks.push(chunk);
    });
    process.stdin.once("end", () => resolve(false));
    process.stdin.once("error", () => resolve(false));
    process.stdin.once("end", () => clearTimeout(timer));
  });
  process.stdin.removeAllListeners("data");
  process.stdin.pause();
  if (!idle)
    return size > STDIN_BYTES_MAX
      ? { ...bounded(Buffer.concat(chunks)), notice: tooMuch(size) }
      : bounded(Buffer.concat(chunks));
  process.stdin.unref?.();
  return {
    text: "",
    notice: "nothing came on standard input within 3 s; going on without it (close it, or use < /dev/null).",
  };
}

function stdinKind(): "none" | "file" | "pipe" {
  try {
    const stat = fstatSync(0);
    if (stat.isFile()) return "file";
    return stat.isFIFO() || stat.isSocket() ? "pipe" : "none";
  } catch {
    return "none";
  }
}

function bounded(bytes: Buffer): StdinText {
  if (bytes.length <= STDIN_BYTES_MAX) return { text: bytes.toString("utf8") };
  return { text: bytes.toString("utf8", 0, STDIN_BYTES_MAX), notice: tooMuch(bytes.length) };
}

function tooMuch(sizeBytes: number): string {
  return `standard input has ${sizeBytes} bytes; only the first ${STDIN_BYTES_MAX} are used. Put it into a file and name the file.`;
}
