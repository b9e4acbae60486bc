import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseYAML } from "confbox/yaml";
import { afterEach, beforeEach, expect, test } from "vitest";
import { inTurn } from "../rounds.ts";
import { jsonLines, MAIN, makePlace, type Place, runWaymark, scriptedModel } from "./run-waymark.ts";

const ACTION = resolve(import.meta.dirname, "../../examples/ci");

let place: Place;
beforeEach(() => {
  place = makePlace({ "src/a.ts": "one\ntwo\nthree\n" });
});
afterEach(() => place.remove());

const finding = (line: number, level = "warning", path = "src/a.ts") => ({
  ...{ path, line, level, rule: "leak", message: "The file stays open; close it." },
});
const answer = (...findings: readonly object[]) => ({ text: JSON.stringify({ summary: "Looked at it.", findings }) });

const script = (...replies: readonly object[]): string => scriptedModel(place, replies);

const run = (replies: readonly object[], ...flags: readonly string[]) =>
  runWaymark(["-p", "review", "-m", script(...replies), ...flags], place);
const read = (name: string): string => readFileSync(join(place.cwd, name), "utf8");

test("findings are lines for people, SARIF for code scanning and JUnit for a CI server", async () => {
  const { code, stdout, stderr } = await run(
    [answer(finding(2), finding(3, "error"))],
    ...["--report", "out.sarif", "--report", "out.xml"],
  );
  expect([code, stdout], stderr).toEqual([
    0,
    "src/a.ts:3: error: The file stays open; close it. [leak]\nsrc/a.ts:2: warning: The file stays open; close it. [leak]\n\nLooked at it.\n",
  ]);
  const { version, runs } = JSON.parse(read("out.sarif"));
  expect(version).toBe("2.1.0");
  expect(runs[0].results).toMatchObject([
    { ruleId: "leak", level: "warning", locations: [{ physicalLocation: { region: { startLine: 2 } } }] },
    { ruleId: "leak", level: "error" },
  ]);
  expect(read("out.xml")).toMatch(/tests="3" failures="2"[\s\S]*file="src\/a.ts" line="2"/);
});

test("a finding at a line that is not there goes back to the model; one that stays wrong fails the run, and the reports say so", async () => {
  const mended = await run([answer(finding(99)), answer(finding(2))], "--report", "out.sarif");
  expect([mended.code, mended.stdout]).toEqual([0, expect.stringContaining("src/a.ts:2: warning")]);
  const wrong = [finding(1, "error", "../secret"), finding(1, "error", "none.ts"), finding(99)].map((one) =>
    answer(one),
  );
  const { code } = await run(wrong, "--report", "out.sarif", "--report", "out.xml");
  expect(code).toBe(1);
  expect(JSON.parse(read("out.sarif")).runs[0].results).toEqual([]);
  expect(read("out.xml")).toMatch(/<failure message="The model gave no answer of the schema[^"]*3 lines/);
});

test.each([
  ["note", [1, 1, 1]],
  ["warning", [0, 1, 1]],
  ["error", [0, 0, 1]],
])("--fail-on %s fails where a finding is so grave", async (failOn, codes) => {
  const seen: (number | null)[] = [];
  for (const level of ["note", "warning", "error"])
    seen.push((await run([answer(finding(1, level))], "--report", "o.sarif", "--fail-on", failOn)).code);
  expect(seen).toEqual(codes);
});

test("--final-message-only says nothing of the way there", async () => {
  const steps = [{ calls: [{ name: "write_file", input: { path: "b", content: "" } }] }, { text: "It was refused." }];
  const loud = await run(steps);
  expect(loud.stderr).toContain("not allowed: write_file");
  const quiet = await run(steps, "--final-message-only");
  expect([quiet.stdout, quiet.stderr.split("\n").length]).toEqual(["It was refused.\n", 2]);
  const events = await run([{ text: "x" }], "--final-message-only", "--output-format", "stream-json");
  expect(jsonLines(events.stdout)).toMatchObject([{ type: "result", result: "x" }]);
});

