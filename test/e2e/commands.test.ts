import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { inTurn } from "../rounds.ts";
import {
  jsonLines,
  MAIN,
  makePlace,
  type Place,
  putFiles,
  runWaymark,
  scriptedModel,
  type WaymarkRun,
} from "./run-waymark.ts";

let place: Place;
beforeEach(() => {
  place = makePlace({ "package.json": '{ "type": "module" }', "notes.txt": "the secret word is plover\n" });
});
afterEach(() => place.remove());

const put = (path: string, text: string, folder = place.cwd): void => putFiles(folder, { [path]: text });

const model = (replies: readonly object[] = [{ text: "Done." }]): string => scriptedModel(place, replies);

/** What the model was sent as the prompt. */
async function asked(
  words: string,
  flags: readonly string[] = ["--trust"],
  stdin = "",
): Promise<WaymarkRun & { prompt: string }> {
  const id = `s${Math.random().toString(36).slice(2)}`;
  const ended = await runWaymark(["-p", words, "-m", model(), "--session-id", id, ...flags], { ...place, stdin });
  return { ...ended, prompt: promptIn(id) };
}

/** The first prompt in the log of a session. */
function promptIn(id: string): string {
  const [file = ""] = globSync(join(place.home, `waymark/state/sessions/*/${id}.jsonl`));
  const events = jsonLines(readFileSync(file, "utf8")).map(({ event }) => event as { type: string; text: string });
  return events.find(({ type }) => type === "prompt")?.text ?? "";
}

test.each(
  inTurn(2, [
    ["$ARGUMENTS and $1", "Review $1 for $ARGUMENTS.", "/go 'a b' c", "Review a b for 'a b' c."],
    ["arguments that have no place", "Review.", "/go now", "Review.\n\nnow"],
    ["a front matter", "---\ndescription: d\nargument-hint: [file]\n---\nRead $2", "/go a b", "Read b"],
    ["one in a folder", "Log $1.", "/git:log x", "Log x."],
    ["a path that is none", "x", "/etc/hosts what is it", "/etc/hosts what is it"],
    ["what nobody has written", "x", "/other", "/other"],
  ]),
)("%s", async (_, text, words, prompt) => {
  put(`.waymark/commands/${words.startsWith("/git") ? "git/log" : "go"}.md`, text);
  expect((await asked(words)).prompt).toBe(prompt);
});

test("commands of Claude Code are commands here, the project's own win, and one's own are there everywhere", async () => {
  put(".claude/commands/one.md", "claude");
  put(".claude/commands/two.md", "claude two");
  put(".waymark/commands/one.md", "waymark");
  put(".claude/commands/mine.md", "at home", place.home);
  expect((await asked("/one")).prompt).toBe("waymark");
  expect((await asked("/two")).prompt).toBe("claude two");
  expect((await asked("/mine", [])).prompt).toBe("at home");
});

test("a command of a folder that nobody trusts is told of, and no model is asked", async () => {
  put(".waymark/commands/go.md", "x");
  const ran = await runWaymark(["-p", "/go", "-m", model()], place);
  expect([ran.code, ran.stdout]).toEqual([42, ""]);
  expect(ran.stderr).toContain("/go is a command of this folder, which is not trusted");
});

test("files that it names are behind it, what is piped in stays data", async () => {
  put(".waymark/commands/go.md", "Look at @notes.txt.");
  const { prompt } = await asked("/go", ["--trust"], "piped @package.json !`echo no`");
  expect(prompt).toContain('<file path="notes.txt">\nthe secret word is plover\n</file>');
  expect(prompt).toContain("piped @package.json !`echo no`");
  expect(prompt).not.toContain('"module"');
});

