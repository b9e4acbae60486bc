import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { missing } from "../optional-programs.ts";
import { inTurn } from "../rounds.ts";
import { jsonLines, makePlace, type Place, runWaymark, scriptedModel } from "./run-waymark.ts";

const noBubblewrap = missing("bwrap");

let place: Place;
beforeEach(() => {
  place = makePlace({
    "a.txt": "one\n",
    ".env": "TOKEN=canary\n",
    "package.json": '{"name":"a","version":"1.0.0","scripts":{"test":"node check.js"}}\n',
    "check.js": 'require("node:fs").accessSync("a.txt");\n',
    "write.js": 'require("node:fs").writeFileSync("made.txt", "x");\n',
  });
  execFileSync("git", ["init", "-q", "."], { cwd: place.cwd, env: { PATH: process.env["PATH"], HOME: place.home } });
});
afterEach(() => place.remove());

async function shell(command: string, ...flags: string[]): Promise<{ text: string; failed: boolean }> {
  const { stdout, code } = await runWaymark(["tool", "run", "shell", JSON.stringify({ command }), ...flags], place);
  return { text: stdout.trimEnd(), failed: code !== 0 };
}
/** What a run in which nobody is asked gives for all, one after the other, in one start. */
async function resultsOf(calls: readonly object[], flags: readonly string[] = []): Promise<readonly string[]> {
  const model = scriptedModel(place, [...calls.map((call) => ({ calls: [call] })), { text: "Done." }]);
  const { stdout } = await runWaymark(["-p", "go", "-m", model, "--output-format", "stream-json", ...flags], place);
  return jsonLines(stdout)
    .flatMap(({ message }) => (message as { content?: readonly Record<string, unknown>[] } | undefined)?.content ?? [])
    .flatMap(({ type, content }) => (type === "tool_result" ? [String(content)] : []));
}
const call = (command: string) => ({ name: "shell", input: { command } });
const BOTH = [call("npm test"), { name: "run_checks", input: { kind: "test" } }];
const inMode = (mode: string): readonly [string, string] => ["--permission-mode", mode];

