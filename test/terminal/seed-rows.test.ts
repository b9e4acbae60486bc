// What the seeds' terminals could do, row by row of their feature list.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { SLASH_COMMANDS } from "../../src/frontends/terminal/slash/index.ts";
import { runWaymark } from "../e2e/run-waymark.ts";
import { ask, sitDown } from "./sit-down.ts";

/** Has the form of a key and opens nothing. */
const SECRET = ["ghp", "Zk9vQ2mX7bL4tR8wY1nC5dF6gH3jK0pS2aQe"].join("_");

const LEDGER = {
  "cobol/PAYROLL.cbl": [
    "       IDENTIFICATION DIVISION.",
    "       PROGRAM-ID. PAYROLL.",
    "       PROCEDURE DIVISION.",
    "       0000-MAIN.",
    "           PERFORM 1000-READ.",
    "           CALL 'TAXCALC'.",
    "           STOP RUN.",
    "       1000-READ.",
    "           DISPLAY 'X'.",
    "",
  ].join("\n"),
  "cobol/TAXCALC.cbl": [
    "       IDENTIFICATION DIVISION.",
    "       PROGRAM-ID. TAXCALC.",
    "       PROCEDURE DIVISION.",
    "       0000-MAIN.",
    "           GOBACK.",
    "",
  ].join("\n"),
};

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
    ...["new", "resume", "fork", "branch", "rewind", "undo", "export", "copy", "diff", "review", "status", "usage"],
    ...["cost", "stats", "theme", "config", "settings", "login", "logout", "doctor", "tasks", "exit", "quit"],
  ];
  expect(common.filter((name) => !names.has(name))).toEqual([]);
});