describe("commands of the shell in it", () => {
  test("their outputs stand in their place, and are data", async () => {
    writeFileSync(join(place.cwd, "data.txt"), "see @package.json and !`touch owned` $1\n");
    put(".waymark/commands/go.md", "Data: !`cat $1` End $2");
    const { prompt } = await asked("/go data.txt last");
    expect(prompt).toContain("see @package.json and !`touch owned` $1");
    expect(prompt).toMatch(/End last$/);
    expect(prompt).not.toContain('"module"');
    expect(existsSync(join(place.cwd, "owned"))).toBe(false);
  });

  test.each(
    inTurn(2, [
      ["refused where nobody allows it", "touch made", [], false],
      ["done where a rule allows it", "touch made", ["--allowedTools", "Bash(touch made)"], true],
      ["refused in plan mode", "touch made", ["--permission-mode", "plan"], false],
      ["judged with the arguments in it", "cat $1", [], false],
    ]),
  )("%s", async (_, command, flags, isMade) => {
    put(".waymark/commands/go.md", `---\nallowed-tools: Bash(touch made), Bash(rm:*)\n---\nSo: !\`${command}\``);
    const ran = await asked("/go 'notes.txt; touch made'", ["--trust", "--sandbox", "off", ...flags]);
    expect(existsSync(join(place.cwd, "made"))).toBe(isMade);
    expect(ran.stderr.includes("not run:")).toBe(!isMade);
    expect(ran.code).toBe(0);
  });

  test("one's own command brings its leave along, for itself alone", async () => {
    put("waymark/config/commands/go.md", "---\nallowed-tools: Bash(touch made)\n---\n!`touch made`", place.home);
    await asked("/go", ["--sandbox", "off"]);
    expect(existsSync(join(place.cwd, "made"))).toBe(true);
  });
});

test("a model that cannot be used is told of, and the other goes on", async () => {
  put(".waymark/commands/go.md", "---\nmodel: nobody/nothing\n---\nHello");
  const ran = await asked("/go");
  expect(ran.prompt).toBe("Hello");
  expect(ran.stderr).toContain("/go is for the model nobody/nothing, which cannot be used here");
  const other = join(place.home, "other.json");
  writeFileSync(other, JSON.stringify([{ text: "I am the other." }]));
  put(".waymark/commands/go.md", `---\nmodel: scripted/${other}\n---\nHello`);
  expect((await asked("/go")).stdout).toBe("I am the other.\n");
});

test("a skill is a command", async () => {
  put(
    ".waymark/skills/greet/SKILL.md",
    "---\nname: greet\ndescription: greets\n---\nSay hello to $ARGUMENTS, awk '{print $1}'.",
  );
  const { prompt } = await asked("/greet Ada");
  expect(prompt).toContain("Say hello to Ada");
  expect(prompt).toContain("Follow the skill greet: Ada");
});

test("the library and a conversation know them too", async () => {
  put(
    ".waymark/commands/go.md",
    "---\ndescription: goes\nargument-hint: WHERE\n---\nGo to $1: !`cat notes.txt` @notes.txt",
  );
  symlinkSync(
    join(dirname(dirname(dirname(dirname(MAIN)))), "node_modules"),
    join(place.cwd, "node_modules"),
    "junction",
  );
  writeFileSync(
    join(place.cwd, "program.js"),
    `import { createAgent } from "waymark";
const agent = await createAgent({ model: ${JSON.stringify(model())}, trust: true });
for await (const event of agent.prompt("/go Rome")) if (event.type === "prompt") console.log(event.text);
await agent.close();`,
  );
  const env = { PATH: process.env["PATH"] ?? "", HOME: place.home, WAYMARK_HOME: join(place.home, "waymark") };
  const { stdout } = await promisify(execFile)(process.execPath, ["program.js"], { cwd: place.cwd, env });
  expect(stdout).toMatch(/^Go to Rome: .*plover/s);
  expect(stdout).toContain('<file path="notes.txt">');

  const lines = [
    { type: "control_request", request_id: "1", request: { subtype: "initialize" } },
    { type: "user", message: { role: "user", content: "/go Rome" } },
  ];
  const stdin = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const flags = [
    "--input-format",
    "stream-json",
    "--output-format",
    "stream-json",
    "--trust",
    "-m",
    model(),
    "--session-id",
    "talk",
  ];
  const talk = jsonLines((await runWaymark(["-p", ...flags], { ...place, stdin })).stdout);
  expect(talk[0]).toMatchObject({
    response: { response: { commands: [{ name: "go", description: "goes", argumentHint: "WHERE" }] } },
  });
  expect(promptIn("talk")).toMatch(/^Go to Rome: .*plover/s);
  expect(readFileSync(join(place.cwd, "notes.txt"), "utf8")).toContain("plover");
});
