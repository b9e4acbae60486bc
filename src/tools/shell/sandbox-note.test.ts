import { expect, test } from "vitest";
import { sandboxNote } from "./sandbox-note.ts";

const BUSY =
  "error: could not write config file .git/config: Device or resource busy\nDeleted branch old (was 353405f).\n";

const noteOf = (command: string, exitCode: number, output = BUSY, gitClosed?: object): Promise<string> =>
  sandboxNote(
    {
      ...{ exitCode, output, outputBytes: output.length, timedOut: false, cancelled: false, durationMs: 1 },
      sandbox: "bubblewrap: working folder writable",
      confined: {
        network: true,
        writes: false,
        ...(gitClosed && { gitClosed: { why: "x runs in it", ...gitClosed } }),
      },
    },
    command,
    async () => "ask",
  );

test("what git went on without is told however it ended, with what kept it closed, and how it is done", async () => {
  const told =
    "(git could not write its configuration, which the sandbox protects: what it keeps there, such as a branch's upstream, is as it was. It was closed: ";
  for (const exitCode of [0, 1, 128])
    expect(await noteOf("npm test; git branch -d old 2>&1 | tail", exitCode, BUSY, { opensAlone: true })).toBe(
      `${told}x runs in it. Git in a call of its own has it open, such as git branch -u REMOTE/BRANCH for an upstream that was not kept.)`,
    );
  expect(await noteOf("git branch -d old", 0, BUSY, {})).toBe(
    `${told}x runs in it. If it must be written, call again with sandbox: "outside"; the user is asked.)`,
  );
  expect(await noteOf("git branch -d old", 0)).toContain("It was closed: it lies outside of the folder that is worked");
});

test("a program that ended well is not asked for again outside of the sandbox; one that failed is, and one of several", async () => {
  const busy = "mv: cannot move 'a' to 'b': Device or resource busy\n";
  expect(await noteOf("mv a b", 0, busy)).toBe("");
  expect(await noteOf("mv a b", 1, busy)).toContain('call again with sandbox: "outside"');
  expect(await noteOf("mv a b 2>&1 | tail", 0, busy)).toContain("The sandbox lets only the working folder");
});

