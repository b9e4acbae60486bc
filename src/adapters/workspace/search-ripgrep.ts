import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import type { SearchMatch, SearchResult } from "../../core/ports/workspace.ts";
import { showNameBytes } from "../../engines/paths/file-names.ts";
import { isProgram } from "../folder-entries.ts";
import { isInstalled } from "../program-folders.ts";
import { CutLines } from "./cut-lines.ts";
import type { PreparedSearch } from "./prepared-search.ts";
import { watchMemory, watchPipes } from "./watch-ripgrep.ts";

const PROGRAM = process.platform === "win32" ? "rg.exe" : "rg";
/** A longer message is of a line that nobody reads whole: its beginning is kept, and its number. */
const MESSAGE_BYTES_MAX = 1024 * 1024;
/** What is read of such messages in one search, and what of all others is kept. */
const CUT_BYTES_MAX = 256 * 1024 * 1024;
const PLACE_BYTES_MAX = 4 * 1024 * 1024;
const KEPT_BYTES_MAX = 32 * 1024 * 1024;

/** Where ripgrep is: the one that came with Waymark, or the first on PATH. */
export async function findRipgrep(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  const places = [
    await bundledRipgrep(),
    ...(environment["PATH"] ?? "").split(delimiter).map((folder) => folder && join(folder, PROGRAM)),
  ];
  return places.find((path) => path !== undefined && path !== "" && isProgram(path));
}

async function bundledRipgrep(): Promise<string | undefined> {
  if (!isInstalled("@vscode/ripgrep")) return undefined;
  try {
    return (await import("@vscode/ripgrep")).rgPath;
  } catch {
    // It is an optional dependency, and has no binary for every system.
    return undefined;
  }
}

