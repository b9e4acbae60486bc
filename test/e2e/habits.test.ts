import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { inTurn } from "../rounds.ts";
import { startOpenAiChat } from "./provider-servers/openai-chat.ts";
import { makePlace, type Place, runWaymark } from "./run-waymark.ts";

/** What people type who come from another agent. Each line stands in the help or the manual of one. */

let place: Place;
beforeEach(() => {
  place = makePlace({ "a.txt": "alpha\n" });
});
afterEach(() => place.remove());

const SAYS = "said by the model";

/** A run with a model that says one thing. */
async function ask(args: readonly string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const server = await startOpenAiChat(() => ({ text: SAYS }));
  try {
    const environment = {
      OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`,
      OPENAI_COMPATIBLE_API_KEY: "k",
      WAYMARK_MODEL: "openai-compatible/m",
    };
    return await runWaymark(args, { ...place, environment });
  } finally {
    await server.close();
  }
}

describe("a run", () => {
  const SPELLINGS: readonly (readonly string[])[] = [
    ["-p", "hello"],
    ["--prompt", "hello"],
    ["--prompt=hello"],
    ["exec", "hello"],
    ["run", "hello there"],
    ["--yolo", "-p", "hello"],
    ["-p", "--dangerously-skip-permissions", "hello"],
    ["exec", "--dangerously-bypass-approvals-and-sandbox", "hello"],
    ["--approval-mode", "auto_edit", "-p", "hello"],
    ["-a", "never", "exec", "hello"],
    ["-p", "hello", "--allowed-tools", "Bash(npm test:*),Edit(src/**)"],
    ["-p", "hello", "--disallowed-tools=WebFetch"],
    ["-p", "hello", "--reasoning-effort", "high"],
    ["-p", "hello", "--max-wall-time", "30m"],
    ["-p", "hello", "--ephemeral"],
    ["-p", "hello", "--include-directories", "/usr,/etc"],
    ["-p", "hello", "-o", "text"],
    ["-i", "hello"],
    ["--prompt-interactive", "hello"],
    ["--no-alt-screen", "--no-color", "-p", "hello"],
    ["-p", "hello", "--bare"],
    ["-p", "hello", "--safe-mode"],
    ["-p", "hello", "--sandbox", "danger-full-access"],
    ["-p", "hello", "--fallback-model", "openai-compatible/b,openai-compatible/c"],
    ["-p", "hello", "--config", "maxTurns=3"],
    ["-p", "hello", "--settings", '{"maxTurns": 3}'],
    ["-p", "hello", "--mcp-config", '{"mcpServers":{}}'],
    ["-p", "hello", "--strict-mcp-config"],
    ["-p", "hello", "--tools", "Read,Bash"],
    ["chat", "hello there"],
    ["e", "hello there"],
    ["-p", "hello", "-q"],
    ["-p", "hello", "-s"],
    ["-s", "-p", "hello"],
    ["-p", "hello", "-s", "read-only"],
    ["-p", "hello", "-s", "danger-full-access"],
    ["configure", "the", "linter"],
  ];
  test.each(inTurn(3, SPELLINGS))("%s %s %s %s", async (...args) => {
    const { code, stdout, stderr } = await ask(args.filter((word) => word !== undefined));
    expect([code, stdout, stderr]).toEqual([0, `${SAYS}\n`, ""]);
  });

  test("the format of the output, or a file for the answer", async () => {
    expect(JSON.parse((await ask(["-p", "hello", "-o", "json"])).stdout)).toMatchObject({ result: SAYS });
    expect((await ask(["-p", "hello", "--mode", "json"])).stdout).toContain('"subtype":"init"');
    await ask(["exec", "hello", "-o", "answer.md"]);
    expect(readFileSync(join(place.cwd, "answer.md"), "utf8")).toBe(`${SAYS}\n`);
  });

  test("a value that looks like a flag stays a value, and what stands behind -- too", async () => {
    const { stdout } = await ask(["-p", "--append-system-prompt", "--yolo", "-o", "json", "--", "--prompt"]);
    expect(JSON.parse(stdout)).toMatchObject({ result: SAYS });
  });

  test("a schema may be given itself", async () => {
    const { code, stdout } = await ask(["-p", "hello", "--json-schema", '{"type":"string","minLength":99}']);
    expect([code, stdout]).toEqual([1, ""]);
    const broken = await ask(["-p", "hello", "--json-schema", '{"type":']);
    expect([broken.code, broken.stderr.split("\n").length]).toEqual([42, 2]);
    const misspelt = await ask(["-p", "hello", "--json-schema", '{"properties":{"a":{"type":"strng"}}}']);
    expect([misspelt.code, misspelt.stderr]).toEqual([42, expect.stringContaining("#/properties/a/type")]);
  });
});

describe("a word that is a command elsewhere is never a paid prompt", () => {
  test.each(
    inTurn(2, [
      [["help"], "Usage: waymark"],
      [["help", "code"], "Usage: waymark code"],
      [["version"], /^\d+\.\d+\.\d+/],
      [["-V"], /^\d+\.\d+\.\d+/],
      [["whoami"], "openai"],
      [["history"], "No sessions."],
      [["auth", "status"], "openai"],
      [["settings", "get", "maxTurns"], "200"],
    ]),
  )("%s", async (args, says) => {
    const { stdout, stderr } = await ask(args);
    expect(stdout).toMatch(says);
    expect([stdout, stderr].join("")).not.toContain(SAYS);
  });

  test("flags may stand before a subcommand, and are refused by the name that was given", async () => {
    expect((await ask(["-m", "openai-compatible/other", "doctor"])).stdout).toContain("openai-compatible/other");
    expect((await ask(["-m", "scripted/played.json", "doctor"])).stdout).toMatch(/ok +model +scripted\/played\.json/);
    expect((await ask(["--yolo", "tool", "run", "read_file", '{"path":"a.txt"}'])).stdout).toContain("alpha");
    const { code, stderr } = await ask(["--max-budget-usd", "3", "doctor"]);
    expect([code, stderr]).toEqual([2, "waymark: unknown option '--max-budget-usd'. See `waymark doctor --help`.\n"]);
  });

  test("settings in a file named as another agent names it are not read, and doctor says so", async () => {
    const folder = makePlace({ "a.txt": "alpha\n", ".waymark/settings.json": "{}", ".waymark/config.json": "{}" });
    const { stdout } = await runWaymark(["doctor"], folder);
    folder.remove();
    expect(stdout).toMatch(
      /\.waymark\/settings\.json is not read — settings stand in \S+\.waymark\/config\.json: move them there/,
    );
    expect(stdout).not.toContain("config.json is not read");
  });

  test("what holds for the whole program holds for each subcommand; behind another program's words it is that program's", async () => {
    for (const args of [
      ["--debug", "sessions", "list"],
      ["sessions", "list", "--debug"],
    ]) {
      const { code, stdout, stderr } = await ask(args);
      expect([code, stdout, stderr]).toEqual([0, "No sessions.\n", expect.stringContaining("what it did is in")]);
    }
    expect((await ask(["--verbose", "--screen-reader", "sessions", "list"])).stdout).toBe("No sessions.\n");
    const config = JSON.parse((await ask(["--offline", "config", "list", "--json"])).stdout) as object;
    expect(JSON.stringify(config)).toContain('"offline"');
    expect((await ask(["mcp", "add", "files", "cmd", "--debug"])).code).toBe(2);
  });
});

test("no help names a word that is only there to be told of", async () => {
  expect((await ask(["config", "--help"])).stdout).toMatch(
    /^Usage: waymark config \[options\] \[command\]\n(?!.*Arguments:)/s,
  );
});

test("flags behind a group of commands are those of its list", async () => {
  for (const args of [
    ["sessions", "--json"],
    ["sessions", "--all", "-C", "."],
    ["skills", "--json"],
  ]) {
    const [group = "", ...flags] = args;
    expect(await ask(args)).toEqual(await ask([group, "list", ...flags]));
  }
  expect(await ask(["sessions", "--jsno"])).toMatchObject({ code: 2, stderr: expect.stringContaining("--jsno") });
});

test("a setting that is like none is told in one line, with what shows them all", async () => {
  const { code, stdout, stderr } = await ask(["config", "get", "nothing"]);
  expect([code, stdout]).toEqual([52, ""]);
  expect(stderr).toBe('waymark: There is no setting "nothing"; `waymark config get` shows all.\n');
});

describe("a slip of the pen, and what is something else here", () => {
  test.each(
    inTurn(3, [
      [["config", "gte"], /unknown command 'gte'; did you mean get\?/],
      [
        ["config", "unset", "model"],
        /unknown command 'unset'; there are list, get, set, .* See `waymark config --help`/,
      ],
      [["updaet"], /^waymark: There is no command "updaet"; did you mean `waymark update`\?/],
      [["hlp"], /did you mean `waymark help`/],
      [["help", "doktor"], /did you mean `waymark help doctor`\?/],
      [["help", "nothing-like-it"], /There is no command "nothing-like-it"; `waymark --help` lists them/],
      [["sesions", "lst"], /did you mean `waymark sessions list`/],
      [["model", "list"], /did you mean `waymark models list`/],
      [["serve"], /`waymark mcp serve`/],
      [["auth"], /`waymark login`/],
      [["review"], /-p "review the changes/],
      [["ui"], /`waymark view`/],
      [["sandbox"], /`--sandbox MODE`/],
      [["attach"], /`waymark -r ID`/],
      [["diff"], /`waymark -c -p \/diff`/],
      [["tasks"], /\/tasks is for a session at the terminal; type it there/],
      [["fork", "--offline"], /here `-c --fork-session` does it/],
      [["bug"], /within a session: \/doctor says what is wrong here/],
      [["-p", "hello", "--agent", "reviwe"], /There is no agent "reviwe"; did you mean review/],
      [
        ["-p", "hello", "--plugin-dir", "nowhere"],
        /--plugin-dir .*nowhere: this is no plugin, there is no such folder/,
      ],
      [["-p", "hello", "--max-tool-calls", "many"], /--max-tool-calls is "many"; give a number/],
      [["-p", "hello", "--tools", "Raed"], /the tool "Raed" names no tool; did you mean Read/],
      [["-p", "hello", "--config", "maxTurns=many"], /allowed is a value of type integer/],
      [["-p", "hello", "-n", "x", "-c"], /-n names a new session/],
    ]),
  )("%s is refused in one line that says what to do", async (args, says) => {
    const { code, stdout, stderr } = await ask(args);
    expect([code, stdout, stderr.split("\n").length]).toEqual([2, "", 2]);
    expect(stderr).toMatch(says);
  });
});

describe("--tools", () => {
  const names = async (given: string): Promise<readonly string[]> => {
    const { stdout } = await ask(["-p", "hello", "--tools", given, "-o", "stream-json"]);
    return (JSON.parse(stdout.split("\n")[0] ?? "") as { tools: readonly string[] }).tools;
  };

  test("are those that are named, under anybody's names; none where nothing is named", async () => {
    expect(await names("Read,Grep,Bash")).toEqual(["read_file", "search_code", "shell"]);
    expect(await names("")).toEqual([]);
    expect(await names("*_file")).toEqual(["read_file", "edit_file", "write_file"]);
    expect((await names("default")).length).toBeGreaterThan(20);
  });

  test("what is not among them cannot be called", async () => {
    const { stdout } = await ask(["--tools", "Read", "tool", "run", "write_file", '{"path":"b.txt","content":"x"}']);
    expect(stdout).not.toContain("Created");
    expect(existsSync(join(place.cwd, "b.txt"))).toBe(false);
  });
});

describe("a session with a name", () => {
  test("is listed and resumed by it", async () => {
    await ask(["-p", "hello", "-n", "date-fix"]);
    await ask(["-p", "something else"]);
    expect((await ask(["sessions", "list"])).stdout).toContain("date-fix");
    const { stdout } = await ask(["-p", "again", "-r", "date-fix", "-o", "json"]);
    expect((await ask(["-p", "again", "-s", "date-fix"])).code).toBe(0);
    const [named] = JSON.parse((await ask(["sessions", "list", "--json"])).stdout) as { id: string; name: string }[];
    expect([named?.name, named?.id]).toEqual(["date-fix", (JSON.parse(stdout) as { session_id: string }).session_id]);
  });
});

describe("-w", () => {
  const git = (...words: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...words], { cwd: place.cwd, encoding: "utf8" });

  test("works in a worktree with a branch of its own, which stays where something was done in it", async () => {
    git("init", "-q");
    git("add", ".");
    git("commit", "-qm", "one");
    const write = { name: "write_file", input: { path: "b.txt", content: "x\n" } };
    const server = await startOpenAiChat((_, index) => (index === 0 ? { calls: [write] } : { text: SAYS }));
    const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" };
    const run = (...args: readonly string[]) =>
      runWaymark(["-m", "openai-compatible/m", "--permission-mode", "acceptEdits", ...args], { ...place, environment });
    try {
      const { code, stdout, stderr } = await run("-w", "my-fix", "-p", "write it");
      expect([code, stdout], stderr).toEqual([0, `${SAYS}\n`]);
      expect(stderr).toContain("`git merge waymark/my-fix`");
      expect(readFileSync(join(place.cwd, ".waymark/worktrees/my-fix/b.txt"), "utf8")).toBe("x\n");
      expect([existsSync(join(place.cwd, "b.txt")), git("status", "--porcelain")]).toEqual([false, ""]);
      expect((await run("-w", "-p", "look only")).stderr).not.toContain("git merge");
      expect(git("worktree", "list").trim().split("\n")).toHaveLength(2);
    } finally {
      await server.close();
    }
  });

  test.each([
    [["-w", "../out", "-p", "hello"], "is no name of a worktree"],
    [["-w", "-p", "hello"], "needs a git repository"],
  ])("%s is refused with what to do", async (args, says) => {
    const { stdout, stderr } = await ask(args);
    expect([stdout, stderr]).toEqual(["", expect.stringContaining(says)]);
  });
});

describe("lists of tools parted by blanks", () => {
  const offered = async (args: readonly string[]) => {
    const { code, stdout, stderr } = await ask(["--output-format", "stream-json", "--offline", ...args]);
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    return (JSON.parse(stdout.split("\n")[0] ?? "") as { readonly tools: readonly string[] }).tools;
  };

  test.each(
    inTurn(2, [
      [["-p", "--tools", "read_file", "shell", "list_files", "hello there"]],
      [["--tools", "read_file", "shell", "list_files", "-p", "hello there"]],
      [["--tools=read_file", "shell", "list_files", "-p", "hello there"]],
      [["-p", "hello there", "--tools", "read_file,shell", "list_files"]],
      [["exec", "--tools", "read_file", "shell", "list_files", "hello there"]],
    ]),
  )("all of them are of the list: %s", async (args) => {
    expect((await offered(args)).toSorted()).toEqual(["list_files", "read_file", "shell"]);
  });

  test.each(
    inTurn(2, [
      [["-p", "--disallowedTools", "Bash", "Edit", "the", "readme"], '"Edit" behind --disallowedTools'],
      [["--allowedTools", "Bash", "Edti", "-p", "go on"], '"Edti" behind --allowedTools'],
      [["-p", "--disallowedTools", "Bash", "Edti"], '"Edti" behind --disallowedTools'],
      [["-p", "--allowedTools", "Bash", "Edti", "go on"], '"Edti" behind --allowedTools'],
    ]),
  )("what may be a prompt as well is refused, with how to say it: %s", async (args, says) => {
    const { code, stderr } = await ask(args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
  });

  test("a tool that is disallowed is not said to be there", async () => {
    const tools = await offered(["-p", "hello there", "--disallowedTools", "Bash", "Edit"]);
    expect(tools).toContain("read_file");
    expect(tools.filter((name) => /^(?:shell|edit_file|write_file)$/.test(name))).toEqual([]);
  });

  test("words that name no tool are the prompt, and behind -- all are", async () => {
    expect(await offered(["-p", "--tools", "read_file", "hello", "there"])).toEqual(["read_file"]);
    expect(await offered(["-p", "--tools", "read_file", "--", "Read", "this"])).toEqual(["read_file"]);
  });
});

describe("rules under the names of others", () => {
  const write = ["tool", "run", "write_file", '{"path":"b.txt","content":"x"}'];

  test("Edit speaks for every tool that changes files, and a denial too", async () => {
    expect((await ask([...write, "--allowedTools", "Edit(b.txt)"])).code).toBe(0);
    const denied = await ask([...write, "--permission-mode", "bypassPermissions", "--disallowedTools", "Edit(b.*)"]);
    expect(denied.stdout).toMatch(/Not allowed: .*rule Edit\(b\.\*\)/);
  });

  test("a denial of Edit is one of notes, too; a leave to edit is none to take them", async () => {
    const note = ["tool", "run", "remember", '{"text":"tabs, not spaces"}'];
    const denied = await ask([...note, "--permission-mode", "bypassPermissions", "--disallowedTools", "Edit"]);
    expect(`${denied.stdout}${denied.stderr}`).toContain("Not allowed: rule Edit");
    const left = await ask([...note, "--allowedTools", "Edit"]);
    expect(existsSync(join(place.cwd, ".waymark/memory.md"))).toBe(false);
    expect(left.code).not.toBe(0);
  });

  test("a rule about a tool that is none is refused, for it would forbid nothing", async () => {
    const { code, stderr } = await ask([...write, "--disallowedTools", "Wrte(b.txt)"]);
    expect([code, stderr]).toEqual([
      2,
      'waymark: flag --allowedTools, --disallowedTools: the rule "Wrte(b.txt)" names no tool; did you mean Write? `waymark tool list` has the names.\n',
    ]);
  });
});

describe("waymark update", () => {
  test("says what is newer and how, and changes nothing", async () => {
    let answer: unknown = { version: "99.1.0", bin: { waymark: "dist/main.js" } };
    const registry = createServer((_, response) => void response.end(JSON.stringify(answer)));
    await new Promise<void>((done) => registry.listen(0, "127.0.0.1", done));
    const url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
    const update = (args: readonly string[] = [], environment = {}) =>
      runWaymark(["update", ...args], { ...place, environment: { npm_config_registry: url, CI: "", ...environment } });
    try {
      expect((await update()).stdout).toMatch(
        /^Waymark 99\.1\.0 is there \(this is [\d.]+\): npm install .*waymark@99\.1\.0\n$/,
      );
      answer = { version: "0.0.1", bin: { waymark: "dist/main.js" } };
      expect((await update()).stdout).toMatch(/ is the newest\.\n$/);
      answer = { version: "9.9.9", bin: { other: "x.js" } };
      expect(await update()).toMatchObject({ code: 75, stderr: expect.stringContaining("names no release") });
      expect(await update(["--offline"])).toMatchObject({ code: 2, stderr: expect.stringContaining("offline") });
      expect(await update([], { CI: "true" })).toMatchObject({ code: 2, stderr: expect.stringContaining("CI") });
    } finally {
      registry.close();
    }
  });
});
