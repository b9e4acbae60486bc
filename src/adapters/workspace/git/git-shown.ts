import { execFile } from "node:child_process";
import { holdsSecret, LOOKED_AT_BYTES } from "../../../engines/secrets/secret-content.ts";
import { secretPathKind } from "../../../engines/secrets/secret-path.ts";
import type { GitQuestion } from "../../../engines/shell/meaning/git-question.ts";
import { lettersOf } from "../../../engines/text/file-text.ts";
import { quietGit } from "../../git-folder.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** What takes longer, or is more, is not known: it is asked about as if it showed all. */
const ASKING_MS_MAX = 3_000;
const ANSWER_BYTES_MAX = 32_000_000;
const PATHS_MAX = 100_000;
const CONTENTS_MAX = 200;

/**
 * The files of secrets among those that a look of git would show, by asking git for the names of what it shows, and looking at what stood in them
 * then. No file of the working tree is read, no program of a repository or of the person's settings started, nothing fetched. What stands in the
 * place of other objects counts, as it does for the look itself.
 * @returns from the top; undefined where that is not known
 */
export async function secretsShown(
  folder: string,
  question: GitQuestion,
  environment: Environment,
): Promise<readonly string[] | undefined> {
  try {
    const git = asking(folder, environment);
    const operands = question.kind === "show" ? await commitsNamed(question.operands, git) : question.operands;
    if (operands === undefined) return undefined;
    const changes = changesIn(await git(wordsOf({ ...question, operands }, await comparesIndex(question, git))));
    return changes && (await secretsAmong(changes, git));
  } catch {
    return undefined;
  }
}

type Git = (words: readonly string[], input?: string) => Promise<Buffer>;

/** @returns rejects where git ends with an error, takes too long or says too much */
function asking(cwd: string, environment: Environment): Git {
  // What a command is started with has none of these either.
  const own = Object.fromEntries(Object.entries(environment).filter(([name]) => !/^GIT_/i.test(name)));
  return (words, input) =>
    new Promise((resolve, reject) => {
      const { words: quiet, env } = quietGit(words, own);
      const { GIT_NO_REPLACE_OBJECTS: _, ...seen } = env;
      const bounds = { timeout: ASKING_MS_MAX, maxBuffer: ANSWER_BYTES_MAX, killSignal: "SIGKILL" } as const;
      const child = execFile("git", quiet, { cwd, env: seen, encoding: "buffer", ...bounds }, (error, stdout) =>
        error === null ? resolve(stdout) : reject(error),
      );
      child.stdin?.on("error", () => {});
      child.stdin?.end(input ?? "");
    });
}

const wordsOf = ({ before, verb, options, operands, paths }: GitQuestion, isOfIndex: boolean): readonly string[] => [
  ...[...before, ...verb, ...(isOfIndex ? ["--cached"] : []), ...options, ...operands],
  ...(paths === undefined ? [] : ["--", ...paths]),
];

/** One revision is compared with the working tree: here with what git keeps of that, so that no file is read. */
async function comparesIndex({ kind, options, operands }: GitQuestion, git: Git): Promise<boolean> {
  if (kind !== "compare") return false;
  const bare = await namedBy(
    operands.filter((operand) => !operand.includes(":")),
    git,
  );
  if ((await kindsOf(bare, git)).some((kind) => kind !== "commit")) throw new Error("no word says of what it is");
  if (options.some((option) => /^--(?:cached|staged)$/.test(option))) return false;
  const named = await namedBy(operands, git);
  if (named.length === 0) throw new Error("it compares the working tree");
  return named.length === 1;
}

/** The objects that words mean which are revisions, whether or not they are left out. */
const namedBy = async (operands: readonly string[], git: Git): Promise<readonly string[]> =>
  linesIn((await git(["rev-parse", "--revs-only", ...operands])).toString().replaceAll("^", ""));

/** What objects are once tags are followed. */
const kindsOf = async (names: readonly string[], git: Git): Promise<readonly string[]> =>
  linesIn(
    (await git(["cat-file", "--batch-check=%(objecttype)"], names.map((name) => `${name}^{}\n`).join(""))).toString(),
  );

const linesIn = (text: string): readonly string[] => (text === "" ? [] : text.trimEnd().split("\n"));

/** `A..B`, `^A`, `A^!`; no colon, behind which a file is named. */
const REVISIONS = /^\^?([\w./@{}~^+-]*?)(?:\.{2,3}([\w./@{}~^+-]*))?$/;