describe.skipIf(noBubblewrap !== undefined)("with bubblewrap", () => {
  test("in acceptEdits what stays in the folder runs, what leaves it is refused in two lines", async () => {
    const [inside, ...leaving] = await resultsOf(
      [
        "sed -i s/one/two/ a.txt && git add a.txt && cat a.txt",
        "git push",
        "curl http://example.com",
        "echo x > ../y",
        "echo x > .git/hooks/post-checkout",
      ].map(call),
      inMode("acceptEdits"),
    );
    expect(inside).toBe("two");
    expect(leaving).toHaveLength(4);
    for (const text of leaving) {
      expect(text.split("\n")).toHaveLength(2);
      expect(text).toMatch(/^Not allowed: nobody is there to be asked \(.+\)\./);
    }
  });

  test("in acceptEdits a change runs in whatever spelling it is written; what throws changes of files away is refused", async () => {
    const commands = [
      "git add . && git -c user.name=A -c user.email=a@b commit -qm first",
      'for f in $(grep -rl one a.txt); do sed -i s/one/two/ "$f"; done',
      "grep -rl two a.txt | xargs sed -i s/two/three/",
      "sed -i s/three/four/ $(grep -l three a.txt)",
      "node - <<'END'\nrequire('node:fs').appendFileSync('a.txt', 'five\\n');\nEND",
      "git rm -q check.js",
    ];
    const discarding = ["git checkout HEAD -- a.txt", "git restore a.txt"];
    const texts = await resultsOf([...commands, ...discarding].map(call), inMode("acceptEdits"));
    expect(texts.slice(0, commands.length)).toEqual(commands.map(() => "(no output)"));
    expect(texts.slice(commands.length)).toEqual(
      discarding.map(() => expect.stringMatching(/it throws away changes of/)),
    );
    expect(readFileSync(join(place.cwd, "a.txt"), "utf8")).toBe("four\nfive\n");
    expect(existsSync(join(place.cwd, "check.js"))).toBe(false);
  });

  test("with nobody to ask a command only looks: it runs, changes nothing, and the result says why", async () => {
    const [looked, wrote, copied, later, touched, file, listed] = await resultsOf([
      call("node -p 6*7"),
      call("node write.js"),
      call('cp -r *.js "$TMPDIR" && cd "$TMPDIR" && node write.js && cat made.txt'),
      call('node -e "" && cat "$TMPDIR/made.txt"'),
      call("touch made.txt"),
      { name: "write_file", input: { path: "made.txt", content: "x" } },
      call("ls -la"),
    ]);
    expect(looked).toBe("42");
    expect(wrote).toMatch(/EROFS[\s\S]*\(It ran unasked.*\$TMPDIR.*--permission-mode acceptEdits/);
    expect(copied).toBe("x");
    expect(later).toContain("No such file");
    expect(touched).toBe(
      "Not allowed: nobody is there to be asked (no rule allows touch, and it is not known to only read). Whoever starts the run can allow it with --permission-mode acceptEdits, or --allowedTools 'shell(touch made.txt $)'.\nDo not try another tool for it: go on without it, or say what is to be changed.",
    );
    expect(file).toBe(
      "Not allowed: nobody is there to be asked (changes made.txt). Whoever starts the run can allow it with --permission-mode acceptEdits, or --allowedTools 'write_file(/made.txt)'.\nDo not try another tool for it: go on without it, or say what is to be changed.",
    );
    expect(listed).toContain("masks .env");
    expect(existsSync(join(place.cwd, "made.txt"))).toBe(false);
  });

  test("caches are kept for the folder, and a command that only looks cannot put anything there", async () => {
    const cache = 'mkdir -p "$GOCACHE" && echo $1 >> "$GOCACHE/mark" && cat "$GOCACHE/mark"';
    const edits = inMode("acceptEdits");
    expect((await shell(cache.replace("$1", "kept"), ...edits)).text).toBe("kept");
    expect(
      (await shell(`node -e 'require("child_process").execSync(process.argv[1])' '${cache.replace("$1", "poison")}'`))
        .failed,
    ).toBe(false);
    expect((await shell('cat "$GOCACHE/mark"', ...edits)).text).toBe("kept");
    const elsewhere = makePlace();
    try {
      const other = await runWaymark(["tool", "run", "shell", '{"command":"ls $GOCACHE"}', ...edits], {
        ...place,
        cwd: elsewhere.cwd,
      });
      expect(other.stdout).not.toContain("mark");
    } finally {
      elsewhere.remove();
    }
  });

  test("shell, run_checks and `policy check` agree on the same command in every mode and under every rule", async () => {
    const rules = [[], ["shell"], ["shell(npm test)"], ["shell(*)"]];
    const seen = new Set<boolean>();
    for (const [at, mode] of ["default", "plan", "acceptEdits", "dontAsk"].entries())
      for (const allow of inTurn(2, rules, at)) {
        const flags = [...inMode(mode), ...allow.flatMap((rule) => ["--allowedTools", rule])];
        const results = await resultsOf(BOTH, flags);
        const checked = await runWaymark(["policy", "check", "--json", ...flags, "--", "npm test"], place);
        const { effective } = JSON.parse(checked.stdout) as { effective: { alone: { verdict: string } } };
        const runs = effective.alone.verdict === "allow";
        const ran = results.map((text) => !/^(?:Not allowed|Exit code: [1-9])/m.test(text));
        expect([mode, allow, ...ran]).toEqual([mode, allow, runs, runs]);
        seen.add(runs);
      }
    expect([...seen].sort()).toEqual([false, true]);
    expect(readFileSync(join(place.cwd, "a.txt"), "utf8")).toBe("one\n");
  });
});
