import { expect, test } from "vitest";
import { judgeCommand } from "./judge-command.ts";

const judge = (command: string, folder?: string) =>
  judgeCommand({
    tool: "shell",
    command,
    rules: { allow: [], ask: [], deny: [] },
    root: "/work/app",
    home: "/home/me",
    trustedPrograms: [],
    ...(folder === undefined ? {} : { folder }),
  });

test("what is asked shows each command with its targets, and nothing unseen", () => {
  expect(
    judge("cd sub && echo hi > ../../etc/x; rm -rf ~/a\u200bb; A=1 npm test", "src").details,
  ).toMatchInlineSnapshot(`
    [
      "- cd sub  (read; in /work/app/src)",
      "? echo hi > ../../etc/x  (write-inside; writes /work/app/etc/x; in /work/app/src/sub)",
      "? rm -rf ~/a\\u{200b}b  (irreversible; it deletes /home/me/a\\u{200b}b, outside the workspace or all of it; reaches /home/me/a\\u{200b}b; in /work/app/src or /work/app/src/sub)",
      "? A=1 npm test  (unknown; sets A=1; in /work/app/src or /work/app/src/sub)",
      "! it holds characters that cannot be seen; they are written \\u{...} here",
      "! it writes ../../etc/x",
    ]
  `);
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
    proposal: "shell(npm run build)",
    session: { rules: "shell(@run-project)" },
  });
});

test("what runs by itself has nothing to show", () => {
  expect(judge("ls src")).toEqual({ verdict: "allow", reason: "it only reads inside the workspace", readsOnly: true });
});
