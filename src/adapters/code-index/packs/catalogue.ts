import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../../make-folder.ts";
import { processName } from "../../process-identity.ts";
import { replaceFile } from "../../whole-file.ts";
import { type FileEntry, INDEX_SCHEMA, plainEntry } from "../entry.ts";
import { readEntries, writeEntries } from "./entry-table.ts";
import { FOLDER_BOOK } from "./folder-book.ts";

const FILE = "catalogue.jsonl";
const BASE = ".entries";
/** Lines that are read one by one at every start before all entries are written as one table: so many, or one for every other entry. */
const LINES_MAX = 2000;
let bases = 0;

/** What an index was built for; another key builds it anew. */
export interface CatalogueKey {
  readonly root: string;
  readonly libraries: readonly string[];
  readonly encoding: string;
  readonly addedRoots: readonly string[];
  readonly deny: readonly string[];
}

/** A line of the file: an entry, a file that is gone, or the table of all entries that the lines after it change. */
type Line = FileEntry | { readonly gone: string } | { readonly base: string };

/**
 * The entries of all files: a table that is never changed, whose name the first line says, and what came since, one a line,
 * only ever appended to: a process that is killed leaves at most half a last line, which is skipped. The last line for a
 * path counts. Many lines become a new table with a new file of lines, which takes the place of the old one in one step.
 */
export class Catalogue {
  entries = new Map<string, FileEntry>();
  private readonly folder: string;
  private readonly head: string;
  private base = "";
  private lines = 0;
  private hasTornEnd = false;

  constructor(folder: string, key: CatalogueKey) {
    this.folder = folder;
    this.head = JSON.stringify({ schema: INDEX_SCHEMA, ...key });
    makeFolder(folder, { mode: 0o700 });
    if (!this.load()) this.clear();
  }

  private load(): boolean {
    const path = join(this.folder, FILE);
    if (!existsSync(path)) return false;
    const text = readFileSync(path, "utf8");
    const end = text.indexOf("\n");
    if (text.slice(0, end) !== this.head) return false;
    this.hasTornEnd = !text.endsWith("\n");
    for (let at = end + 1; at < text.length; ) {
      const next = text.indexOf("\n", at);
      if (next < 0) break;
      if (!this.take(text.slice(at, next))) return false;
      at = next + 1;
    }
    return true;
  }

  /** @returns whether the table that the line names could be read */
  private take(line: string): boolean {
    this.lines += 1;
    let read: Line;
    try {
      read = JSON.parse(line) as Line;
    } catch {
      // Half a line of a process that was killed: what it told of is parsed again.
      return true;
    }
    if ("base" in read) return this.takeBase(read.base);
    if ("gone" in read) this.entries.delete(read.gone);
    else this.entries.set(read.path, read);
    return true;
  }

  private takeBase(name: string): boolean {
    try {
      const entries = readEntries(readFileSync(join(this.folder, name)));
      if (!entries) return false;
      for (const entry of entries) this.entries.set(entry.path, entry);
      this.base = name;
      return true;
    } catch {
      return false;
    }
  }

  /** Drops everything, also packs that nothing refers to. */
  private clear(): void {
    this.entries.clear();
    for (const name of readdirSync(this.folder)) rmSync(join(this.folder, name), { force: true });
    writeFileSync(join(this.folder, FILE), `${this.head}\n`, { mode: 0o600 });
    this.lines = 0;
  }

  /** Remembers entries and paths that are gone; on disk before it returns. */
  append(entries: readonly FileEntry[], gone: readonly string[] = []): void {
    if (entries.length + gone.length === 0) return;
    for (const entry of entries) this.entries.set(entry.path, entry);
    for (const path of gone) this.entries.delete(path);
    const lines = [
      ...entries.map((entry) => JSON.stringify(plainEntry(entry))),
      ...gone.map((path) => JSON.stringify({ gone: path })),
    ];
    appendFileSync(join(this.folder, FILE), `${this.hasTornEnd ? "\n" : ""}${lines.join("\n")}\n`);
    this.hasTornEnd = false;
    this.lines += lines.length;
  }

  /**
   * Writes the entries as a new table when reading the lines takes long.
   * @returns whether it did; the entries are then others that say the same
   */
  compact(): boolean {
    if (this.lines <= Math.max(LINES_MAX, this.entries.size / 2)) return false;
    const entries = [...this.entries.values()].sort((left, right) => (left.path < right.path ? -1 : 1));
    const table = writeEntries(entries);
    const base = `${Date.now().toString(36)}-${processName()}-${bases++}${BASE}`;
    const place = join(this.folder, base);
    replaceFile(place, table, { mustReachDisk: false });
    replaceFile(join(this.folder, FILE), `${this.head}\n${JSON.stringify({ base })}\n`, {
      beside: join(this.folder, `${FILE}.${processName()}`),
      mustReachDisk: false,
    });
    this.base = base;
    this.lines = 1;
    this.hasTornEnd = false;
    this.entries = new Map(readEntries(table)?.map((entry) => [entry.path, entry]));
    return true;
  }

  /** Removes tables, packs that no entry needs, and digests, that are older than an hour, which no running build still writes. */
  dropUnusedPacks(nowMs: number): void {
    const used = new Set([...this.entries.values()].map((entry) => entry.pack)).add(FILE).add(this.base);
    for (const name of readdirSync(this.folder)) {
      const path = join(this.folder, name);
      const isOld = nowMs - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? nowMs) > 3_600_000;
      const isUsed = used.has(name.replace(/\.names$/, "")) || name.startsWith(FOLDER_BOOK);
      if (isOld && !isUsed) rmSync(path, { force: true });
    }
  }
}
