import { expect, test } from "vitest";
import { sanitizeTerminal } from "../../engines/terminal-text/sanitize-terminal.ts";
import { wholeCommands } from "./approval-options.ts";
import { judgeCommand } from "./judge-command.ts";

const QUESTION = {
  tool: "shell",
  rules: { allow: [], ask: [], deny: [] },
  root: "/work/app",
  home: "/home/me",
  trustedPrograms: [],
};

const judge = (command: string, folder?: string, addDirs: readonly string[] = []) =>
  judgeCommand({ ...QUESTION, command, addDirs, ...(folder === undefined ? {} : { folder }) });

test("what is asked shows each command with its targets, and nothing unseen", () => {
  expect(
    judge("cd sub && echo hi > ../../etc/x; rm -rf ~/a\u200bb; A=x npm test", "src").details,
  ).toMatchInlineSnapshot(`
    [
      "- cd sub  (read; in /work/app/src)",
      "? echo hi > ../../etc/x  (write-inside; writes /work/app/etc/x; in /work/app/src/sub)",
      "? rm -rf ~/a\\u{200b}b  (irreversible; it deletes /home/me/a\\u{200b}b, outside the workspace or all of it; reaches /home/me/a\\u{200b}b; in /work/app/src or /work/app/src/sub)",
      "? A=x npm test  (unknown; sets A=x; in /work/app/src or /work/app/src/sub)",
      "! what cannot be seen is written \\u{...} here",
      "! it writes ../../etc/x; A may change what the program does; it holds characters that cannot be seen",
    ]
  `);
});

test("a part of several lines is told on one, which is the same when a face makes it visible once more", () => {
  const { details = [] } = judge("git commit -m \"$(cat <<'EOF'\nfix: two\n\u2502 EOF\nEOF\n)\"");
  expect(details).toContain("? git commit -m \"$(cat <<'EOF'\\nfix: two\\n\u2502 EOF\\nEOF\\n)\"  (write-inside)");
  expect(details.map((fact) => sanitizeTerminal(fact, { context: "approval" }))).toEqual(details);
});

test("why one command is asked about stands above it and not beside it, too; of several it tells which", () => {
  const alone = judge("git push --force");
  expect(alone).toMatchObject({ reason: "it rewrites or deletes what was pushed" });
  expect(alone.details).toEqual(["? git push --force  (irreversible)"]);
  expect(judge("git push --force; npm test").details?.[0]).toContain("rewrites or deletes");
});

test("a server of this machine is asked within the line that starts it, or by a leave for that, or a rule for the words that it takes", () => {
  const asked = judge("curl -s http://127.0.0.1:3456/q");
  expect(asked).toMatchObject({
    wouldAllow: "shell(@local-servers)",
    instead: expect.stringContaining("SERVER & sleep 1"),
  });
  expect(judgeCommand({ ...QUESTION, refusesEdits: true, command: "curl localhost:3456" }).instead).toMatch(/SERVER &/);
  expect(judge("curl -s https://example.com/q").instead).not.toMatch(/SERVER/);
  expect(judge("curl -s 'http://127.0.0.1:3456/q?a=1'").wouldAllow).toBe("shell(@local-servers)");
  expect(judge("curl -s -o a http://127.0.0.1:3456/q").wouldAllow).toBe(
    "shell(curl -s -o a http://127.0.0.1:3456/q $)",
  );
  // What a rule cannot hold word for word, and what no rule but that for everything answers for.
  expect(judge("curl -s -o a 'http://127.0.0.1:3456/q?a=1'").wouldAllow).toBe("shell(*)");
});

test("a kind of work is offered for the session, the narrowest words for good", () => {
  const { proposal, session } = judge("npm test && npm run build > build.log");
  expect({ proposal, session }).toMatchInlineSnapshot(`
    {
      "proposal": undefined,
      "session": {
        "grants": "run this project's own code: its tests, scripts, builds and tools, create, change, move and delete files inside the workspace",
        "rules": "shell(@run-project), shell(@edit-files)",
      },
    }
  `);
  expect(judge("npm run build")).toMatchObject({
    proposal: "shell(npm run build $)",
    session: { rules: "shell(@run-project)" },
  });
});

