import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { inTurn } from "../rounds.ts";
import { MAIN, makePlace, type Place, runWaymark, startWaymark } from "./run-waymark.ts";

const LEDGER = resolve(import.meta.dirname, "../../examples/harbor-ledger");

let place: Place;
beforeEach(() => {
  place = makePlace({ "a.txt": "alpha\n" });
});
afterEach(() => place.remove());

describe("each is one line on standard error and the documented code", () => {
  test.each<[string, readonly string[], number, RegExp]>(
    inTurn(3, [
      ["an unknown flag", ["-p", "x", "--nope"], 2, /--nope/],
      ["a slip in a flag", ["--versio"], 2, /'--versio'; did you mean --version\? See/],
      ["a slip in a subcommand", ["doctr"], 2, /did you mean `waymark doctor`\?/],
      ["a slip in a subcommand that has its own", ["sesions", "list"], 2, /did you mean `waymark sessions list`\?/],
      ["a slip in a subcommand's own", ["sessions", "lst"], 2, /'lst'; did you mean list\?/],
      ["a slip in a tool", ["tool", "run", "search_cod", "{}"], 2, /did you mean search_code\?/],
      ["a slip in a setting", ["config", "explain", "modle"], 52, /did you mean model\?$/],
      ["a slip in a verb", ["code", "funtions", "a.txt"], 2, /did you mean functions\?/],
      ["a slip in a provider", ["-p", "x", "-m", "opneai/x"], 2, /did you mean openai\?/],
      [
        "an added folder that is not there",
        ["-p", "x", "--add-dir", "none"],
        42,
        /none does not exist; check --add-dir/,
      ],
      ["an added folder that is a file", ["-p", "x", "--add-dir", "a.txt"], 42, /a\.txt is not a folder/],
      ["an unknown provider", ["-p", "x", "-m", "nobody/x"], 2, /nobody/],
      ["a model without a provider", ["-p", "x", "-m", "some-model"], 2, /PROVIDER/],
      ["a model by a word of its name", ["-p", "x", "-m", "sonnet"], 2, /such as anthropic\/claude-sonnet/],
      [
        "options of another program",
        ["mcp", "add", "files", "npx", "-y", "x"],
        2,
        /'-y'; options of the command itself stand behind --/,
      ],
      ["a missing key", ["-p", "x", "-m", "anthropic/claude"], 41, /ANTHROPIC_API_KEY/],
      ["an unknown session", ["-p", "x", "-r", "nothing"], 42, /No session "nothing"/],
      ["no session to continue", ["-p", "x", "-c"], 42, /no session/],
      ["a fork of nothing", ["-p", "x", "--fork-session"], 2, /--fork-session/],
      ["an unknown tool", ["tool", "run", "nope", "{}"], 2, /no tool "nope"/],
      ["tool input that is no JSON", ["tool", "run", "read_file", "{"], 42, /not JSON/],
      ["a bad number", ["-p", "x", "--max-turns", "many"], 2, /--max-turns/],
      [
        "a bad time",
        ["-p", "x", "--max-wall-time", "soon"],
        2,
        /--max-wall-time is "soon"; give seconds, or such as 90s/,
      ],
      [
        "a schema itself that is none",
        ["-p", "x", "--json-schema", '{"type":"strin"}'],
        42,
        /What --json-schema gives .*; mend it\./,
      ],
      [
        "a program with a slip",
        ["code", "callers", "RATECLC", "--root", LEDGER],
        42,
        /no node has that name\. Did you mean RATECALC\?$/,
      ],
      [
        "a file with a slip",
        ["code", "flow", "cobol/FEEPOTS.cbl", "--root", LEDGER],
        42,
        /cobol\/FEEPOTS\.cbl\. Did you mean cobol\/FEEPOST\.cbl\?$/,
      ],
      ["a wrong mode", ["-p", "x", "--permission-mode", "yolo"], 2, /acceptEdits/],
      ["a wrong output format", ["-p", "x", "--output-format", "xml"], 2, /stream-json/],
      ["no prompt", ["-p"], 2, /no prompt/],
      ["a folder that is not there", ["-p", "x", "-C", "missing"], 42, /does not exist/],
      ["a script that is not there", ["-p", "x", "-m", "scripted/none.json"], 42, /none\.json/],
      ["a recording that is not there", ["-p", "x", "--replay", "none.jsonl"], 42, /none\.jsonl/],
      ["an unknown subcommand's flag", ["sessions", "list", "--nope"], 2, /--nope/],
      ["a rule that cannot be read", ["-p", "x", "--disallowedTools", "shell(rm"], 2, /"shell\(rm" cannot be read/],
      ["a schema that is not there", ["-p", "x", "--json-schema", "none.json"], 42, /none\.json/],
      ["a system prompt that is not there", ["-p", "x", "--system-prompt-file", "none"], 42, /none cannot be read/],
      ["a session id that is a path", ["-p", "x", "--session-id", "../../x"], 2, /no session id/],
      ["a plan that is not there", ["plan", "run", "none"], 42, /No plan "none"/],
      ["an edit that is not there", ["edit", "apply", "none.diff"], 42, /none\.diff/],
      ["a checkpoint that is no number", ["checkpoint", "restore", "abc"], 2, /no checkpoint/],
      ["nothing to undo", ["undo"], 42, /nothing to undo/],
      ["a provider that is not known", ["login", "nobody"], 2, /no provider "nobody"/],
      ["an unknown setting", ["config", "explain", "nope"], 52, /nope/],
    ]),
  )("%s", async (_, args, code, message) => {
    const run = await runWaymark(args, place);
    expect(run.stderr.trim()).toMatch(message);
    expect(run.stderr.trim().split("\n")).toHaveLength(1);
    expect(run.stdout).toBe("");
    expect(run.code).toBe(code);
  });

  test("a tool that would ask says why, and which rule allows it", async () => {
    const run = await runWaymark(["tool", "run", "shell", '{"command":"touch x"}'], place);
    expect(run.code).toBe(1);
    // With a sandbox that was proven a mode would allow it as well.
    expect(run.stdout).toMatch(
      /^Not allowed: nobody is there to be asked \(no rule allows touch, and it is not known to only read\)\. Whoever starts the run can allow it with (?:--permission-mode acceptEdits, or )?--allowedTools 'shell\(touch x \$\)'\.\n(?:Do not try another tool for it|Say what is to be changed).*\n$/,
    );
  });

  test("malformed JSON in the settings names the file and the line", async () => {
    mkdirSync(join(place.home, "waymark", "config"), { recursive: true });
    writeFileSync(join(place.home, "waymark", "config", "config.json"), '{\n  "model": "a/b",\n  oops\n}\n');
    const run = await runWaymark(["-p", "x"], place);
    expect([run.code, run.stderr]).toEqual([52, expect.stringMatching(/config\.json:3 is not valid JSON/)]);
  });

  test.each(
    inTurn(2, [
      ['{"model": ', ["config", "set", "theme", "dark"], /config\.json:1 is not valid JSON/],
      ["[1]\n", ["config", "set", "theme", "dark"], /holds no JSON object/],
      ['{"model": ', ["provider", "set", "openai"], /config\.json:1 is not valid JSON/],
      ['{"theme": "dark"}', ["config", "set", "theme.name", "dark"], /"theme" holds no settings of its own/],
    ]),
  )("settings that hold %s are left alone by %j, which says so", async (text, args, message) => {
    const file = join(place.home, "waymark", "config", "config.json");
    mkdirSync(join(place.home, "waymark", "config"), { recursive: true });
    writeFileSync(file, text);
    const run = await runWaymark(args, place);
    expect([run.code, run.stdout, run.stderr]).toEqual([52, "", expect.stringMatching(message)]);
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  test("a wrong value names the file, the key and what is allowed", async () => {
    mkdirSync(join(place.home, "waymark", "config"), { recursive: true });
    writeFileSync(join(place.home, "waymark", "config", "config.json"), '{"strategy": "guess"}');
    const run = await runWaymark(["-p", "x"], place);
    expect([run.code, run.stderr]).toEqual([
      52,
      expect.stringMatching(/config\.json: "strategy" is "guess"; allowed is auto, react, plan, judge/),
    ]);
  });

  test.each(inTurn(2, ["{", "[]", '{"unknown":1}', '{"permissions":{"deny":["shell(rm"]}}']))(
    "settings that hold %s",
    async (text) => {
      mkdirSync(join(place.home, "waymark", "config"), { recursive: true });
      writeFileSync(join(place.home, "waymark", "config", "config.json"), text);
      const run = await runWaymark(["-p", "x"], place);
      expect([run.code, run.stderr.trim().split("\n").length]).toEqual([52, 1]);
    },
  );

  test.each<[string, readonly string[]]>(
    inTurn(3, [
      ["a script", ["-p", "x", "-m", "scripted/pipe"]],
      ["a recording", ["-p", "x", "--replay", "pipe"]],
      ["a schema", ["-p", "x", "--json-schema", "pipe"]],
      ["a system prompt", ["-p", "x", "--system-prompt-file", "pipe"]],
      ["an edit", ["edit", "apply", "pipe"]],
      ["a plan", ["plan", "new", "--file", "pipe"]],
      ["rules", ["policy", "check", "--rules", "pipe", "--", "ls"]],
    ]),
  )("%s that is a pipe into which nobody writes", async (_, args) => {
    execFileSync("mkfifo", [join(place.cwd, "pipe")]);
    const run = await runWaymark(args, place);
    expect([run.code, run.stderr.trim().split("\n")]).toEqual([42, [expect.stringContaining("pipe")]]);
  });

  test.each(inTurn(2, ["", "{", '{"a":1}', "garbage"]))("a recording that holds %j", async (text) => {
    writeFileSync(join(place.cwd, "r.jsonl"), text);
    const run = await runWaymark(["-p", "x", "--replay", "r.jsonl"], place);
    expect([run.code, run.stderr.trim().split("\n").length]).toEqual([42, 1]);
  });

  test("a script that is malformed names its line", async () => {
    writeFileSync(join(place.cwd, "script.json"), '[{"text": 5}]');
    const run = await runWaymark(["-p", "x", "-m", "scripted/script.json"], place);
    expect([run.code, run.stderr.trim().split("\n").length]).toEqual([42, 1]);
  });

  test("an unreachable server", async () => {
    const environment = { OPENAI_COMPATIBLE_BASE_URL: "http://127.0.0.1:9/v1", WAYMARK_RETRY_ATTEMPTS: "1" };
    const run = await runWaymark(["-p", "x", "-m", "openai-compatible/m"], { ...place, environment });
    expect([run.code, run.stderr]).toEqual([75, expect.stringMatching(/127\.0\.0\.1.*nothing listens/)]);
  });
});

test("a prompt on an idle pipe does not hang", async () => {
  const child = startWaymark(["-p", "where is alpha used?"], place);
  let out = "";
  child.stdout?.on("data", (chunk: Buffer) => (out += chunk.toString("utf8")));
  const [code] = (await once(child, "close")) as [number];
  expect(code).toBe(0);
  expect(out).toContain("a.txt:1");
});

test("a closed standard output is no crash", async () => {
  const command = `"${process.execPath}" "${MAIN}" -p "list files" | true; exit "\${PIPESTATUS[0]}"`;
  const child = spawn("bash", ["-c", command], {
    cwd: place.cwd,
    env: { PATH: process.env["PATH"], HOME: place.home, WAYMARK_HOME: join(place.home, "w") },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString("utf8")));
  const [code] = (await once(child, "close")) as [number];
  expect([code, errors]).toEqual([0, ""]);
});

describe("odd files", () => {
  test("a FIFO, a device, a huge file and odd names neither hang nor hurt", async () => {
    execFileSync("mkfifo", [join(place.cwd, "pipe")]);
    writeFileSync(join(place.cwd, "huge"), "");
    truncateSync(join(place.cwd, "huge"), 2 * 1024 ** 3);
    writeFileSync(Buffer.concat([Buffer.from(`${place.cwd}/`), Buffer.from([0x66, 0xff, 0x0a, 0x67])]), "alpha\n");
    for (const path of ["pipe", "/dev/zero", "huge"]) {
      const run = await runWaymark(["tool", "run", "read_file", JSON.stringify({ path })], place);
      expect([path, run.code, run.stderr]).toEqual([path, 1, ""]);
    }
    const search = await runWaymark(["tool", "run", "search_code", '{"pattern":"alpha"}'], place);
    expect(search.code).toBe(0);
    expect(search.stdout).toContain("a.txt\n1:");
  });

  test.skipIf(process.getuid?.() === 0)("a folder that may not be read", async () => {
    const closed = join(place.cwd, "closed");
    mkdirSync(closed);
    chmodSync(closed, 0);
    const run = await runWaymark(["-p", "x", "-C", "closed"], place);
    chmodSync(closed, 0o700);
    expect(run.code).toBe(42);
  });
});

test("a start that is refused leaves no session behind", async () => {
  for (const args of [
    ["-m", "anthropic/claude"],
    ["--agent", "nobody"],
    ["--max-cost", "1", "-m", "scripted/none.json"],
  ])
    expect((await runWaymark(["-p", "x", ...args], place)).code).not.toBe(0);
  const listed = await runWaymark(["sessions", "list", "--all", "--json"], place);
  expect(JSON.parse(listed.stdout)).toEqual([]);
});

describe("what a slow program pipes in is waited for", () => {
  const plan = { goal: "look", steps: [{ id: "read", title: "Read", tool: "read_file", params: { path: "a.txt" } }] };
  const edit = "a.txt\n<<<<<<< SEARCH\nalpha\n=======\nbeta\n>>>>>>> REPLACE\n";
  test.each<[string, readonly string[], string, RegExp]>([
    ["a command to judge", ["policy", "check", "-"], "ls", /^allow/],
    ["the input of a tool", ["tool", "run", "read_file", "-"], '{"path":"a.txt"}', /alpha/],
    ["an edit", ["edit", "apply"], edit, /a\.txt/],
    ["a plan", ["plan", "new", "--file", "-"], JSON.stringify(plan), /read_file|Read/],
  ])("%s", async (_, args, piped, expected) => {
    const child = startWaymark(args, place);
    const said: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => said.push(`${chunk}`));
    setTimeout(() => child.stdin?.end(piped), 1_500);
    const [code] = await once(child, "close");
    expect({ code, said: said.join("") }).toEqual({ code: 0, said: expect.stringMatching(expected) });
  });
});
