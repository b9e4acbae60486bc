import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { missing } from "../optional-programs.ts";
import { inTurn } from "../rounds.ts";
import { jsonLines, makePlace, type Place, runWaymark, scriptedModel } from "./run-waymark.ts";

const noBubblewrap = missing("bwrap");

let place: Place;
beforeEach(async () => {
  place = makePlace({
    "a.txt": "one\n",
    ".env": "TOKEN=canary\n",
    "package.json": '{"name":"a","version":"1.0.0","scripts":{"test":"node check.js"}}\n',
    "check.js": 'require("node:fs").accessSync("a.txt");\n',
    "write.js": 'require("node:fs").writeFileSync("made.txt", "x");\n',
  });
  expect((await tool("shell", { command: "git init -q ." }, "--permission-mode", "bypassPermissions")).failed).toBe(
    false,
  );
});
afterEach(() => place.remove());

async function tool(name: string, input: object, ...flags: string[]): Promise<{ text: string; failed: boolean }> {
  const { stdout, code } = await runWaymark(["tool", "run", name, JSON.stringify(input), ...flags], place);
  return { text: stdout.trimEnd(), failed: code !== 0 };
}
const shell = (command: string, ...flags: string[]) => tool("shell", { command }, ...flags);
/** What a run in which nobody is asked gives for both, in one start. */
async function resultsInOneRun(flags: readonly string[]): Promise<readonly string[]> {
  const calls = [
    { name: "shell", input: { command: "npm test" } },
    { name: "run_checks", input: { kind: "test" } },
  ];
  const model = scriptedModel(place, [{ calls }, { text: "Done." }]);
  const { stdout } = await runWaymark(["-p", "go", "-m", model, "--output-format", "stream-json", ...flags], place);
  return jsonLines(stdout)
    .flatMap(({ message }) => (message as { content?: readonly Record<string, unknown>[] } | undefined)?.content ?? [])
    .flatMap(({ type, content }) => (type === "tool_result" ? [String(content)] : []));
}
const inMode = (mode: string): readonly [string, string] => ["--permission-mode", mode];

describe.skipIf(noBubblewrap !== undefined)("with bubblewrap", () => {
  test("in acceptEdits what stays in the folder runs, what leaves it is refused in two lines", async () => {
    const edits = inMode("acceptEdits");
    expect(await shell("sed -i s/one/two/ a.txt && git add a.txt && cat a.txt", ...edits)).toEqual({
      text: "two",
      failed: false,
    });
    for (const command of [
      "git push",
      "curl http://example.com",
      "echo x > ../y",
      "echo x > .git/hooks/post-checkout",
    ]) {
      const { text, failed } = await shell(command, ...edits);
      expect([command, failed, text.split("\n").length]).toEqual([command, true, 2]);
      expect(text).toMatch(/^Not allowed: nobody is there to be asked \(.+\)\./);
    }
  });

  test("in acceptEdits a change runs in whatever spelling it is written; what throws changes of files away is refused", async () => {
    const edits = inMode("acceptEdits");
    expect((await shell("git add . && git -c user.name=A -c user.email=a@b commit -qm first", ...edits)).failed).toBe(
      false,
    );
    for (const command of [
      'for f in $(grep -rl one a.txt); do sed -i s/one/two/ "$f"; done',
      "grep -rl two a.txt | xargs sed -i s/two/three/",
      "sed -i s/three/four/ $(grep -l three a.txt)",
      "node - <<'END'\nrequire('node:fs').appendFileSync('a.txt', 'five\\n');\nEND",
      "git rm -q check.js",
    ])
      expect([command, (await shell(command, ...edits)).text]).toEqual([command, "(no output)"]);
    expect(readFileSync(join(place.cwd, "a.txt"), "utf8")).toBe("four\nfive\n");
    for (const command of ["git checkout HEAD -- a.txt", "git restore a.txt"])
      expect((await shell(command, ...edits)).text).toMatch(/it throws away changes of/);
    expect(existsSync(join(place.cwd, "check.js"))).toBe(false);
  });

  test("with nobody to ask a command only looks: it runs, changes nothing, and the result says why", async () => {
    expect(await shell("node -p 6*7")).toEqual({ text: "42", failed: false });
    const { text, failed } = await shell("node write.js");
    expect([failed, existsSync(join(place.cwd, "made.txt"))]).toEqual([true, false]);
    expect(text).toMatch(/EROFS[\s\S]*\(It ran unasked.*\$TMPDIR.*--permission-mode acceptEdits/);
    expect((await shell('cp -r *.js "$TMPDIR" && cd "$TMPDIR" && node write.js && cat made.txt')).text).toBe("x");
    expect((await shell('node -e "" && cat "$TMPDIR/made.txt"')).text).toContain("No such file");
    expect((await shell("touch made.txt")).text).toBe(
      "Not allowed: nobody is there to be asked (no rule allows touch, and it is not known to only read). Whoever starts the run can allow it with --permission-mode acceptEdits, or --allowedTools 'shell(touch made.txt $)'.\nDo not try another tool for it: go on without it, or say what is to be changed.",
    );
    expect((await tool("write_file", { path: "made.txt", content: "x" })).text).toBe(
      "Not allowed: nobody is there to be asked (changes made.txt). Whoever starts the run can allow it with --permission-mode acceptEdits, or --allowedTools 'write_file(/made.txt)'.\nDo not try another tool for it: go on without it, or say what is to be changed.",
    );
    expect((await shell("ls -la")).text).toContain("masks .env");
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
        const results = await resultsInOneRun(flags);
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
