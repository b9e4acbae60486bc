import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { StreamClient } from "../stream-client.ts";
import { type Grounds, makeGrounds, mayUseBubblewrap, shell } from "./attack-run.ts";

/** What a person said yes to is what stands there: docs/guide/security.md, "Attacks and where they end". */

const AGREED = '{"mcpServers":{}}\n';
/** Holds the temporary file of an edit open, and writes into what it has become. */
const HOLDS = `import os, time
held = None
while held is None:
    for name in os.listdir('.'):
        if name.endswith('.new'):
            try: held = os.open(name, os.O_WRONLY); break
            except OSError: pass
time.sleep(0.3)
os.ftruncate(held, 0)
os.pwrite(held, b'evil', 0)
time.sleep(100)
`;

let grounds: Grounds | undefined;
afterEach(() => grounds?.remove());

test.skipIf(!mayUseBubblewrap(undefined)).each([".mcp.json", ".envrc"])(
  "%s is not asked about while a command of the background could change it, and holds what was agreed to once that is ended",
  async (path) => {
    grounds = makeGrounds({
      "work/hold.py": HOLDS,
      "work/.mcp.json": "{}\n",
      "beside/a.txt": "A\n",
      "beside/.env": "KEY=1\n",
    });
    const write = { name: "write_file", input: { path, content: AGREED } };
    const calls = [
      { name: "read_file", input: { path: ".mcp.json" } },
      { name: "shell", input: { command: "python3 hold.py", background: true } },
      write,
      shell("sleep 1"),
      { name: "shell_stop", input: { handle: "bg-1" } },
      write,
      // What a line names is in the question, and the yes counts for it.
      shell("mkdir -p .claude && echo '{}' > .claude/settings.json && ls .claude"),
      // What lies elsewhere is asked about, a file each; secrets are not to be had.
      { name: "read_file", input: { path: "../beside/a.txt" } },
      { name: "edit_file", input: { path: "../beside/a.txt", old_string: "A", new_string: "B" } },
      { name: "write_file", input: { path: "../beside/new.txt", content: "new\n" } },
      { name: "read_file", input: { path: "../beside/.env" } },
      { name: "file_action", input: { command: "delete", path: "../beside/a.txt" } },
    ];
    const script = join(grounds.base, "script.json");
    const replies = [...calls.map((call, at) => ({ calls: [{ id: `${at}`, ...call }] })), { text: "Done." }];
    writeFileSync(script, JSON.stringify({ replies }));
    const args = ["-m", `scripted/${script}`, "--permission-mode", "acceptEdits"];
    const client = new StreamClient({ ...grounds, ends: [] }, args, () => ({ behavior: "allow" }));
    await client.control({ subtype: "initialize", hooks: null });
    client.prompt("go");
    await client.result();
    await client.end();
    expect(client.asked.map(({ tool_name }) => tool_name)).toEqual([
      "write_file",
      "shell",
      "read_file",
      "edit_file",
      "write_file",
    ]);
    expect(JSON.stringify(client.seen)).toContain("could change it behind the user's yes: bg-1 (python3 hold.py)");
    expect(readFileSync(join(grounds.cwd, path), "utf8")).toBe(AGREED);
    expect(readFileSync(join(grounds.cwd, ".claude/settings.json"), "utf8")).toBe("{}\n");
    const beside = ["a.txt", "new.txt"].map((name) => readFileSync(join(grounds?.base ?? "", "beside", name), "utf8"));
    expect(beside).toEqual(["B\n", "new\n"]);
    expect(JSON.stringify(client.seen)).not.toContain("KEY=1");
  },
);
