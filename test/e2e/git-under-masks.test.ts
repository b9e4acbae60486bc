import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { missing } from "../optional-programs.ts";
import { jsonLines, makePlace, type Place, runWaymark, scriptedModel } from "./run-waymark.ts";

/** Looks of git in a folder with a key that git tracks, where a sandbox hides what the key holds. */

const noBubblewrap = missing("bwrap");
const key = (): string =>
  generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey.export({ type: "pkcs8", format: "pem" }).toString();

let place: Place | undefined;
afterEach(() => place?.remove());

function makeRepository(): Place {
  const made = makePlace({ "src/a.js": "exports.a = 1;\n", "certs/server.key": key() });
  const git = (...words: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=n", "-c", "user.email=e@x", ...words], { cwd: made.cwd });
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-qm", "one");
  git("checkout", "-q", "-b", "keyed");
  writeFileSync(join(made.cwd, "certs/server.key"), key());
  git("commit", "-qam", "another key");
  git("checkout", "-q", "main");
  appendFileSync(join(made.cwd, "src/a.js"), "exports.b = 2;\n");
  git("commit", "-qam", "two");
  return made;
}

async function resultsOf(commands: readonly string[], mode: string): Promise<readonly string[]> {
  place = makeRepository();
  const calls = commands.map((command) => ({ name: "shell", input: { command } }));
  const model = scriptedModel(place, [...calls.map((call) => ({ calls: [call] })), { text: "Done." }]);
  const flags = ["--permission-mode", mode, "--output-format", "stream-json"];
  const { stdout } = await runWaymark(["-p", "go", "-m", model, ...flags], place);
  return jsonLines(stdout)
    .flatMap(({ message }) => (message as { content?: readonly Record<string, unknown>[] } | undefined)?.content ?? [])
    .flatMap(({ type, content }) => (type === "tool_result" ? [String(content)] : []));
}

test.skipIf(noBubblewrap)("in plan mode looks that touch no key run, and a search finds nothing of it", async () => {
  const found = await resultsOf(
    [
      "git diff HEAD~1 --stat",
      "git show HEAD",
      "git grep -n exports",
      "git grep -c KEY",
      "git grep -n exports && git status -s",
      "git show keyed",
    ],
    "plan",
  );
  expect(found.map((text) => text.split("\n")[0])).toEqual([
    " src/a.js | 1 +",
    expect.stringMatching(/^commit [0-9a-f]{40}$/),
    "src/a.js:1:exports.a = 1;",
    "(no output)",
    "src/a.js:1:exports.a = 1;",
    expect.stringContaining(
      "git shows certs/server.key, which may hold a secret; with `-- . ':(top,exclude)certs/server.key'`",
    ),
  ]);
  expect(found[4]).not.toContain("server.key");
});

const READ = `python3 -c 'print(len(open("certs/server.key").read()))'`;

test.skipIf(noBubblewrap)("what only looks, and is kept to it, is told of hidden files as git keeps them", async () => {
  const [status, compared, rebased] = await resultsOf(
    [`${READ}; git status -s; git diff HEAD`, "git diff keyed --stat", "GIT_SEQUENCE_EDITOR=true git rebase -i HEAD~1"],
    "default",
  );
  expect(status).toMatch(/^0\n(?:\(|$)/);
  expect(compared).toMatch(/^ certs\/server\.key \| [\d +-]+\n src\/a\.js +\| [\d +-]+\n 2 files changed/);
  expect(rebased).not.toContain("unstaged");
});
