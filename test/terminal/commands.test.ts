import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { SLASH_COMMANDS } from "../../src/frontends/terminal/slash/index.ts";
import { ask, sitDown } from "./sit-down.ts";

const SKILL = {
  ".waymark/skills/nightly/SKILL.md": `---\nname: nightly\ndescription: how the nightly job runs\n---\n# Nightly\n\nStart with NIGHTRUN. ${"More of it. ".repeat(300)}END-OF-SKILL\n`,
};

test("CW-92, CD-63, BC-02, CL-02: every command of the seeds has a name here", () => {
  const names = new Set(SLASH_COMMANDS.flatMap(({ name, aliases = [] }) => [name, ...aliases]));
  const seeds = [
    ...["help", "clear", "quit", "exit", "q", "reset", "skills", "load", "search", "status", "summary", "analyze"],
    ...["functions", "callers", "flow", "dead", "sequence", "config", "model", "init", "e", "list"],
    ...["agent-default", "provider", "mode"],
  ];
  expect(seeds.filter((name) => !names.has(name))).toEqual([]);
});

test("commands that most agents have are here under the same names", () => {
  const names = new Set(SLASH_COMMANDS.flatMap(({ name, aliases = [] }) => [name, ...aliases]));
  const common = [
    ...["help", "init", "model", "plan", "permissions", "skills", "memory", "compact", "compress", "context", "clear"],
    ...[
      "new",
      "resume",
      "rename",
      "fork",
      "branch",
      "rewind",
      "undo",
      "export",
      "copy",
      "diff",
      "review",
      "status",
      "usage",
    ],
    ...["cost", "stats", "theme", "config", "settings", "login", "logout", "doctor", "tasks", "bashes", "exit", "quit"],
  ];
  expect(common.filter((name) => !names.has(name))).toEqual([]);
});

test("every question to the parsers can be asked in the session", async () => {
  const { seat } = await sitDown({
    files: {
      "p.cbl":
        "       IDENTIFICATION DIVISION.\n       PROGRAM-ID. P.\n       DATA DIVISION.\n       WORKING-STORAGE SECTION.\n       01 AMOUNT PIC 9(5).\n",
    },
  });
  for (const [question, said] of [
    ["crud", /citadel_crud[\s\S]*touches/],
    ["rules", /citadel_rules/],
    ["fields p.cbl ", /citadel_fields[\s\S]*AMOUNT/],
  ] as const) {
    seat.type(`/citadel ${question}\r`);
    await seat.until(said);
  }
});

test("a rule of the session names a tool, by our name or another agent's; a call that is not there is said", async () => {
  const { seat } = await sitDown({ args: ["--disallowedTools", "shell(rm)"] });
  for (const [command, said] of [
    ["/allow Nothing(x)", '"Nothing(x)" names no tool'],
    ["/allow Bash(npm test:*)", "shell(npm test) is allowed in this session"],
    ["/permissions", /shell\(rm\) {2}denied[\s\S]*shell\(npm test\) {2}allowed, in this session/],
    ["/permissions remove shell(git)", 'No rule "shell(git)" is allowed here'],
    ["/permissions remove shell(npm test)", "shell(npm test) is not allowed any more in this session"],
    ["/e 99", "There is no call #99; /list shows them."],
    ["/list", "No tool has been called yet."],
  ] as const) {
    seat.type(`${command}\r`);
    await seat.until(said);
  }
  expect(await seat.screen()).toContain("There is no call #99");
});

test("what a command says is no raw Markdown, and no word of it is broken at the right edge", async () => {
  const scripts = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`check-number-${at}`, "node --test"]));
  const { seat } = await sitDown({ files: { "package.json": JSON.stringify({ name: "weir", scripts }) } });
  for (const [command, said] of [
    ["/hooks", "No hooks"],
    ["/plugin", "No plugins"],
    ["/search weirs", "There are no skills here"],
  ] as const) {
    seat.type(`${command}\r`);
    expect(await seat.until(said)).not.toContain("`");
  }
  seat.type("/init\r");
  const rows = (await seat.until("AGENTS.md is written")).split("\n");
  const words = rows.flatMap((row) => row.match(/check-number[\w-]*/g) ?? []);
  expect(new Set(words)).toEqual(new Set(Object.keys(scripts)));
});

test("CW-92: /load shows the beginning of a skill and gives the model all of it; /search finds it; /skills lists it", async () => {
  const { seat } = await sitDown({
    files: SKILL,
    args: ["--trust"],
    replies: [{ expect: ["I loaded the skill", "END-OF-SKILL"], text: "Known now." }],
  });
  seat.type("/skills\r");
  await seat.until(/nightly \(project\) how the nightly job runs/);
  seat.type("/search nightly job\r");
  await seat.until(/search_skills/);
  seat.type("/load nightly\r");
  const shown = await seat.until(/… \d+ more characters/);
  expect(shown).not.toContain("END-OF-SKILL");
  await ask(seat, "what now?", "Known now.");
  seat.type("/load nigt\r");
  await seat.until('There is no skill "nigt"');
  seat.type("/summary\r");
  await seat.until("1. what now?");
});