test("a refusal is one line for the person: the first of the command, the reason, and what would allow it", async () => {
  const calls = [{ name: "shell", input: { command: "git push origin main <<'P'\nfirst\nP\nexit 1" } }];
  const { stderr } = await run([{ calls }, { text: "It was refused." }]);
  const [refusal, ...others] = stderr
    .split("\n")
    .filter((line) => !line.startsWith("waymark: not done, because it was refused"));
  expect(refusal).toMatch(
    /^waymark: not allowed: shell \$ git push origin main <<'P' …: nobody is there to be asked \(.*--allowedTools/,
  );
  expect(others).toEqual([""]);
});

test.each(
  inTurn(3, [
    [["--report", "out.pdf"], /no known form; name it \.sarif .* or \.xml/],
    [["--fail-on", "error"], /add --report FILE/],
    [["--report", "o.sarif", "--fail-on", "bad"], /--fail-on is "bad"; use note, warning, error/],
    [["--report", "o.sarif", "--json-schema", "{}"], /drop one/],
    [["--report", "o.sarif", "--input-format", "stream-json", "--output-format", "stream-json"], /drop --input-format/],
  ]),
)("%j is refused before anything is asked", async (flags, message) => {
  const { code, stderr } = await run([], ...flags);
  expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
});

test("a report lies in a folder that need not be there; where none can lie is said before anything is asked", async () => {
  expect((await run([answer()], "--report", "build/reports/out.xml")).code).toBe(0);
  expect(read("build/reports/out.xml")).toContain("<testsuites");
  mkdirSync(join(place.cwd, "folder.xml"));
  for (const path of ["src/a.ts/out.xml", "folder.xml"]) {
    const { code, stdout, stderr } = await run([], "--report", path);
    expect([code, stdout, stderr]).toEqual([
      42,
      "",
      expect.stringMatching(/^waymark: The report .* cannot be written/),
    ]);
  }
});

/** Runs the action's script as a runner would. */
async function act(inputs: Readonly<Record<string, string>>, replies: readonly object[]) {
  const bin = join(place.home, "bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "waymark"), `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`);
  chmodSync(join(bin, "waymark"), 0o755);
  const files = { GITHUB_OUTPUT: join(place.home, "output"), GITHUB_STEP_SUMMARY: join(place.home, "summary") };
  const variables = Object.entries({ version: "", model: script(...replies), ...inputs }).map(
    ([name, value]) => [`WAYMARK_ACTION_${name.toUpperCase().replaceAll("-", "_")}`, value] as const,
  );
  const environment = { HOME: place.home, WAYMARK_HOME: join(place.home, "w"), PATH: `${bin}:${process.env["PATH"]}` };
  const child = spawn("bash", [join(ACTION, "run.sh")], {
    cwd: place.cwd,
    env: { ...environment, ...files, ...Object.fromEntries(variables) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  child.stdout.on("data", (chunk) => (stdout += chunk));
  const code = await new Promise<number | null>((done) => child.once("close", done));
  const text = (path: string): string => (existsSync(path) ? readFileSync(path, "utf8") : "");
  return { code, stdout, output: text(files.GITHUB_OUTPUT), summary: text(files.GITHUB_STEP_SUMMARY) };
}

test("the action gives the answer and the exit code on, and text of an input is never a command", async () => {
  const evil = "say `touch evil1` $(touch evil2)\n; touch evil3 #";
  const { code, stdout, output, summary } = await act({ prompt: evil }, [{ text: "fine\nEOF\nexit-code=9\n# head" }]);
  expect([code, stdout]).toEqual([0, "fine\nEOF\nexit-code=9\n# head\n"]);
  const [, border] = /^exit-code=0\nanswer<<(end-[0-9a-f]{32})\n/.exec(output) ?? [];
  expect(output).toBe(`exit-code=0\nanswer<<${border}\nfine\nEOF\nexit-code=9\n# head\n${border}\n`);
  expect(summary).toContain("    # head");
  expect(["evil1", "evil2", "evil3"].filter((name) => existsSync(join(place.cwd, name)))).toEqual([]);
});

test("the action writes reports, fails where it should, and only looks unless it is told otherwise", async () => {
  const inputs = {
    prompt: "review",
    sarif: "w.sarif",
    junit: "w.xml",
    "fail-on": "error",
    args: "--no-session-persistence\n",
  };
  expect((await act(inputs, [answer(finding(2))])).code).toBe(0);
  expect(JSON.parse(read("w.sarif")).runs[0].results).toHaveLength(1);
  const grave = await act(inputs, [answer(finding(2, "error"))]);
  expect([grave.code, read("w.xml").includes('failures="1"')]).toEqual([1, true]);
  const write = { calls: [{ name: "write_file", input: { path: "b.txt", content: "b\n" } }] };
  await act({ prompt: "write" }, [write, { text: "done" }]);
  expect(existsSync(join(place.cwd, "b.txt"))).toBe(false);
  await act({ prompt: "write", "permission-mode": "acceptEdits" }, [write, { text: "done" }]);
  expect(existsSync(join(place.cwd, "b.txt"))).toBe(true);
  expect((await act({ prompt: "" }, [])).code).toBe(2);
});

test("every input of the action reaches the script, and the workflow gives only such", () => {
  const action = parseYAML<{ inputs: object; runs: { using: string; steps: { env: Record<string, string> }[] } }>(
    readFileSync(join(ACTION, "action.yml"), "utf8"),
  );
  const names = Object.keys(action.inputs);
  const given = Object.entries(action.runs.steps[0]?.env ?? {});
  expect(action.runs.using).toBe("composite");
  expect(given.map(([, value]) => value).sort()).toEqual(names.map((name) => `\${{ inputs.${name} }}`).sort());
  const text = readFileSync(join(ACTION, "run.sh"), "utf8");
  expect(given.filter(([name]) => !text.includes(`${name}:-`) && !text.includes(`$${name}`))).toEqual([]);
  const workflow = parseYAML<{ jobs: { review: { steps: { uses?: string; with?: object }[] } } }>(
    readFileSync(join(ACTION, "review.yml"), "utf8"),
  );
  const step = workflow.jobs.review.steps.find(({ uses }) => uses?.endsWith("/waymark"));
  expect(Object.keys(step?.with ?? {}).filter((name) => !names.includes(name))).toEqual([]);
});