test("what runs by itself has nothing to show", () => {
  expect(judge("ls src")).toEqual({ verdict: "allow", reason: "it only reads inside the workspace", readsOnly: true });
});

test("an added folder is worked in like the working folder; what holds it, its secrets and the rest are not", () => {
  const verdict = (command: string, ...added: string[]) => judge(command, undefined, added).verdict;
  expect(verdict("cat /data/far.txt")).toBe("ask");
  expect(verdict("cat /data/far.txt", "/data")).toBe("allow");
  expect(verdict("cat ../lib/a.txt", "../lib")).toBe("allow");
  expect(verdict("ls src", "src/deep")).toBe("allow");
  expect(verdict("cat /data/.env", "/data")).toBe("ask");
  expect(verdict("cat /etc/hostname", "/")).toBe("ask");
  for (const command of ["ls /srv", "cat /data2/far.txt", "cat /srv/data/../other", "touch /srv/data/x"])
    expect(verdict(command, "/srv/data"), command).toBe("ask");
});

test("of a line with several commands the one that may not run is named, however long it is", () => {
  const long = `curl ${"x".repeat(200)}`;
  expect(judge(`ls; ${long}; pwd`).instead).toMatch(/^Only `curl x{74}…` is meant: the rest may run without it\. \w/);
  expect(judge("ls; curl x; pwd").instead).toMatch(/^Only `curl x` is meant: the rest/);
  expect(judge("curl x").instead).not.toContain("is meant");
});

test("in a sandbox the part that it does not answer for is named, with its reason", () => {
  const command = "ls | xargs node a.js && python3 b.py; git push";
  const { reason, instead } = judgeCommand({ ...QUESTION, command, isSandboxed: true });
  expect(reason).not.toContain("xargs");
  expect(instead).toMatch(/^Only `git push` is meant: the rest may run without it\./);
  expect(judge(command).instead).toMatch(
    /^Only `xargs node a\.js`, `python3 b\.py`, `git push` are meant: the rest may run without them\./,
  );
  expect(judgeCommand({ ...QUESTION, command: "node a.js", isSandboxed: true })).toMatchObject({
    confined: "computes",
  });
});

test("where an edit would be refused as well, no tool that edits is named as another way", () => {
  for (const command of ["touch a", "sed -i s/a/b/ x", "make", "xargs rm", "git push", "curl x", "rm -rf build"]) {
    const { instead } = judgeCommand({ ...QUESTION, command, refusesEdits: true });
    expect(instead).toBeDefined();
    expect(instead).not.toMatch(/edit_file|write_file|file_action/);
  }
  expect(judge("touch a").instead).toContain("edit_file");
});

test.each(["git restore a.txt", "git checkout -- a.txt", "git checkout HEAD a.txt", "ls && git restore src"])(
  "%s says how an own change is taken back without losing what others did",
  (command) => {
    const { verdict, instead } = judge(command);
    expect(verdict).toBe("ask");
    expect(instead).toMatch(/git show HEAD:FILE .* edit_file or write_file/);
    expect(judge("git show HEAD:a.txt").verdict).toBe("allow");
  },
);

test("dropping a stash says that it may stay", () => {
  expect(judge("git stash drop")).toMatchObject({
    verdict: "ask",
    instead: expect.stringContaining("A stash may stay"),
  });
});

test("what is kept word for word is told from a beginning", () => {
  expect(wholeCommands("shell(npm test $), shell(make a $)")).toEqual(["npm test", "make a"]);
  expect(["shell(npm test)", "shell(a $), edit_file(b)", "shell"].map(wholeCommands)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