test("what a command says stands below what was typed; what becomes a prompt is shown once", async () => {
  const { seat } = await sitDown({ files: SKILL, args: ["--trust"], replies: [{ text: "Running." }] });
  seat.type("/todos\r");
  await seat.until(/› \/todos\n\s*\n {2}The list is empty\./);
  seat.type("/version\r");
  await seat.until(/› \/version\n\s*\n {2}\d+\.\d+\.\d+/);
  seat.type("/fly away\r");
  await seat.until(/› \/fly away\n\s*\n {2}There is no command \/fly/);
  seat.type("/nightly run it\r");
  expect((await seat.until("Running.")).match(/\/nightly run it|Follow the skill nightly: run it/g)).toHaveLength(1);
});

test("what others wrote is no Markdown: a call, a prompt and a thing to do are listed with every sign", async () => {
  const items = [{ text: "drop `a` *and* __b__", status: "pending" }];
  const { seat } = await sitDown({
    replies: [
      { calls: [{ name: "search_code", input: { pattern: "x\\*?[-_]*y_" } }] },
      { calls: [{ name: "todo", input: { items } }] },
      { text: "Done." },
    ],
  });
  await ask(seat, "look for *x* and `y`", "Done.");
  seat.type("/list\r");
  await seat.until(/^ {2}- #1 ✓ search_code [^\n]*x\\\*\?\[-_\]\*y_/m);
  seat.type("/summary\r");
  await seat.until(/^ {2}1\. look for \*x\* and `y`$/m);
  seat.type("/todos\r");
  await seat.until(/^ {2}- ☐ drop `a` \*and\* __b__$/m);
});

test("each skill is a command: what is typed after its name is what the model does by it", async () => {
  const { seat } = await sitDown({
    files: SKILL,
    args: ["--trust"],
    replies: [{ expect: ["Follow the skill nightly: run it", "I loaded the skill", "END-OF-SKILL"], text: "Running." }],
  });
  seat.type("/nightly run it\r");
  await seat.until("Running.");
  seat.type("/help\r");
  await seat.until("skill: how the nightly job runs");
});

test("CD-66: nothing is asked of the network at the start, no update check either", async () => {
  let requests = 0;
  const server = createServer((_, response) => {
    requests++;
    response.end();
  }).on("connect", (_, socket) => {
    requests++;
    socket.destroy();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  const proxy = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { seat } = await sitDown({
    replies: [{ text: "Here." }],
    seat: { environment: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, http_proxy: proxy, https_proxy: proxy } },
  });
  await ask(seat, "hello", "Here.");
  expect(requests).toBe(0);
});

test("BC-02: /model chooses from the catalogue with context, price and abilities", async () => {
  const { seat, snapshot } = await sitDown({ seat: { columns: 100, environment: { ANTHROPIC_API_KEY: "k" } } });
  seat.type("/model\r");
  await seat.until("Which model?");
  seat.type("claude-opus-5-5");
  const screen = await seat.until(/❯ anthropic\/claude-opus-5-5 +1\.0M · \$4\/\$20 · thinks · sees/);
  expect(screen).toContain("1.0M tokens of context, 128k in one answer");
  expect((await snapshot()).replace(/1 of \d+/, "1 of all")).toMatchSnapshot("model picker");
  seat.type("\r");
  await seat.until("The model is anthropic/claude-opus-5-5.");
});

test("/effort says how much the model thinks from the next prompt on, and what it cannot be told", async () => {
  const { seat } = await sitDown({ replies: [{ text: "Done." }] });
  seat.type("/effort hard\r");
  await seat.until('"hard" is no effort; use none, minimal, low, medium, high, xhigh, max.');
  seat.type("/effort high\r");
  await seat.until("The effort is high.");
  await seat.until(":high");
  await ask(seat, "go", "Done.");
});

test("/usage says how often the cache was found, and why not", async () => {
  const usage = (inputTokens: number, cacheReadTokens: number) => ({
    usage: { inputTokens, cacheReadTokens, outputTokens: 5, cacheWriteTokens: 0 },
  });
  const { seat } = await sitDown({
    replies: [
      { text: "First.", ...usage(4000, 0) },
      { text: "Second.", ...usage(4100, 3900) },
      { text: "Third.", ...usage(4200, 0) },
    ],
  });
  await ask(seat, "one", "First.");
  await ask(seat, "two", "Second.");
  await ask(seat, "three", "Third.");
  seat.type("/usage\r");
  await seat.until(/1 of 2 later\s+requests\s+found\s+their\s+beginning/);
  await seat.until(/missed\s+without\s+a\s+cause\s+of\s+ours/);
});

test("in a narrow terminal what a choice is said to be stands whole below the list, of the chosen one", async () => {
  const { seat } = await sitDown({ seat: { columns: 40, rows: 16, environment: { ANTHROPIC_API_KEY: "k" } } });
  seat.type("/model\r");
  await seat.until("Which model?");
  const at = (text: string): readonly string[] => text.split("\n").map((line) => line.trim());
  seat.type("sonnet-5");
  const shown = at(await seat.until(/Filter: ?sonnet-5/));
  expect(shown.find((line) => line.startsWith("❯"))).toMatch(/^❯ [\w/.-]*sonnet-5[\w.-]*$/);
  expect(shown[shown.findIndex((line) => line.startsWith("Filter:")) - 1]).toMatch(/\d+k|\$|\d \/ \d/);
});
