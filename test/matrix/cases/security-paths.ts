import { execFileSync } from "node:child_process";
import {
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { PathMoved, pinFolder } from "../../../src/adapters/pinned-folder.ts";
import { openInside } from "../../../src/adapters/workspace/open-inside.ts";
import { checkPath, type PathRequest, type PathVerdict } from "../../../src/exports/policy.ts";
import { type CaseReport, loadCases, type SecurityCase, Tally } from "./security-tally.ts";

interface PathCase extends SecurityCase {
  readonly op: PathRequest["op"];
  readonly path: string;
  readonly allowed: boolean;
  readonly tree: readonly { p: string; t: string; c?: string; to?: string }[];
  readonly root: string;
  readonly os: "posix" | "win32" | "case-insensitive";
  readonly rules?: NonNullable<PathRequest["rules"]>;
  readonly display?: string;
  readonly race?: { replace: string; with_symlink_to: string };
  readonly must_be_unchanged?: readonly string[];
  readonly must_exist_after?: readonly string[];
}

export async function run(casesFolder: string, verbose: boolean): Promise<CaseReport> {
  const tally = new Tally("paths");
  for (const entry of loadCases<PathCase>(casesFolder, "security/paths.open.json")) {
    const base = mkdtempSync(join(tmpdir(), "waymark-paths-"));
    try {
      const { allowed, note } = await answer(entry, base);
      const passed = allowed === entry.allowed && note === "";
      const group = `${entry.category}${entry.soft === true ? " (soft)" : ""}`;
      tally.mark(group, {
        passed,
        unsafe: allowed && !entry.allowed && entry.soft !== true,
        id: entry.id,
        note: `${entry.op} ${JSON.stringify(entry.path)} (${entry.why}) ${note}`,
      });
    } finally {
      rmSync(base, { recursive: true, force: true });
    }
  }
  return tally.report(verbose);
}

async function answer(entry: PathCase, base: string): Promise<{ allowed: boolean; note: string }> {
  const inBase = (text: string): string => text.replaceAll(/\$\{BASE\}/g, () => base);
  const closers: (() => void)[] = [];
  for (const item of entry.tree) closers.push(await plant(item, base, inBase));
  const before = (entry.must_be_unchanged ?? []).map((path) => readFileSync(join(base, path), "utf8"));
  const request: PathRequest = {
    root: join(base, entry.root),
    op: entry.op,
    os: entry.os,
    ...(entry.rules && { rules: entry.rules }),
  };
  const path = inBase(entry.path);
  try {
    const verdict = entry.race ? raced(path, request, base, entry.race) : checkPath(path, request);
    const notes: string[] = [];
    if (entry.display !== undefined && verdict.display !== entry.display) notes.push(`shown as ${verdict.display}`);
    if (verdict.allowed && entry.os === "posix" && !entry.race) notes.push(...act(path, request));
    for (const [index, file] of (entry.must_be_unchanged ?? []).entries())
      if (readFileSync(join(base, file), "utf8") !== before[index]) notes.push(`${file} was changed`);
    for (const file of entry.must_exist_after ?? []) readFileSync(join(base, file));
    return {
      allowed: verdict.allowed,
      note: notes.join("; ") || (verdict.allowed === entry.allowed ? "" : verdict.reason),
    };
  } finally {
    for (const close of closers) close();
  }
}

/** Does what the tools do after the check; an answer of yes must also hold for the act. */
function act(path: string, request: PathRequest): string[] {
  if (request.op === "list") return [];
  if (request.op === "create" || request.op === "delete") {
    const { realPath } = checkPath(path, request);
    if (realPath === undefined) return ["allowed, but nowhere"];
    // A change is made through the folder of its file, and the folder first where there is none.
    mkdirSync(dirname(realPath), { recursive: true });
    const folder = pinFolder(dirname(realPath), [realpathSync(request.root)]);
    change(request.op, join(folder.directory, basename(realPath)));
    folder.close();
    return [];
  }
  const opened = openInside(path, request);
  if (opened.kind === "refused") return ["allowed, but not opened"];
  opened.close();
  return [];
}

function change(op: PathRequest["op"], target: string): void {
  if (op === "create") writeFileSync(target, "made\n", { flag: "wx" });
  else rmSync(target);
}

/** Exchanges the folder after the check, in the narrowest place: the parent is already resolved, the act is not done. */
function raced(
  path: string,
  request: PathRequest,
  base: string,
  race: { replace: string; with_symlink_to: string },
): PathVerdict {
  const first = checkPath(path, request);
  if (!first.allowed) return { ...first, reason: `refused before the race: ${first.reason}` };
  const place = join(base, race.replace);
  const swap = (): void => {
    renameSync(place, `${place}.away`);
    symlinkSync(race.with_symlink_to, place);
  };
  swap();
  const second = checkPath(path, request);
  if (second.allowed) return second;
  rmSync(place);
  renameSync(`${place}.away`, place);
  if (first.realPath === undefined) return first;
  const parent = pinFolder(dirname(first.realPath), [realpathSync(request.root)]);
  swap();
  try {
    // What is written through the pinned folder lands in the folder that was checked, not where the link leads.
    change(request.op, join(parent.directory, basename(first.realPath)));
    return second;
  } catch (error) {
    if (error instanceof PathMoved) return second;
    throw error;
  } finally {
    parent.close();
  }
}

async function plant(
  item: PathCase["tree"][number],
  base: string,
  inBase: (text: string) => string,
): Promise<() => void> {
  const path = join(base, item.p);
  mkdirSync(dirname(path), { recursive: true });
  switch (item.t) {
    case "dir":
      mkdirSync(path, { recursive: true });
      break;
    case "symlink":
      symlinkSync(inBase(item.to ?? ""), path);
      break;
    case "hardlink":
      linkSync(join(base, inBase(item.to ?? "")), path);
      break;
    case "fifo":
      execFileSync("mkfifo", [path]);
      break;
    case "socket": {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(path, resolve));
      return () => server.close();
    }
    case "copy":
      cpSync(join(base, item.to ?? ""), path, { recursive: true });
      break;
    default:
      writeFileSync(path, item.c ?? "");
  }
  return () => undefined;
}
