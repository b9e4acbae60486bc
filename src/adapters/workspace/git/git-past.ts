import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { GitQuestion } from "../../../engines/shell/meaning/git-question.ts";
import { entriesIn, statIfThere } from "../../folder-entries.ts";
import { commonGitFolder, gitPlaces, quietGit } from "../../git-folder.ts";
import { secretsShown } from "./git-shown.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The commits of some ten thousand take a second. */
const LOOK_MS_MAX = 10_000;
const PATHS_MAX = 2_000_000;
const OBJECTS = ["cat-file", "--batch-all-objects", "--unordered", "--batch-check=%(objecttype) %(objectname)"];
const NAMES = "diff-tree --stdin -r -m --root --name-only --no-commit-id --no-renames --no-relative -z".split(" ");

/** What git says of its commits, as far as somebody asked. */
export interface GitPast {
  /** What stood in older commits, from the top of a working tree; undefined where nobody has looked yet, or where commits cannot be seen through. */
  pathsOf(top: string): readonly string[] | undefined;
  /** The files of secrets that a look in a folder would show, from the top; undefined where nobody has asked yet, or where that is not known. */
  secretsShown(folder: string, question: GitQuestion): readonly string[] | undefined;
  /** Looks where it was asked about and nobody had looked. @returns whether there was such a place */
  lookUp(): Promise<boolean>;
}

/** @param isMeant  by the absolute path that it would have; all others are left out of what stood in older commits */
export function gitPast(environment: Environment, isMeant: (path: string) => boolean): GitPast {
  const paths = new LookedUp(async (top) => {
    const all = await pathsOfCommits(top, environment);
    return all && [...all].filter((path) => isMeant(join(top, path)));
  });
  const secrets = new LookedUp(async (asked) => {
    const { folder, question }: { folder: string; question: GitQuestion } = JSON.parse(asked);
    return secretsShown(folder, question, environment);
  });
  return {
    pathsOf: (top) => paths.known(top),
    secretsShown: (folder, question) => secrets.known(JSON.stringify({ folder, question })),
    async lookUp() {
      const found = [await paths.lookUp(), await secrets.lookUp()];
      return found.includes(true);
    },
  };
}

/** What is judged once git was asked all that it asks. */
export async function lookingUp<T>(past: GitPast, judge: (past: GitPast) => T): Promise<T> {
  for (;;) {
    const judged = judge(past);
    if (!(await past.lookUp())) return judged;
  }
}

/** Answers that come later than the questions. */
class LookedUp {
  readonly #answers = new Map<string, readonly string[] | undefined>();
  readonly #sought = new Set<string>();
  readonly #look: (asked: string) => Promise<readonly string[] | undefined>;

  constructor(look: (asked: string) => Promise<readonly string[] | undefined>) {
    this.#look = look;
  }

  known(asked: string): readonly string[] | undefined {
    if (!this.#answers.has(asked)) this.#sought.add(asked);
    return this.#answers.get(asked);
  }

  async lookUp(): Promise<boolean> {
    const sought = [...this.#sought];
    this.#sought.clear();
    for (const asked of sought) this.#answers.set(asked, await this.#look(asked));
    return sought.length > 0;
  }
}

let last: { readonly stamp: string; readonly paths: ReadonlySet<string> } | undefined;

/** Of every commit that is kept, whether or not a branch leads to it. */
async function pathsOfCommits(top: string, environment: Environment): Promise<ReadonlySet<string> | undefined> {
  const stamp = stampOf(top);
  if (last?.stamp === stamp) return last.paths;
  const paths = await namesInCommits(top, environment).catch(() => undefined);
  if (paths !== undefined) last = { stamp, paths };
  return paths;
}

/** Git adds an object by a file in one of these folders. */
function stampOf(top: string): string {
  const objects = [...gitPlaces(top)].map(({ gitFolder }) => join(commonGitFolder(gitFolder), "objects"));
  const folders = objects.flatMap((folder) => [folder, ...entriesIn(folder).map(({ name }) => join(folder, name))]);
  return [top, ...folders.map((folder) => `${folder} ${statIfThere(folder)?.mtimeMs}`)].join("\n");
}

/** @throws when git is not there, ends with an error, takes too long or names too much */
async function namesInCommits(top: string, environment: Environment): Promise<ReadonlySet<string>> {
  const end = new AbortController();
  const signal = AbortSignal.any([AbortSignal.timeout(LOOK_MS_MAX), end.signal]);
  const started = (words: readonly string[]) => {
    const git = quietGit(words, environment);
    const child = spawn("git", git.words, { cwd: top, env: git.env, stdio: ["pipe", "pipe", "ignore"], signal });
    child.stdin.on("error", () => {});
    const isWell = new Promise<void>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`git ended with ${code}`))));
    });
    return { stdin: child.stdin, stdout: child.stdout, isWell };
  };
  const list = started(OBJECTS);
  const names = started(NAMES);
  const found = new Set<string>();
  const listed = (async () => {
    for await (const line of parts(list.stdout, "\n"))
      if (line.startsWith("commit ") && !names.stdin.write(`${line.slice("commit ".length)}\n`))
        await new Promise((resolve) => names.stdin.once("drain", resolve).once("close", resolve));
    names.stdin.end();
  })();
  const read = (async () => {
    for await (const name of parts(names.stdout, "\0"))
      if (found.add(name).size > PATHS_MAX) throw new Error("too many paths");
  })();
  try {
    await Promise.all([list.isWell, names.isWell, listed, read]);
    return found;
  } finally {
    end.abort();
  }
}

async function* parts(stream: Readable, end: string): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of stream.setEncoding("utf8")) {
    const all = (rest + chunk).split(end);
    rest = all.pop() ?? "";
    yield* all;
  }
}
