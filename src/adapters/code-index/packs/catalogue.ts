import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../../make-folder.ts";
import { type FileEntry, INDEX_SCHEMA } from "../entry.ts";

const FILE = "catalogue.jsonl";
/** Lines that replaced ones may take before the file is written anew. */
const SPARE_LINES = 2000;

/** What an index was built for; another key builds it anew. */
export interface CatalogueKey {
  readonly root: string;
  readonly libraries: readonly string[];
  readonly encoding: string;
  readonly addedRoots: readonly string[];
  readonly deny: readonly string[];
}

/**
 * The entries of all files, one a line, only ever appended to: a process that is killed leaves at most half a last
 * line, which is skipped. The last line for a path counts.
 */
export class Catalogue {
  readonly entries = new Map<string, FileEntry>();
  private readonly folder: string;
  private readonly head: string;
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
      this.take(text.slice(at, next));
      at = next + 1;
    }
    return true;
  }

  private take(line: string): void {
    this.lines += 1;
    try {
      const entry = JSON.parse(line) as FileEntry | { readonly gone: string };
      if ("gone" in entry) this.entries.delete(entry.gone);
      else this.entries.set(entry.path, entry);
    } catch {
      // Half a line of a process that was killed: what it told of is parsed again.
    }
  }

  /** Drops everything, also packs that nothing refers to. */
  private clear(): void {
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
      ...entries.map((entry) => JSON.stringify(entry)),
      ...gone.map((path) => JSON.stringify({ gone: path })),
    ];
    appendFileSync(join(this.folder, FILE), `${this.hasTornEnd ? "\n" : ""}${lines.join("\n")}\n`);
    this.hasTornEnd = false;
    this.lines += lines.length;
  }

  get isWorthCompacting(): boolean {
    return this.lines > 2 * this.entries.size + SPARE_LINES;
  }

  /** Writes the entries anew, in one step. */
  rewrite(): void {
    const lines = [...this.entries.values()].map((entry) => JSON.stringify(entry));
    const fresh = join(this.folder, `${FILE}.${process.pid}`);
    writeFileSync(fresh, `${[this.head, ...lines].join("\n")}\n`, { mode: 0o600 });
    renameSync(fresh, join(this.folder, FILE));
    this.lines = lines.length;
  }

  /** Removes packs that no entry needs, and digests, that are older than an hour, which no running build still writes. */
  dropUnusedPacks(nowMs: number): void {
    const used = new Set([...this.entries.values()].map((entry) => entry.pack));
    for (const name of readdirSync(this.folder)) {
      const path = join(this.folder, name);
      const isOld = nowMs - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? nowMs) > 3_600_000;
      if (name !== FILE && isOld && !used.has(name.replace(/\.names$/, ""))) rmSync(path, { force: true });
    }
  }
}