test("CW-92: questions to the parsers need no model, and wrong ones say how they are asked", async () => {
  const { seat } = await sitDown({ files: LEDGER });
  seat.type("/callers cobol/TAXCALC.cbl TAXCALC\r");
  await seat.until(/calls TAXCALC[^\n]*cobol\/PAYROLL\.cbl:6|cobol\/PAYROLL\.cbl:6[^\n]*TAXCALC|PAYROLL\.cbl:6/);
  seat.type("/functions cobol/PAYROLL.cbl\r");
  await seat.until("1000-READ");
  seat.type("/analyze\r");
  await seat.until("Give a file: /analyze FILE");
  seat.type("/citadel includes\r");
  await seat.until("Give a file: /citadel includes FILE");
  seat.type("/citadel nonsense\r");
  await seat.until(/There is no question "nonsense"/);
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

test("CW-93: diagrams of answers and of /flow are drawn as text and kept as files that do not collide", async () => {
  const diagram = "```mermaid\nflowchart TD\n  A[Read] --> B{Valid?}\n  B -->|yes| C[Post]\n```";
  const { seat, place, snapshot } = await sitDown({
    files: LEDGER,
    replies: [{ text: `It goes so:\n\n${diagram}\n\nThat is it.`, chunkChars: 4 }],
  });
  await ask(seat, "draw it", "That is it.");
  await seat.until("Diagram: .waymark/diagrams/flowchart-");
  const screen = await snapshot();
  expect(screen.slice(screen.indexOf("● It goes so"), screen.indexOf("That is it."))).toMatchSnapshot("diagram");
  seat.type("/flow cobol/PAYROLL.cbl\r");
  await seat.until((text) => text.split("Diagram: ").length === 3);
  expect(readdirSync(join(place.cwd, ".waymark/diagrams"))).toHaveLength(2);
});

test("CW-94: a spinner counts while it waits, Markdown is rendered, Ctrl-D on an empty prompt leaves", async () => {
  const { seat } = await sitDown({ replies: [{ text: "A **bold** word.", delayMs: 1_200 }] });
  seat.type("hello\r");
  await seat.until(/Waiting for the model … \d+\.\d s · Esc cancels/);
  await seat.until("● A bold word.");
  seat.type("\x04");
  expect(await seat.ended()).toBe(0);
});

test("CD-50, CD-51: calls are numbered, tell how they ended, unfold by /e N and Ctrl+O, and are listed", async () => {
  const { seat } = await sitDown({
    files: { "a.py": "def alpha():\n    return 1\n" },
    replies: [
      { calls: [{ name: "read_file", input: { path: "a.py" } }] },
      { calls: [{ name: "read_file", input: { path: "b.py" } }] },
      { text: "Seen." },
    ],
  });
  const text = await ask(seat, "look", "Seen.");
  expect(text).toMatch(/✓ #1 read_file a\.py:1/);
  expect(text).toMatch(/✗ #2 read_file/);
  expect(text).not.toContain("def alpha");
  seat.type("/e 1\r");
  await seat.until("1 def alpha():");
  // The keyword has a colour of its own.
  expect(seat.written).toMatch(/\x1b\[[\d;]+mdef\x1b\[0m/);
  seat.type("\x0f");
  await seat.until((now) => now.split("✗ #2").length === 3);
  seat.type("/list\r");
  await seat.until(/#1 ✓ read_file[\s\S]*#2 ✗ read_file/);
});

test("CD-60, CL-10, CL-11: settings of files, .env and environment are layered and told with their source", async () => {
  const { place } = await sitDown({ files: { ".env": "WAYMARK_MAX_TURNS=7\n" }, args: ["--trust"] });
  const set = await runWaymark(["config", "set", "temperature", "0.4"], place);
  expect(set.code).toBe(0);
  const explained = await runWaymark(["config", "explain", "temperature"], {
    ...place,
    environment: { WAYMARK_TEMPERATURE: "0.9" },
  });
  expect(explained.stdout).toMatch(/0\.9[\s\S]*WAYMARK_TEMPERATURE/);
});

test("CD-62, CD-63: subcommands run from within: /doctor, /config, /version, and `waymark doctor` typed as a prompt", async () => {
  const { seat } = await sitDown({ seat: { rows: 50 } });
  seat.type("/version\r");
  await seat.until(/\n {2}\d+\.\d+\.\d+/);
  seat.type("/config get maxTurns\r");
  await seat.until(/\n {2}200/);
  seat.type("waymark doctor\r");
  await seat.until(/runtime\s+Node/);
});

test("CD-64, CD-67: nested AGENTS.md are read, the day and the system are told, and /memory names the files", async () => {
  const { seat, place } = await sitDown({
    files: { "AGENTS.md": "Say ahoy.\n" },
    replies: [{ expect: "ahoy", text: "x" }, { text: "y" }],
  });
  seat.type("/memory\r");
  await seat.until("AGENTS.md");
  expect(existsSync(join(place.cwd, "AGENTS.md"))).toBe(true);
});

test("CD-65: the first use of a folder that would configure us asks for trust, and no is kept to", async () => {
  const { seat } = await sitDown({ files: SKILL, trust: "n" });
  seat.type("/skills\r");
  await seat.until("There are no skills here");
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

test("CD-68: what happened is in a log of the state folder, one event a line", async () => {
  const { seat, place } = await sitDown({ replies: [{ text: "Kept." }] });
  await ask(seat, "keep this", "Kept.");
  const files = readdirSync(join(place.home, "waymark/state"), { recursive: true, encoding: "utf8" });
  const log = files.find((name) => name.endsWith(".jsonl") && name.includes("sessions"));
  expect(readFileSync(join(place.home, "waymark/state", log ?? ""), "utf8")).toContain("keep this");
});

test("CD-69, CL-02: Ctrl-C ends what goes on and the prompt is back; an error ends no session", async () => {
  const { seat } = await sitDown({
    replies: [
      { text: "never", delayMs: 60_000 },
      { fail: { kind: "refused", message: "No." } },
      { text: "Still here." },
    ],
  });
  seat.type("wait\r");
  await seat.until("Esc cancels");
  seat.type("\x03");
  await seat.until("Cancelled.");
  seat.type("/resume nonsense\r");
  await seat.until(/nonsense/);
  seat.type("/help\r");
  await seat.until(/Tools of the model: .*read_file/);
});

test("BC-01, CL-01: without arguments it is a session; keys are stored, told of and forgotten by subcommands", async () => {
  const { place } = await sitDown({});
  expect((await runWaymark(["login", "openai"], { ...place, stdin: "sk-test-1234567890\n" })).code).toBe(0);
  const told = await runWaymark(["status", "openai"], place);
  expect(told.stdout).toMatch(/openai/);
  expect(told.stdout).not.toContain("sk-test-1234567890");
  expect((await runWaymark(["logout", "openai"], place)).code).toBe(0);
});

test("BC-01: --debug, or DEBUG=1, writes what happens to a log without secrets; the ten newest are kept", async () => {
  const { place } = await sitDown({ replies: [{ text: `My key is ${SECRET}.` }] });
  const folder = join(place.home, "waymark/state/debug");
  mkdirSync(folder, { recursive: true });
  for (let day = 10; day < 22; day++) writeFileSync(join(folder, `2020-01-${day}T00-00-00.000Z-1.log`), "");
  const script = ["-m", "scripted/script.json", "-p", "hello there"];
  const { stderr } = await runWaymark(["--debug", ...script], place);
  const path = /what it did is in (\S+\.log)/.exec(stderr)?.[1] ?? "";
  const log = readFileSync(path, "utf8");
  expect(log).toMatch(/event \{"type":"prompt","text":"hello there"[\s\S]*event \{"type":"run-end"[\s\S]*exit 0\n$/);
  expect(log).not.toContain(SECRET);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toHaveLength(10);
  expect(readdirSync(folder)).not.toContain("2020-01-12T00-00-00.000Z-1.log");
  const again = await runWaymark(script, { ...place, environment: { DEBUG: "1" } });
  expect(again.stderr).toContain("what it did is in");
});

test("BC-02: /provider lists who is there with state and missing variables; /status tells model, mode and keys", async () => {
  const { seat } = await sitDown({ seat: { rows: 50 } });
  seat.type("/provider list\r");
  // The list is Markdown, and as such on the screen a moment before it is drawn.
  await seat.until(/1\. anthropic Anthropic: implemented; ✗ none: set ANTHROPIC_API_KEY/);
  seat.type("/fly\r");
  await seat.until("There is no command /fly; /help lists them.");
  seat.type("/mode auto\r");
  await seat.until("Mode acceptEdits");
  seat.type("/status\r");
  await seat.until(/mode acceptEdits/);
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

test("BC-03: the line at the prompt tells model, what commands run in, and the mode when it is another", async () => {
  const { seat } = await sitDown({});
  seat.type("\x1b[Z");
  await seat.until(/scripted\/script\.json · plan · (?:bubblewrap|seatbelt|landlock|no sandbox)/);
});

test("BC-04: a prompt that was sent before is suggested behind what is typed, and taken with Right", async () => {
  const { seat } = await sitDown({ replies: [{ text: "One." }, { expect: "alpha question", text: "Two." }] });
  await ask(seat, "alpha question", "One.");
  seat.type("alph");
  await seat.until(/› alpha question\n/);
  seat.type("\x1b[C\r");
  await seat.until("Two.");
});

test("BC-05: an agent's id is a UUID or letters, digits, _ and -; anything else is refused", async () => {
  const { seat, place } = await sitDown({});
  seat.type("/agent-default not an id!\r");
  await seat.until("Usage: /agent-default ID");
  seat.type("/agent-default 01J8ZQ3X9K2M4N6P8R0S2T4V6W\r");
  await seat.until("providers.stackspot.model is set");
  expect(readFileSync(join(place.home, "waymark/config/config.json"), "utf8")).toContain("01J8ZQ3X9K2M4N6P8R0S2T4V6W");
});

test("BC-70: a mentioned program brings its facts with citations, a picture is named, a large file is refused", async () => {
  const png = "\x89PNG\r\n\x1a\n";
  const { seat } = await sitDown({
    files: { ...LEDGER, "big.txt": "x".repeat(1_200_000), "shot.png": png },
    replies: [{ expect: ['<code name="TAXCALC" file="cobol/TAXCALC.cbl">', "cobol/PAYROLL.cbl:6"], text: "Facts." }],
  });
  seat.type("\x1b[200~what is @TAXCALC, and @big.txt?\x1b[201~\r");
  const text = await seat.until("● Facts.");
  expect(text).toContain("Attached: TAXCALC (cobol/TAXCALC.cbl)");
  expect(text).toMatch(/big\.txt has 1\.2 MB and was not\s+attached/);
});

test("BC-71: Tab completes a folder, then what is in it; a program completes by its name", async () => {
  const { seat } = await sitDown({ files: LEDGER });
  seat.type("see @cob");
  await seat.until(/❯ @cobol\//);
  seat.type("\t");
  await seat.until("@cobol/PAYROLL.cbl");
  seat.type("\x03@TAX");
  await seat.until(/❯ @TAXCALC +facts of cobol\/TAXCALC\.cbl/);
});

test("BC-72: SEARCH/REPLACE blocks change several files and make one, all or none; one that names no file is refused", async () => {
  const block = (find: string, put: string): string => `<<<<<<< SEARCH\n${find}\n=======\n${put}\n>>>>>>> REPLACE\n`;
  const made = "NEW_FILE: c.txt\n```\nnew\n```\n";
  const { place } = await sitDown({
    files: { "a.txt": "one\ntwo\n", "b.txt": "two\nthree\n" },
    replies: [
      { text: block("two", "2") },
      {
        text: `FILE: a.txt\n${block("two", "2")}\nFILE: b.txt\n${block("four", "4")}\n${made}`,
        expect: "names no file",
      },
      {
        text: `FILE: a.txt\n${block("two", "2")}\nFILE: b.txt\n${block("three", "3")}\n${made}`,
        expect: "b.txt: The text to change is not in the file",
      },
      { text: "Changed." },
    ],
  });
  const flags = ["-m", "scripted/script.json", "--strategy", "judge", "--permission-mode", "acceptEdits"];
  const run = await runWaymark(["-p", "change @a.txt and @b.txt", ...flags], place);
  expect(run.stdout, run.stderr).toContain("Changed.");
  const text = (name: string): string => readFileSync(join(place.cwd, name), "utf8");
  expect([text("a.txt"), text("b.txt"), text("c.txt")]).toEqual(["one\n2\n", "two\n3\n", "new\n"]);
});

test("BC-75: a prompt template is a Markdown file and becomes a command", async () => {
  const { seat } = await sitDown({
    files: { ".waymark/commands/audit.md": "Look $1 over for $ARGUMENTS" },
    args: ["--trust"],
    replies: [{ expect: "Look a.cbl over for a.cbl twice", text: "Looked." }],
  });
  seat.type("/audit a.cbl twice\r");
  await seat.until("Looked.");
});

test("CL-21, CL-41: a run ends with a plain answer, with task_complete and its summary, or at a limit that is named", async () => {
  const { seat } = await sitDown({
    files: { "a.txt": "alpha\n" },
    replies: [
      { calls: [{ name: "task_complete", input: { summary: "All of it is done." } }] },
      { calls: [{ name: "read_file", input: { path: "a.txt" } }] },
      { calls: [{ name: "read_file", input: { path: "a.txt" } }] },
    ],
    seat: { environment: { WAYMARK_MAX_TURNS: "1" } },
  });
  seat.type("first\r");
  await seat.until("All of it is done.");
  await seat.until((text) => !/Esc cancels/.test(text));
  seat.type("second\r");
  await seat.until(/Stopped at a limit \(/);
});