/** The same words, each that is no path as a commit; undefined where one is no commit, tag of one, or range of them: anything else is shown itself. */
async function commitsNamed(operands: readonly string[], git: Git): Promise<readonly string[] | undefined> {
  const parts = operands.map((operand) => REVISIONS.exec(operand));
  if (parts.includes(null)) return undefined;
  const asked = parts.flatMap((part) => {
    const isRange = part?.[2] !== undefined || /^\^|\^(?:!|@|-\d*)$/.test(part?.[0] ?? "");
    return [part?.[1], part?.[2]].flatMap((name) =>
      name === undefined || name === "" ? [] : [{ name: name.replace(/\^(?:!|@|-\d*)$/, ""), isRange }],
    );
  });
  if (asked.length === 0) return operands;
  const kinds = await kindsOf(
    asked.map(({ name }) => name),
    git,
  );
  const areCommits =
    kinds.length === asked.length &&
    kinds.every((kind, at) => kind === "commit" || (kind.endsWith(" missing") && asked[at]?.isRange === false));
  const tagged = new Set(asked.flatMap(({ name, isRange }, at) => (!isRange && kinds[at] === "commit" ? [name] : [])));
  // Of a tag its own text is shown besides.
  return areCommits ? operands.map((one) => (tagged.has(one) ? `${one}^{commit}` : one)) : undefined;
}

interface Change {
  readonly path: string;
  /** What stood there, and what stands there: numbers of objects that are no links and no repositories. */
  readonly objects: readonly string[];
}

const HEADER = /^(:+)((?:[0-7]{6} )+)((?:[0-9a-f]{40,64} )+)([A-Z]+)\d*$/;
const FILE_MODE = /^100/;
const IS_NOTHING = /^0+$/;

/** By `--raw -z` (git-diff-tree(1), "raw output format"); undefined where it is anything else. */
function changesIn(answer: Buffer): readonly Change[] | undefined {
  const pieces = answer.toString().split("\0");
  const changes: Change[] = [];
  for (let at = 0; at < pieces.length; at++) {
    // Nothing stands behind the last, and where a commit has no text.
    if (pieces[at] === "") continue;
    const told = changeTold(pieces[at] ?? "");
    const paths = told && pieces.slice(at + 1, at + 1 + told.pathCount);
    if (paths?.length !== told?.pathCount || paths === undefined || paths.includes("")) return undefined;
    changes.push(...paths.map((path) => ({ path, objects: told?.objects ?? [] })));
    if (changes.length > PATHS_MAX) return undefined;
    at += paths.length;
  }
  return changes;
}

/** What stands before the paths of a change: two where one came from the other. */
function changeTold(piece: string): { readonly objects: readonly string[]; readonly pathCount: number } | undefined {
  const [, colons, modes = "", ids = "", status = ""] = HEADER.exec(piece) ?? [];
  if (colons === undefined) return undefined;
  const kinds = modes.trimEnd().split(" ");
  const objects = ids.trimEnd().split(" ");
  return {
    objects: objects.filter((id, at) => FILE_MODE.test(kinds[at] ?? "") && !IS_NOTHING.test(id)),
    pathCount: colons === ":" && /^[RC]$/.test(status) ? 2 : 1,
  };
}

async function secretsAmong(changes: readonly Change[], git: Git): Promise<readonly string[] | undefined> {
  const meant = changes.filter(({ path }) => secretPathKind(path) !== "ordinary");
  const ids = [...new Set(meant.flatMap(({ objects }) => objects))];
  if (ids.length > CONTENTS_MAX) return undefined;
  const contents = ids.length === 0 ? new Map() : await contentsOf(ids, git);
  const shows = ({ path, objects }: Change): boolean =>
    objects.some((id) => {
      const content: Buffer | undefined = contents.get(id);
      return content === undefined || content.length > LOOKED_AT_BYTES || holdsSecret(path, lettersOf(content));
    });
  return [...new Set(meant.filter(shows).map(({ path }) => path))];
}

async function contentsOf(ids: readonly string[], git: Git): Promise<ReadonlyMap<string, Buffer>> {
  const answer = await git(["cat-file", "--batch"], ids.map((id) => `${id}\n`).join(""));
  const contents = new Map<string, Buffer>();
  for (let at = 0, end = 0; at < answer.length; at = end + 1) {
    const line = answer.indexOf("\n", at);
    const [, id = "", size = ""] = /^([0-9a-f]{40,64}) blob (\d+)$/.exec(answer.toString("latin1", at, line)) ?? [];
    if (id === "") break;
    end = line + 1 + Number(size);
    contents.set(id, answer.subarray(line + 1, end));
  }
  return contents;
}
