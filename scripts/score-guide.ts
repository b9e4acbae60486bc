// `npm run score:guide -- [QUESTIONS.jsonl]`: natural questions put to the built program without a model, each judged by facts that its
// answer must show, and every `path:line` in it by the file. Needs a build. Besides examples/harbor-ledger the folders come from
// EVAL_MIRRORS, a folder of git mirrors named OWNER+NAME; questions about one that is not there are left out, and that is said.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

interface GuideQuestion {
  readonly in: string;
  readonly ask: string;
  /** Patterns that an answer must show, all of them. */
  readonly find: readonly string[];
  /** Patterns that would be wrong. */
  readonly never?: readonly string[];
  /** False: it is right to say that there is no answer. */
  readonly isAnswer?: boolean;
}

const MIRRORED: Readonly<Record<string, string>> = {
  carddemo: "aws-samples+aws-mainframe-modernization-carddemo",
  tssdk: "agentclientprotocol+typescript-sdk",
  pysdk: "anthropics+claude-agent-sdk-python",
};

const [given = "test/guide-questions/questions.jsonl"] = process.argv.slice(2);
const questions = readFileSync(given, "utf8")
  .split("\n")
  .filter((row) => row.trim() !== "")
  .map((row) => JSON.parse(row) as GuideQuestion);
const work = mkdtempSync(join(tmpdir(), "waymark-guide-"));
try {
  const judged = questions.map((question) => ({ question, verdict: judge(question) }));
  for (const { question, verdict } of judged)
    if (verdict !== "right") console.log(`${verdict.padEnd(60)} ${question.in}: ${question.ask}`);
  const asked = judged.filter(({ verdict }) => verdict !== "left out: the folder is not here");
  const right = asked.filter(({ verdict }) => verdict === "right").length;
  const wrong = asked.filter(({ verdict }) => verdict.startsWith("wrong")).length;
  console.log(`${right} of ${asked.length} useful, ${wrong} wrong; ${judged.length - asked.length} left out`);
  process.exitCode = wrong === 0 && right >= asked.length * 0.85 ? 0 : 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** A folder of its own with a history. */
function place(name: string): string | undefined {
  const folder = join(work, name);
  if (existsSync(folder)) return folder;
  if (name === "harbor") {
    cpSync("examples/harbor-ledger", folder, { recursive: true });
    const commit = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com", "commit", "-qm", "first"];
    for (const words of [["init", "-q"], ["add", "-A"], commit]) execFileSync("git", words, { cwd: folder });
    return folder;
  }
  const mirror = join(process.env["EVAL_MIRRORS"] ?? "", MIRRORED[name] ?? "-");
  if (!existsSync(mirror)) return undefined;
  const bare = readdirSync(mirror).includes("HEAD") ? mirror : join(mirror, "repo");
  execFileSync("git", ["clone", "-q", bare, folder]);
  return folder;
}

function judge({ in: where, ask, find, never = [], isAnswer = true }: GuideQuestion): string {
  const folder = place(where);
  if (folder === undefined) return "left out: the folder is not here";
  const environment = { PATH: process.env["PATH"], HOME: work, NO_COLOR: "1" };
  const args = [resolve("dist/main.js"), "-p", ask, "-m", "offline/guide"];
  const run = spawnSync(process.execPath, args, { cwd: folder, env: environment, encoding: "utf8", timeout: 60_000 });
  const answer = run.stdout;
  if (process.env["SHOW"])
    console.log(`##### ${where}: ${ask} [${run.status}]\n${answer.split("\n").slice(2).join("\n")}`);
  const bad = never.find((pattern) => new RegExp(pattern).test(answer));
  if (bad !== undefined) return `wrong: says ${bad}`;
  const broken = brokenCitation(answer, folder);
  if (broken !== undefined) return `wrong: cites ${broken}`;
  const missing = find.find((pattern) => !new RegExp(pattern).test(answer));
  if (missing !== undefined) return `does not say ${missing}`;
  if ((run.status === 0) !== isAnswer) return `ends with ${run.status}`;
  return "right";
}

/** A citation of a file or line that is not there. */
function brokenCitation(answer: string, folder: string): string | undefined {
  for (const [citation, path = "", line] of answer.matchAll(
    /(?<![\w/.:-])([\w@$#][\w./@$#+-]*\.[A-Za-z]\w*):(\d+)(?![\d:])/g,
  )) {
    const roots = path.startsWith("docs/") && !existsSync(join(folder, path)) ? "." : folder;
    if (!existsSync(join(roots, path))) continue;
    const lines = readFileSync(join(roots, path), "latin1").split("\n").length;
    if (Number(line) > lines || Number(line) < 1) return citation;
  }
  return undefined;
}
