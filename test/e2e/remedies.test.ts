import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { makePlace, type Place, runWaymark } from "./run-waymark.ts";

let place: Place;
afterEach(() => place.remove());

const ON = { WAYMARK_REMEDIES: "true" };
const shell = (command: string) => ({ calls: [{ name: "shell", input: { command } }] });

/** One session of its own process, played. */
async function session(replies: readonly object[], environment: Record<string, string> = ON): Promise<string> {
  writeFileSync(join(place.cwd, "play.json"), JSON.stringify([...replies, { text: "Done." }]));
  const flags = ["--permission-mode", "bypassPermissions", "--output-format", "stream-json"];
  const run = await runWaymark(["-p", "Run the tests.", "-m", "scripted/play.json", ...flags], {
    ...place,
    environment,
  });
  expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: "" });
  return run.stdout;
}
const remedies = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await runWaymark(["remedies", ...args], place);
  return code === 0 ? stdout : `${code} ${stderr}`;
};

const makeProject = (): Place =>
  makePlace({ "tools/check.sh": "echo all is well\n", Makefile: "check:\n\t@echo checked\n" });

test("what failed in one session and was mended is told in the next with the same failure, and only then", async () => {
  place = makeProject();
  const first = await session([shell("no-such-lint src"), shell("sh check.sh"), shell("sh tools/check.sh")]);
  expect(first).not.toContain("Met here before");
  expect(await remedies("list")).toBe("1  tools/check.sh worked in place of check.sh\n");
  const second = await session([
    shell("echo nothing failed"),
    shell("false"),
    shell("sh check.sh"),
    { ...shell("sh tools/check.sh"), expect: "(Met here before: tools/check.sh worked in place of check.sh.)" },
  ]);
  expect(second.match(/Met here before/g)).toHaveLength(1);
  expect(await remedies("show", "1")).toContain("met 2 times, told and worked 1 times, told and failed 0 times");
});

test("a person sees, edits and removes what was learned", async () => {
  place = makeProject();
  await session([shell("sh check.sh"), shell("sh tools/check.sh")]);
  expect(await remedies("edit", "1", "--", "./tools/check.sh")).toContain(
    "./tools/check.sh worked in place of check.sh",
  );
  expect(await remedies("edit", "1", "sudo", "sh")).toMatch(/^42 .*plain words/);
  expect(await remedies("show", "7")).toMatch(/^42 .*There is no remedy 7/);
  expect(JSON.parse(await remedies("list", "--json"))).toMatchObject([{ id: 1, worked: ["./tools/check.sh"] }]);
  const told = await session([shell("sh check.sh"), { text: "", calls: [], expect: "./tools/check.sh worked" }]);
  expect(told).toContain("Met here before");
  expect(await remedies("remove", "1")).toContain("removed 1  ");
  expect(await session([shell("sh check.sh")])).not.toContain("Met here before");
  await session([shell("sh check.sh"), shell("sh tools/check.sh")]);
  expect(await remedies("clear")).toBe("1 removed\n");
  expect(await remedies("list")).toContain("Nothing was learned in this folder.");
});

test("without the setting, and where sessions are not kept, nothing is learned or told", async () => {
  place = makeProject();
  for (const environment of [{}, { ...ON, WAYMARK_SESSION_PERSISTENCE: "false" }])
    await session([shell("sh check.sh"), shell("sh tools/check.sh")], environment);
  expect(await remedies("list")).toContain("Nothing was learned");
  expect(readdirSync(place.cwd).sort()).toEqual(["Makefile", "play.json", "tools"]);
});

test("what was not permitted teaches no way round it", async () => {
  place = makeProject();
  const deny = ["--disallowedTools", "shell(sh check.sh)"];
  writeFileSync(
    join(place.cwd, "play.json"),
    JSON.stringify([shell("sh check.sh"), shell("sh tools/check.sh"), { text: "Done." }]),
  );
  const flags = ["--permission-mode", "bypassPermissions", ...deny];
  const run = await runWaymark(["-p", "Go.", "-m", "scripted/play.json", ...flags], { ...place, environment: ON });
  expect(run.code).toBe(0);
  expect(await remedies("list")).toContain("Nothing was learned");
});