test("what git could not write is told although it ends well, and a bit that the sandbox never sets by its own name", async () => {
  const gone = "error: unable to update .git/info/refs: Read-only file system\n";
  expect(await noteOf("git gc", 0, gone)).toMatch(/^\(git did its work but for what it says above/);
  expect(await noteOf("git gc", 1, gone)).toContain("The sandbox lets only the working folder");
  expect(await noteOf("git gc", 0, "warning: nothing\n")).toBe("");
  const refused = (name: string) => `install: cannot change permissions of '${name}': Operation not permitted\n`;
  expect(await noteOf("install -m 4755 a b", 1, refused("b"))).toContain(
    "sets no bit that runs a file as another user",
  );
  expect(await noteOf("cp -a s t", 1, "cp: preserving permissions for 't': Operation not permitted\n")).toContain(
    "sets no bit",
  );
  expect(await noteOf("chmod 755 b", 1, refused("b"))).not.toContain("sets no bit");
});

test("a list of processes or sockets is said to be the sandbox's own, wherever the program stands, and its name as an argument is none", async () => {
  const noteFor = (command: string, sandbox = "bubblewrap: working folder writable, network off"): Promise<string> =>
    sandboxNote(
      {
        ...{ exitCode: 0, output: "", outputBytes: 0, timedOut: false, cancelled: false, durationMs: 1, sandbox },
        ...(sandbox.startsWith("none") ? {} : { confined: { network: sandbox.endsWith("off"), writes: false } }),
      },
      command,
      async () => "ask",
    );
  for (const command of ["ss -ltn", "cd x && lsof -i :80", "netstat -an | grep 80"])
    expect(await noteFor(command)).toMatch(/its own processes and sockets alone.*sandbox: "outside"/);
  for (const command of ["ps aux | grep node", "pgrep -a node", "sleep 1; ps"])
    expect(await noteFor(command)).toContain(
      "its own processes alone: what else runs on this machine is not in the list",
    );
  expect(await noteFor("ss -ltn", "bubblewrap: working folder writable, network on")).toContain(
    "its own processes alone",
  );
  for (const command of ["grep ss notes", "man ps", "cat ps.txt", "ps.sh", "echo lsof"])
    expect(await noteFor(command)).toBe("");
  for (const other of ["none (sandbox is off)", "landlock: working folder writable, network off"])
    expect(await noteFor("ps aux", other)).toBe("");
});

test("what the sandbox hid is the reason where it is named, and the network only where the output speaks of it", async () => {
  const noteFor = (output: string, hidden?: readonly string[]): Promise<string> =>
    sandboxNote(
      {
        ...{ exitCode: 1, output, outputBytes: 1, timedOut: false, cancelled: false, durationMs: 1 },
        ...{ sandbox: "bubblewrap: working folder writable, network off" },
        confined: { network: true, writes: false, ...(hidden && { hidden }) },
      },
      "python3 a.py",
      async () => "deny",
    );
  const missing = "FileNotFoundError: [Errno 2] No such file or directory: '/home/me/.config/mytool/conf'\n";
  expect(await noteFor(missing, ["/home/me/.config/mytool"])).toBe(
    "(The sandbox hides /home/me/.config/mytool, where the person's secrets or settings of other programs may be: it looks empty, or is not there. " +
      "Nothing opens it in this run: do without, or say what you need.)",
  );
  expect(await noteFor(missing)).toBe("");
  expect(await noteFor("ModuleNotFoundError: No module named 'trustme'\n")).toBe("");
  for (const output of ["getaddrinfo ENOTFOUND example.com", "socket.gaierror: Temporary failure in name resolution"])
    expect(await noteFor(output)).toMatch(/^\(The sandbox closes the network/);
});

test("pip's word that there is no such package is told to be the closed network, also in front of a pipe", async () => {
  const said =
    "ERROR: Could not find a version that satisfies the requirement requests (from versions: none)\n" +
    "ERROR: No matching distribution found for requests\n";
  for (const output of said.split(/(?<=\n)/))
    expect(await noteOf("env/tools/install requests", 1, output)).toContain("The sandbox closes the network");
  expect(await noteOf("pip install requests 2>&1 | tail -1", 0, said)).toContain("The sandbox closes the network");
  expect(await noteOf("cat notes", 0, said)).toBe("");
});

test("where git is told to take no bare repository, it is said how one is named", async () => {
  const refused = "fatal: cannot use bare repository '/w' (safe.bareRepository is 'explicit')\n";
  expect(await noteOf("git log", 128, refused)).toContain("git --git-dir=. log");
});

test("a client of the network that prints nothing is told of what is closed, whatever stands behind it in a pipe", async () => {
  const beside = "(If another command of this session started that server";
  for (const [command, expected] of [
    ["curl -s localhost:8123 | head -3", "(The sandbox closes the network, that of this machine too"],
    ["wget -qO- https://far.example/x | tee a", "(The sandbox closes the network."],
    ["curl -s localhost:8123 > a", ""],
    ["curl -fs localhost:8123 || true", ""],
    ["sort a | uniq", ""],
  ] as const)
    expect([command, (await noteOf(command, 0, "")).slice(0, expected.length || undefined)]).toEqual([
      command,
      expected,
    ]);
  const open = { network: false, writes: false } as const;
  const told = { output: "", outputBytes: 0, exitCode: 0, timedOut: false, cancelled: false, durationMs: 1 } as const;
  const note = await sandboxNote(
    { ...told, sandbox: "bubblewrap: working folder writable, network on", confined: open },
    "curl -s localhost:8123 | head -3",
    async () => "ask",
  );
  expect(note.slice(0, beside.length)).toBe(beside);
});

test("a server that another command started, and a repository beside that git pushes to, are told as what the sandbox keeps apart", async () => {
  let leave: "ask" | "deny" = "deny";
  const noteFor = (command: string, exitCode: number, output: string, network: boolean): Promise<string> =>
    sandboxNote(
      {
        ...{ exitCode, output, outputBytes: output.length, timedOut: false, cancelled: false, durationMs: 1 },
        sandbox: `bubblewrap: working folder writable, network ${network ? "on" : "off"}`,
        confined: { network: !network, writes: false },
      },
      command,
      async () => leave,
    );
  const own = /has a network of its own\. Start it and ask it within one command/;
  expect(await noteFor("curl -s http://127.0.0.1:3456/q", 7, "", true)).toMatch(own);
  expect(await noteFor("node ask.mjs", 1, "connect ECONNREFUSED 127.0.0.1:3456", true)).toMatch(own);
  expect(await noteFor("curl -s http://127.0.0.1:3456/q", 7, "", true)).not.toMatch(/sandbox: /);
  leave = "ask";
  expect(await noteFor("curl -s http://127.0.0.1:3456/q", 7, "", true)).toMatch(
    /Start it and ask it within one command.*, or start it anew with sandbox: "network"\.\)$/,
  );
  leave = "deny";
  expect(await noteFor("curl -s http://127.0.0.1:3456/q", 22, "", true)).toBe("");
  expect(await noteFor("curl -s https://example.com", 7, "", true)).toBe("");
  expect(await noteFor("curl -s http://127.0.0.1:3456/q", 7, "", false)).toContain("start a server and ask it within");
  const closed =
    "remote: error: unable to create temporary object directory\n ! [remote rejected] main -> main (unpacker error)\n";
  expect(await noteFor("git push", 1, closed, true)).toBe(
    "(The repository that git pushes to lies outside of the folders that are worked in, and the sandbox closes it. A person opens it with --add-dir FOLDER. Nothing opens it in this run: do without, or say what you need.)",
  );
  expect(await noteFor("git push 2>&1 | tail -3", 0, closed, true)).toContain("The repository that git pushes to");
  expect(await noteFor("git push", 1, " ! [rejected] main -> main (fetch first)\n", true)).toBe("");
});
