import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseEdit } from "../../../src/engines/edits/forms/parse-edit.ts";
import type { EditFormat, FileEdit } from "../../../src/engines/edits/model.ts";
import { applyEdit } from "../../../src/exports/edit.ts";
import type { CaseReport, CaseSet } from "./case-set.ts";
import { reasonToSetAside } from "./set-aside.ts";

type FileValue = string | { readonly b64: string };
type Files = Readonly<Record<string, FileValue>>;

interface Outcome {
  readonly error_like?: string;
  readonly files_after?: Files;
  readonly blocks?: readonly { readonly path: string; readonly search: string; readonly replace: string }[];
}

interface EditCase {
  readonly id: string;
  readonly set: string;
  readonly format: EditFormat;
  readonly path?: string;
  readonly files_before: Files | null;
  readonly input: string | Readonly<Record<string, unknown>>;
  readonly expect: Outcome;
  readonly also_ok?: readonly Outcome[];
  readonly tags: readonly string[];
  readonly opts?: Readonly<Record<string, unknown>>;
}

type Verdict = "pass" | "refused" | "WRONG" | "ACCEPTED" | "soft" | "noop";
type Judge = (c: EditCase, result: { readonly files: Files } | { readonly error: string }) => Verdict;

/** Sets whose expected result is the truth, or where applying at all is the damage. */
const GROUND_TRUTH = /^(derived-real-commits|issue-wrong-place-traps)\//;

export const editCases: CaseSet = {
  name: "edits",
  async run(folder): Promise<CaseReport> {
    const { judgeEdit } = (await import(pathToFileURL(resolve(folder, "judge.mjs")).href)) as { judgeEdit: Judge };
    const groups: Record<string, Record<string, number>> = {};
    const notes: string[] = [];
    const lines: string[] = [];
    let wrongPlace = 0;
    for (const file of readdirSync(join(folder, "edits")).filter((name) => name.endsWith(".json"))) {
      const { cases } = JSON.parse(readFileSync(join(folder, "edits", file), "utf8")) as { cases: readonly EditCase[] };
      for (const one of cases) {
        const verdict =
          one.files_before === null ? judgeParse(one) : judgeEdit(one, await applied(one, one.files_before));
        if (verdict === undefined) continue;
        const reason = reasonToSetAside(one);
        if (reason !== undefined) {
          if (verdict !== "pass") lines.push(`set aside, ${verdict}: ${one.id}: ${reason}`);
          continue;
        }
        const group = one.files_before === null ? `${one.format} (only parsed)` : one.format;
        const isUnsafe = (verdict === "WRONG" || verdict === "ACCEPTED") && isGraveFor(one);
        if (isUnsafe) wrongPlace++;
        const counts = groups[group] ?? { pass: 0, refused: 0, WRONG: 0, ACCEPTED: 0, soft: 0 };
        groups[group] = counts;
        counts[verdict] = (counts[verdict] ?? 0) + 1;
        if (verdict !== "pass") notes.push(`${isUnsafe ? "WRONG PLACE" : verdict} ${one.id} [${one.tags.join(" ")}]`);
      }
    }
    for (const counts of Object.values(groups)) {
      const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
      counts["% pass"] = Math.round((1000 * (counts["pass"] ?? 0)) / total) / 10;
    }
    return { groups, wrongPlace, notes, lines };
  },
};

/** Elsewhere a result that differs from one peer's is a difference of policy. */
const isGraveFor = (one: EditCase): boolean =>
  GROUND_TRUTH.test(one.id) || one.tags.includes("ambiguous") || one.expect.error_like === "ambiguous";

async function applied(one: EditCase, before: Files): Promise<{ readonly files: Files } | { readonly error: string }> {
  const folder = mkdtempSync(join(tmpdir(), "edit-case-"));
  try {
    const root = join(folder, "root");
    mkdirSync(root);
    for (const [path, value] of Object.entries(before)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), bytesOf(value));
    }
    const { format, input, path } = one;
    const result = await applyEdit({ root, format, input, stateFolder: folder, ...(path !== undefined && { path }) });
    if (!result.ok) return { error: result.error.code };
    return { files: filesIn(root, one, before) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const bytesOf = (value: FileValue): Uint8Array =>
  typeof value === "string" ? Buffer.from(value) : Buffer.from(value.b64, "base64");

/** The files as the case writes them: base64 where it has them so. */
function filesIn(root: string, one: EditCase, before: Files): Files {
  const files: Record<string, FileValue> = {};
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(root.length + 1);
    const bytes = readFileSync(path);
    const known = [before, one.expect.files_after, ...(one.also_ok ?? []).map((outcome) => outcome.files_after)];
    const isEncoded = known.some((some) => typeof some?.[name] === "object");
    files[name] = isEncoded ? { b64: bytes.toString("base64") } : bytes.toString("utf8");
  }
  return files;
}

/** A case without files asks what the text says; only blocks can be compared form by form. */
function judgeParse(one: EditCase): Verdict | undefined {
  const parsed = parseEdit(one.format, one.input, one.path);
  const { blocks, error_like } = one.expect;
  if (blocks !== undefined) {
    if (parsed.kind === "failed") return "refused";
    return JSON.stringify(blocksOf(parsed.files)) === JSON.stringify(blocks.map(plainBlock)) ? "pass" : "WRONG";
  }
  // What a header alone says about well-formedness differs among peers; without files nothing can be applied wrongly.
  if (one.format !== "search_replace") return undefined;
  if (error_like !== undefined) return parsed.kind === "failed" ? "pass" : "ACCEPTED";
  return parsed.kind === "failed" ? "refused" : "pass";
}

type Block = NonNullable<Outcome["blocks"]>[number];
const plainBlock = ({ path, search, replace }: Block): Block => ({ path, search, replace });

const blocksOf = (files: readonly FileEdit[]): Block[] =>
  files.flatMap((file): Block[] => {
    const path = file.names[0] ?? "";
    if (file.kind === "create") return [{ path, search: "", replace: file.content ?? "" }];
    return file.hunks.flatMap((hunk) =>
      hunk.kind === "text" ? [{ path, search: hunk.search, replace: hunk.replace }] : [],
    );
  });