/** @returns undefined when ripgrep could not do it, as with a pattern that it finds too large */
export async function searchWithRipgrep(program: string, search: PreparedSearch): Promise<SearchResult | undefined> {
  const child = spawn(program, ripgrepArguments(search), {
    cwd: search.start,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const collected = new Collected(search);
  const stop = (): void => void child.kill("SIGKILL");
  search.deadline.addEventListener("abort", stop, { once: true });
  if (search.deadline.aborted) stop();
  const memory = watchMemory(child.pid, stop);
  const pipes = watchPipes(search, stop);
  try {
    const isStarted = await new Promise<boolean>((resolve) => {
      child.once("error", () => resolve(false));
      child.once("spawn", () => resolve(true));
    });
    if (!isStarted) return undefined;
    const messages = new CutLines(MESSAGE_BYTES_MAX);
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      messages.push(chunk, (line, cut) => collected.take(line, cut));
      // It tells each place in a line of millions of matches, for half a minute; our own walker looks for the first.
      if (messages.placeBytes > PLACE_BYTES_MAX) return undefined;
      if (messages.cutBytes > CUT_BYTES_MAX || collected.isFull) return collected.result("size");
    }
    if (collected.isComplete) return collected.result(undefined);
    // Our own walker reads an ignore file that never ends, or never begins, as none.
    if (memory.isTooLarge() || pipes.isFound()) return undefined;
    return search.deadline.aborted ? collected.result("time") : undefined;
  } finally {
    stop();
    memory.stop();
    pipes.stop();
    search.deadline.removeEventListener("abort", stop);
  }
}

/** The rules are those of walkBatches: every ignore file but the person's own, `.git` never, no configuration. */
function ripgrepArguments(search: PreparedSearch): string[] {
  const { pattern, includeHidden, contextLines, nameGlob } = search;
  return [
    "--json",
    "--no-config",
    "--no-messages",
    "--no-require-git",
    "--no-ignore-global",
    "--no-mmap",
    "--crlf",
    "--glob=!.git",
    ...(pattern.ignoreCase ? ["--ignore-case"] : ["--case-sensitive"]),
    ...(includeHidden ? ["--hidden"] : []),
    ...(contextLines > 0 ? [`--context=${contextLines}`] : []),
    ...(nameGlob === undefined ? [] : [`--type-add=wanted:${nameGlob}`, "--type=wanted"]),
    `--regexp=${pattern.ripgrep}`,
    "./",
  ];
}

/** Text as ripgrep's JSON has it: `bytes` are Base64 where it is no UTF-8. */
type RawText = { readonly text: string } | { readonly bytes: string };

interface FoundFile {
  readonly path: string;
  /** Messages of its lines, unread. */
  readonly lines: string[];
  matches: number;
}

/** Offset of the letter that tells messages apart: begin, match, context, end. */
const KIND_OFFSET = '{"type":"'.length;
const TYPE_FIRST = "t".charCodeAt(0);

/**
 * Collects ripgrep's messages. Files come in any order, so all are looked at, but only those that can be among the
 * first `matchesMax` in order are kept and read.
 */
class Collected {
  isComplete = false;
  private readonly search: PreparedSearch;
  private readonly prefix: string;
  private files: FoundFile[] = [];
  private current: FoundFile | undefined;
  private keptMatches = 0;
  private keptBytes = 0;
  private hasMore = false;

  constructor(search: PreparedSearch) {
    this.search = search;
    this.prefix = search.shown === "." ? "" : `${search.shown.replace(/\/$/, "")}/`;
  }

  /** More lines were kept than a search may hold. */
  get isFull(): boolean {
    return this.keptBytes > KEPT_BYTES_MAX;
  }

  /** @param cut  of a line that was too long, its number; undefined where the whole message is there */
  take(line: Buffer, cut: number | undefined): void {
    const kind = line[2] === TYPE_FIRST ? String.fromCharCode(line[KIND_OFFSET] ?? 0) : "";
    if (kind === "b") this.begin(line.toString("utf8"));
    else if (kind === "m" || kind === "c") this.addLine(cut === undefined ? line : shortened(line, cut), kind === "m");
    else if (kind === "e") this.end(line.toString("utf8"));
    // The summary, last of all, begins with its data instead.
    else if (line.indexOf('"type":"summary"') >= 0) this.isComplete = true;
  }

  result(stopped: "time" | "size" | undefined): SearchResult {
    const { matchesMax } = this.search;
    this.prune();
    const matches = this.files.flatMap((file) => this.readMatches(file));
    if (stopped !== undefined) return { matches: matches.slice(0, matchesMax), stopped };
    if (!this.hasMore && matches.length <= matchesMax) return { matches };
    return { matches: matches.slice(0, matchesMax), stopped: "matches" };
  }

  private begin(line: string): void {
    const { data } = JSON.parse(line) as { data: { path: RawText } };
    const name =
      "text" in data.path
        ? showNameBytes(Buffer.from(data.path.text))
        : showNameBytes(Buffer.from(data.path.bytes, "base64"));
    const path = name.replace(/^\.\//, "");
    this.current = this.search.accepts(path) ? { path: `${this.prefix}${path}`, lines: [], matches: 0 } : undefined;
  }

  private addLine(line: Buffer, isMatch: boolean): void {
    const { current, search } = this;
    if (current === undefined) return;
    // Enough for the lines around the last match that can be shown.
    if (current.matches <= search.matchesMax + search.contextLines) {
      current.lines.push(line.toString("utf8"));
      this.keptBytes += line.length;
    }
    if (isMatch) current.matches++;
  }

  private end(line: string): void {
    const { current, search } = this;
    this.current = undefined;
    const { data } = JSON.parse(line) as { data: { binary_offset: number | null } };
    if (current === undefined || data.binary_offset !== null || current.matches === 0) return;
    this.files.push(current);
    this.keptMatches += current.matches;
    if (this.keptMatches > 4 * search.matchesMax + 1000) this.prune();
  }

  /** Keeps the first files in order until they hold more matches than are wanted. */
  private prune(): void {
    this.files.sort((one, other) => comparePaths(one.path, other.path));
    let matches = 0;
    let kept = 0;
    while (kept < this.files.length && matches <= this.search.matchesMax) matches += this.files[kept++]?.matches ?? 0;
    if (matches > this.search.matchesMax) this.hasMore = true;
    this.files.length = kept;
    this.keptMatches = matches;
  }

  private readMatches({ path, lines }: FoundFile): SearchMatch[] {
    const texts = new Map<number, string>();
    const matched: number[] = [];
    for (const line of lines) {
      const { type, data } = JSON.parse(line) as { type: string; data: { lines: RawText; line_number: number } };
      texts.set(data.line_number, withoutLineEnd(readText(data.lines)));
      if (type === "match") matched.push(data.line_number);
    }
    const context = this.search.contextLines;
    const between = (from: number, to: number): string[] => {
      const found: string[] = [];
      for (let line = from; line <= to; line++) {
        const text = texts.get(line);
        if (text !== undefined) found.push(text);
      }
      return found;
    };
    return matched.map((line) => ({
      path,
      line,
      text: texts.get(line) ?? "",
      before: between(line - context, line - 1),
      after: between(line + 1, line + context),
    }));
  }
}

/** The message of a line that was cut, whole again: the beginning of its text, and its number. */
function shortened(message: Buffer, line: number): Buffer {
  const text = message.toString("utf8");
  const opening = /"lines":\{"(text|bytes)":"/.exec(text);
  const start = opening ? opening.index + opening[0].length : text.length;
  // Neither half of an escape nor half of a group of Base64.
  const kept = /^(?:[^"\\]+|\\u[0-9a-fA-F]{4}|\\[^u])*/.exec(text.slice(start, start + SHOWN_CHARS))?.[0] ?? "";
  const isText = opening?.[1] !== "bytes";
  const lines = isText
    ? `{"text":"${kept}${CUT_MARK}"}`
    : `{"bytes":"${kept.slice(0, kept.length - (kept.length % 4))}${Buffer.from(CUT_MARK).toString("base64")}"}`;
  const type = text.slice(KIND_OFFSET, text.indexOf('"', KIND_OFFSET));
  return Buffer.from(`{"type":"${type}","data":{"lines":${lines},"line_number":${line}}}`);
}

/** Says where a line was cut. */
const CUT_MARK = "…";
/** More than is shown of any line. */
const SHOWN_CHARS = 8192;

function readText(raw: RawText): string {
  return "text" in raw ? raw.text : Buffer.from(raw.bytes, "base64").toString("utf8");
}

function withoutLineEnd(line: string): string {
  return line.replace(/\r?\n$|\r$/, "");
}

/** The order of a walk: folder by folder, a folder's files where its name stands. */
function comparePaths(one: string, other: string): number {
  const left = one.replaceAll("/", "\0");
  const right = other.replaceAll("/", "\0");
  return left < right ? -1 : left > right ? 1 : 0;
}
