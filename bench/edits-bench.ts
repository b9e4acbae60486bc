import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { planEdit } from "../src/engines/edits/plan-edit.ts";
import { applyEdit } from "../src/exports/edit.ts";
import type { Measurement } from "./measurement.ts";
import { median } from "./measurement.ts";

const RUNS = 3;

/** Edits against GNU `patch` on the same disk in the same run, and the time per byte of hostile input. */
export async function bench(): Promise<readonly Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), "edits-bench-"));
  try {
    const hasPatch = spawnSync("patch", ["--version"]).status === 0;
    if (!hasPatch) console.log("  GNU patch is not installed: its ratios are left out.");
    return [...(await manyFiles(folder, hasPatch)), ...(await manyHunks(folder, hasPatch)), ...(await hostileInputs())];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const FILES = 1000;
const FILE_LINES = 1000;

const fileText = (seed: number, lines: number): string =>
  Array.from(
    { length: lines },
    (_, line) => `  value_${seed}_${line} = compute(${line % 17}, "text ${line % 5}");\n`,
  ).join("");

function hunkAt(seed: number, at: number): string {
  const line = (offset: number): string =>
    `  value_${seed}_${at + offset} = compute(${(at + offset) % 17}, "text ${(at + offset) % 5}");\n`;
  const context = (from: number): string => [0, 1, 2].map((offset) => ` ${line(from + offset)}`).join("");
  return `@@ -${at - 2},7 +${at - 2},7 @@\n${context(-3)}-${line(0)}+  value_${seed}_${at} = changed();\n${context(1)}`;
}

/** A thousand edits of one hunk, each applied on its own, as an agent does. */
async function manyFiles(folder: string, hasPatch: boolean): Promise<readonly Measurement[]> {
  const patches = Array.from({ length: FILES }, (_, seed) => {
    const header = `--- a/file-${seed}.txt\n+++ b/file-${seed}.txt\n`;
    return header + hunkAt(seed, 10 + ((seed * 37) % (FILE_LINES - 20)));
  });
  const fill = (name: string): string => {
    const root = join(folder, name);
    rmSync(root, { recursive: true, force: true });
    mkdirSync(root);
    for (let seed = 0; seed < FILES; seed++) writeFileSync(join(root, `file-${seed}.txt`), fileText(seed, FILE_LINES));
    return root;
  };
  const files = new Map<string, Uint8Array>();
  for (let seed = 0; seed < FILES; seed++) files.set(`file-${seed}.txt`, Buffer.from(fileText(seed, FILE_LINES)));
  const planMs = await timed(async () => {
    for (const input of patches)
      expectPlanned(await planEdit({ format: "unified", input }, (path) => stateOf(files.get(path))));
  });
  const root = fill("ours");
  const libraryMs = await timedOnce(async () => {
    for (const input of patches) {
      const result = await applyEdit({ root, format: "unified", input, stateFolder: join(folder, "state") });
      if (!result.ok) throw new Error(result.error.message);
    }
  });
  const figures: Measurement[] = [
    { name: "1,000 edits of 1,000-line files, planned in memory", value: planMs, unit: "ms" },
    { name: "1,000 edits of 1,000-line files, written, synced and journalled", value: libraryMs, unit: "ms" },
  ];
  if (!hasPatch) return figures;
  const theirs = fill("theirs");
  const patchMs = await timedOnce(async () => {
    for (const patch of patches) runPatch(theirs, patch);
  });
  return [
    ...figures,
    { name: "GNU patch, 1,000 runs", value: patchMs, unit: "ms" },
    { name: "ratio to GNU patch, planned in memory", value: planMs / patchMs, unit: "x", target: "<= 1" },
    { name: "ratio to GNU patch, written, synced and journalled", value: libraryMs / patchMs, unit: "x" },
  ];
}

const HUNKS = 500;
const LONG_FILE_LINES = 50_000;

async function manyHunks(folder: string, hasPatch: boolean): Promise<readonly Measurement[]> {
  const text = fileText(7, LONG_FILE_LINES);
  const hunks = Array.from({ length: HUNKS }, (_, index) => hunkAt(7, 10 + index * 99));
  const patch = `--- a/long.txt\n+++ b/long.txt\n${hunks.join("")}`;
  const unnumbered = `--- a/long.txt\n+++ b/long.txt\n${hunks.map((hunk) => hunk.replace(/^@@.*@@/, "@@ ... @@")).join("")}`;
  const bytes = Buffer.from(text);
  const planMs = await timed(async () =>
    expectPlanned(await planEdit({ format: "unified", input: patch }, () => stateOf(bytes))),
  );
  const unnumberedMs = await timed(async () =>
    expectPlanned(await planEdit({ format: "unified", input: unnumbered }, () => stateOf(bytes))),
  );
  const root = join(folder, "long");
  mkdirSync(root, { recursive: true });
  const libraryMs = await timed(async () => {
    writeFileSync(join(root, "long.txt"), text);
    const result = await applyEdit({ root, format: "unified", input: patch, stateFolder: join(folder, "state") });
    if (!result.ok) throw new Error(result.error.message);
  });
  const figures: Measurement[] = [
    { name: "500 hunks on a 50,000-line file, planned in memory", value: planMs, unit: "ms" },
    { name: "500 hunks without line numbers, planned in memory", value: unnumberedMs, unit: "ms" },
    { name: "500 hunks on a 50,000-line file, written and synced", value: libraryMs, unit: "ms" },
  ];
  if (!hasPatch) return figures;
  const patchMs = await timed(async () => {
    writeFileSync(join(root, "long.txt"), text);
    runPatch(root, patch);
  });
  return [
    ...figures,
    { name: "GNU patch, 500 hunks", value: patchMs, unit: "ms" },
    { name: "ratio to GNU patch, 500 hunks, written and synced", value: libraryMs / patchMs, unit: "x" },
  ];
}

const SMALL = 2000;
const GROWTH = 8;

/** Inputs made to be slow. Eight times the input may take about eight times as long, never sixty-four. */
async function hostileInputs(): Promise<readonly Measurement[]> {
  const figures: Measurement[] = [];
  for (const [name, make] of Object.entries(HOSTILE)) {
    const run = async (size: number): Promise<number> => {
      const { format, input, file } = make(size);
      const bytes = Buffer.from(file);
      const ms = await timed(async () => void (await planEdit({ format, input, path: "f" }, () => stateOf(bytes))));
      return ms / (bytes.length + input.length);
    };
    const small = await run(SMALL);
    const large = await run(SMALL * GROWTH);
    figures.push({ name: `hostile: ${name}`, value: large * 1e6, unit: "ns/B", target: "<= 20000" });
    figures.push({ name: `hostile: ${name}, growth per byte`, value: large / small, unit: "x" });
  }
  return figures;
}

interface Hostile {
  readonly format: "unified" | "search_replace" | "str_replace" | "apply_patch" | "auto";
  readonly input: string;
  readonly file: string;
}

/** What a diff that changes every line says for them, `lines` of them. */
const everyLine = (lines: number): Hostile => {
  const written = (sign: string): string => Array.from({ length: lines }, (_, at) => `${sign}line ${at};\n`).join("");
  return {
    format: "unified",
    file: written(""),
    input: `--- f\n+++ f\n@@ -1,${lines} +1,${lines} @@\n${written("-")}${written("+new ")}`,
  };
};

const HOSTILE: Readonly<Record<string, (size: number) => Hostile>> = {
  // 25,000 and 200,000 lines.
  "every line of a file changed": (size) => everyLine((size * 25) / 2),
  "equal lines, long needle": (size) => ({
    format: "search_replace",
    file: "a\n".repeat(size),
    input: `<<<<<<< SEARCH\n${"a\n".repeat(size / 2)}b\n=======\nc\n>>>>>>> REPLACE\n`,
  }),
  "numbered hunks on equal lines": (size) => ({
    format: "unified",
    file: "a\n".repeat(size),
    input: `--- f\n+++ f\n${Array.from({ length: size / 4 }, (_, index) => `@@ -${index * 4 + 1} +${index * 4 + 1} @@\n-a\n+b\n`).join("")}`,
  }),
  "anchors on equal lines": (size) => ({
    format: "apply_patch",
    file: "a\nb\n".repeat(size / 2),
    input: `*** Begin Patch\n*** Update File: f\n${"@@ a\n".repeat(size)}-b\n+c\n*** End Patch`,
  }),
  "blanks within and at line ends": (size) => ({
    format: "str_replace",
    file: `${" \t".repeat(size)}x\n`.repeat(4),
    input: JSON.stringify({ path: "f", old_string: `${" ".repeat(size)}y`, new_string: "z" }),
  }),
  "replace all on one long line": (size) => ({
    format: "str_replace",
    file: "ab".repeat(size),
    input: JSON.stringify({ path: "f", old_string: "ab", new_string: "abc", replace_all: true }),
  }),
  "fences and braces for auto": (size) => ({ format: "auto", file: "a\n", input: "```\n{\n".repeat(size) }),
  "headers without hunks": (size) => ({ format: "unified", file: "a\n", input: "--- f\n+++ f\n".repeat(size) }),
  "huge numbers": (size) => ({
    format: "unified",
    file: "a\n",
    input: `--- f\n+++ f\n${"@@ -999999999999,1 +999999999999,999999999999 @@\n-a\n+b\n".repeat(size / 8)}`,
  }),
};

function stateOf(bytes: Uint8Array | undefined) {
  return bytes === undefined ? { kind: "missing" as const } : { kind: "file" as const, bytes };
}

function expectPlanned(plan: Awaited<ReturnType<typeof planEdit>>): void {
  if (plan.kind === "failed") throw new Error(plan.error.message);
}

function runPatch(root: string, patch: string): void {
  const { status, stdout } = spawnSync("patch", ["-p1", "--silent", "--directory", root], { input: patch });
  if (status !== 0) throw new Error(String(stdout));
}

async function timedOnce(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) times.push(await timedOnce(work));
  return median(times);
}
