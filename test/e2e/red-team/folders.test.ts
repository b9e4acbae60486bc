import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { runWaymark, scriptedModel } from "../run-waymark.ts";
import { type Grounds, giveTo, isRoot, makeGrounds, NOBODY } from "./attack-run.ts";

/** Folders whose names would do something: docs/guide/security.md, "Attacks and where they end". */

let grounds: Grounds | undefined;
afterEach(() => grounds?.remove());

const USERS = isRoot ? [undefined, NOBODY] : [undefined];
const NAMES: Readonly<Record<string, string>> = {
  "more bytes than the path of a socket may have": "l".repeat(200),
  "a line end": "a\nb",
  "an escape": "a\u001b[2J\u001b]0;owned\u0007b",
  "marks of direction": "a\u202eb\u2066c",
  "what a shell expands": "a'b\"c$(touch x)`id`*[b]?",
  "a colon and a comma": "a:b,c",
  "a dash first": "-rf",
};

const sandboxLine = (report: string): string => /^.* sandbox .*$/m.exec(report)?.[0] ?? "none";
const ACTS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

describe.each(USERS)("as the user %s", (userId) => {
  test.each(Object.entries(NAMES))("a home and a working folder below a name with %s", async (_, name) => {
    grounds = makeGrounds({ "plain/home/x": "", "plain/work/x": "" }, userId);
    const [folder, plain] = [join(grounds.base, name), join(grounds.base, "plain")];
    for (const below of ["work", "home/waymark"]) mkdirSync(join(folder, below), { recursive: true });
    writeFileSync(join(folder, "work/a.txt"), "hello\n");
    const place = { cwd: join(folder, "work"), home: join(folder, "home") };
    const model = scriptedModel(place, [
      { calls: [{ id: "1", name: "shell", input: { command: "cat a.txt && printf made > b.txt && cat b.txt" } }] },
      { calls: [{ id: "2", name: "read_file", input: { path: "b.txt" } }] },
      { text: "done" },
    ]);
    if (userId !== undefined) giveTo(userId, grounds.base);
    const as = userId === undefined ? {} : { userId };
    const own = await runWaymark(["doctor"], { ...place, ...as });
    const usual = await runWaymark(["doctor"], { cwd: join(plain, "work"), home: join(plain, "home"), ...as });
    expect(sandboxLine(own.stdout)).toBe(sandboxLine(usual.stdout));
    const args = ["-p", "go", "-m", model, "--permission-mode", "acceptEdits", "--output-format", "stream-json"];
    const run = await runWaymark([...args, "--allowedTools", "shell(*)"], { ...place, ...as });
    expect(run.stdout).toContain("hello\\nmade");
    expect(run.stdout).toContain("1\\tmade");
    expect([own.stdout, own.stderr, run.stdout, run.stderr].filter((text) => ACTS.test(text))).toEqual([]);
  });
});
