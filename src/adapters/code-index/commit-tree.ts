import { execFile, spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { quietGit } from "../git-folder.ts";
import { makeFolder } from "../make-folder.ts";
import { makeWorkFolder } from "../temporary-folder.ts";
import { denials } from "./denied-paths.ts";
import type { IndexPlace } from "./index-place.ts";

const LIST_BYTES_MAX = 512 * 1024 * 1024;
const FILE_MODE = /^100(?:644|755|664) blob ([0-9a-f]+)\t(.+)$/s;

type Environment = Readonly<Record<string, string | undefined>>;

const run = promisify(execFile);

/** A folder of its own, with the files of a commit in `files`. */
export interface CommitTree {
  readonly folder: string;
  remove(): void;
}

/** The commit's id; `A...B` asks for where both parted. @throws {UserError} when the repository has none */
export async function commitOf(root: string, name: string, environment: Environment): Promise<string> {
  const git = gitIn(root, environment);
  const [left = "", right] = name.split("...");
  if (right !== undefined) {
    const both = await Promise.all([left, right].map((each) => commitOf(root, each, environment)));
    return (await git(["merge-base", ...both])).trim();
  }
  try {
    return (await git(["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`])).trim();
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT")
      throw new UserError(phrase`git is not installed; --diff compares commits.`, EXIT.badInput, { cause: error });
    throw new UserError(
      phrase`${root} has no commit ${name || "HEAD"}; --diff takes A..B, or A for the working tree.`,
      EXIT.badInput,
      {
        cause: error,
      },
    );
  }
}

/** Writes the files of a commit below the root as they were committed: no filter runs, links and denied paths are left out. */
export async function exportCommit(
  place: Pick<IndexPlace, "root" | "deny" | "cacheFolder">,
  commit: string,
  environment: Environment,
): Promise<CommitTree> {
  const git = gitIn(place.root, environment);
  const prefix = (await git(["rev-parse", "--show-prefix"])).trim().replace(/\/$/, "");
  const listed = await git(["ls-tree", "-r", "-z", "--full-tree", `${commit}:${prefix}`]).catch(() => "");
  const isDenied = denials(place.root, place.deny ?? []);
  const files = listed.split("\0").flatMap((line) => {
    const [, id, path] = FILE_MODE.exec(line) ?? [];
    return id && path && isInside(path) && !isDenied(path, "file") ? [{ id, path }] : [];
  });
  const folder = makeWorkFolder(join(place.cacheFolder, "commits"), "commit");
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    mkdirSync(join(folder, "files"));
    await writeBlobs(files, join(folder, "files"), { root: place.root, environment });
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, remove };
}

/** A tree that somebody made by hand may hold any name. */
const isInside = (path: string): boolean =>
  path.split("/").every((part) => part !== "" && part !== "." && part !== "..");

const gitIn =
  (root: string, environment: Environment) =>
  async (words: readonly string[]): Promise<string> => {
    const git = quietGit(words, environment);
    return (await run("git", git.words, { cwd: root, env: git.env, maxBuffer: LIST_BYTES_MAX })).stdout;
  };

async function writeBlobs(
  files: readonly { id: string; path: string }[],
  folder: string,
  { root, environment }: { readonly root: string; readonly environment: Environment },
): Promise<void> {
  const { words, env } = quietGit(["cat-file", "--batch"], environment);
  const child = spawn("git", words, { cwd: root, env, stdio: ["pipe", "pipe", "ignore"] });
  child.stdin.on("error", () => {});
  child.stdin.end(files.map(({ id }) => `${id}\n`).join(""));
  const reader = new BatchReader(child.stdout);
  for (const { path } of files) {
    const size = /^[0-9a-f]+ blob (\d+)$/.exec(await reader.line())?.[1];
    if (size === undefined) continue;
    const target = join(folder, path);
    makeFolder(dirname(target));
    writeFileSync(target, await reader.bytes(Number(size)));
    await reader.bytes(1);
  }
}

/** Lines and counted bytes of `git cat-file --batch`, in their order. */
class BatchReader {
  private buffer: Buffer = Buffer.alloc(0);
  private readonly chunks: AsyncIterator<Buffer>;

  constructor(stream: Readable) {
    this.chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  async line(): Promise<string> {
    for (;;) {
      const end = this.buffer.indexOf(10);
      if (end >= 0) return (await this.bytes(end + 1)).subarray(0, end).toString();
      if (!(await this.more())) return "";
    }
  }

  async bytes(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    let wanted = count;
    for (;;) {
      const part = this.buffer.subarray(0, wanted);
      parts.push(part);
      this.buffer = this.buffer.subarray(part.length);
      wanted -= part.length;
      if (wanted === 0 || !(await this.more())) return Buffer.concat(parts);
    }
  }

  private async more(): Promise<boolean> {
    const next = await this.chunks.next();
    if (next.done) return false;
    this.buffer = this.buffer.length === 0 ? next.value : Buffer.concat([this.buffer, next.value]);
    return true;
  }
}
