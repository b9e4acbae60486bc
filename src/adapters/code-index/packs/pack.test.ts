import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { EdgeKind, FileFacts, ReferenceFact, SymbolFact } from "../../../engines/citadel/model.ts";
import type { FileEntry } from "../entry.ts";
import type { FactsWanted } from "./kept-facts.ts";
import { PackReader, PackWriter } from "./pack.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "waymark-pack-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ALL: FactsWanted = { withData: true, withJumps: true, withLines: true, isPassing: false };
const KINDS: readonly EdgeKind[] = ["performs", "reads", "goto", "copies", "falls-through"];

/** Facts of every shape: with and without jumps, uses, data, and letters that take two or three bytes. */
function factsOf(at: number): FileFacts {
  const path = `cbl/Ä${at}.cbl`;
  const references = Array.from({ length: (at * 7) % 11 }, (_, row): ReferenceFact => {
    const kind = KINDS[(row * at + row) % KINDS.length]!;
    const to = row % 2 === 0 ? { to: `P${at}/B` } : {};
    return {
      kind,
      name: `N${row}`,
      line: row + 1,
      text: `STATEMENT ${row} € ${at}`,
      from: `P${at}`,
      ...to,
      targets: ["program"],
    };
  });
  const items = Array.from({ length: at % 4 }, (_, row): SymbolFact => {
    return { key: `P${at}.ITEM-${row}`, kind: "data-item", name: `ITEM-${row}`, start: row + 3, end: row + 3 };
  });
  const symbols: SymbolFact[] = [{ key: `P${at}`, kind: "program", name: `P${at}`, start: 1, end: 9 }, ...items];
  const head = { path, language: "cobol", lines: at * 3, parse: "full", problems: [], members: [`cpy/${at}`] } as const;
  return { ...head, symbols: at % 5 === 4 ? [] : symbols, references };
}

function written(count: number): FileEntry[] {
  const writer = new PackWriter(folder, "a.pack");
  const stat = { sizeBytes: 1, modifiedMs: 1, changedMs: 1, readMs: 1, sha256: "", asked: [] };
  const entries: FileEntry[] = [];
  for (let at = 0; at < count; at += 1) {
    const facts = factsOf(at);
    writer.add({ ...stat, path: facts.path, facts });
    // Blocks of one file, of some, and of many.
    if (at % 40 < 3) entries.push(...writer.flush());
  }
  entries.push(...writer.flush());
  writer.close();
  return entries;
}

function read(entry: FileEntry, wanted: Partial<FactsWanted> = {}): FileFacts | undefined {
  const reader = new PackReader(folder);
  try {
    const facts = reader.facts(entry, { ...ALL, ...wanted }, () => {});
    return facts && { ...plain(facts), references: facts.references };
  } finally {
    reader.close();
  }
}

/** Its lists and what has a value, in the order of the model. */
function plain({ path, language, lines, parse, problems, symbols, references, members }: FileFacts): FileFacts {
  return { path, language, lines, parse, problems, symbols, references, members };
}

test("facts are read as they were written, whole or in passing, wherever they lie", () => {
  const entries = written(120);
  expect(entries.map(({ path }) => path)).toEqual(Array.from({ length: 120 }, (_, at) => factsOf(at).path));
  for (const [at, entry] of entries.entries()) {
    expect(read(entry)).toEqual(plain(factsOf(at)));
    expect(read(entry, { isPassing: true })).toEqual(plain(factsOf(at)));
  }
});

test("without jumps, statements or data, the others are what they are with them", () => {
  const jumps = new Set<string>(["performs", "goto", "falls-through"]);
  for (const [at, entry] of written(60).entries()) {
    const facts = plain(factsOf(at));
    const uses = facts.references.filter(({ kind }) => !jumps.has(kind)).map((use) => ({ ...use, text: "" }));
    const others = facts.symbols.filter(({ kind }) => kind !== "data-item");
    const wanted = { withData: false, withJumps: false, withLines: false };
    expect(read(entry, wanted)).toEqual({ ...facts, symbols: others, references: uses });
    const textless = facts.references.map((use) => ({ ...use, text: "" }));
    expect(read(entry, { withLines: false })).toEqual({ ...facts, references: textless });
  }
});

test("a pack that was cut off or overwritten is noticed, in passing too", () => {
  const entries = written(30);
  const last = entries.at(-1)!;
  const path = join(folder, "a.pack");
  const bytes = Buffer.alloc(last.blockBytes, 0x5a);
  const end = last.offset + last.blockBytes;
  for (const keep of [0, 40, last.blockBytes >> 1]) {
    const file = openSync(path, "r+");
    writeSync(file, bytes, 0, last.blockBytes - keep, last.offset + keep);
    closeSync(file);
    expect(read(last), `${keep} bytes are whole`).toBeUndefined();
  }
  truncateSync(path, end - 1);
  expect(read(last)).toBeUndefined();
  rmSync(path);
  expect(read(last)).toBeUndefined();
});

test("what is found damaged only when it is asked for is told before it is thrown", () => {
  const entry = written(9).at(-1)!;
  const reader = new PackReader(folder);
  const lost: string[] = [];
  const facts = reader.facts(entry, { ...ALL, isPassing: true }, () => lost.push(entry.path));
  reader.close();
  rmSync(join(folder, entry.pack));
  expect(facts?.path).toBe(entry.path);
  expect(() => facts?.references).toThrow(/damaged; ask again/);
  expect(lost).toEqual([entry.path]);
});
