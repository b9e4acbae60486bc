import { afterEach, expect, test } from "vitest";
import { missing } from "../optional-programs.ts";
import { resultsOf } from "./call-results.ts";
import { makePlace, type Place } from "./run-waymark.ts";

let place: Place;
afterEach(() => place.remove());

const shell = (command: string) => ({ name: "shell", input: { command } });
const FREE = ["--permission-mode", "bypassPermissions", "--sandbox", "off"];

test("a model that is alone gets its sums, and is told what waits at a terminal, what is near and how to take back a change", async () => {
  place = makePlace({ "a.txt": "one\n" });
  const results = await resultsOf(
    place,
    [
      shell("for i in 1 2 3; do echo $((i*3)); done"),
      shell("curl -s localhost:9/x"),
      shell("git init -q . && git add a.txt"),
      shell("git checkout -- a.txt"),
      shell("vim a.txt"),
    ],
    ["--permission-mode", "acceptEdits"],
  );
  expect(results[0]).toBe("3\n6\n9");
  expect(results[1]).toContain("it talks to a server of this machine");
  expect(results[3]).toMatch(/it throws away changes of these files.*git show HEAD:FILE/s);
  expect(results[4]).toMatch(/vim waits for a person at a terminal, which no command has: edit_file/);
});

test("what waits at a terminal is refused at once where everything may run, and an editor that git wants changes nothing", async () => {
  place = makePlace({ "a.txt": "one\n" });
  const startedMs = performance.now();
  const results = await resultsOf(
    place,
    [
      shell("vim a.txt"),
      shell("cd . && top"),
      shell("psql -h localhost shop"),
      shell("echo $EDITOR $GIT_EDITOR $PAGER $TERM"),
    ],
    FREE,
  );
  for (const result of results.slice(0, 3)) expect(result).toMatch(/waits for a person at a terminal/);
  expect(results[3]).toBe("true true cat dumb");
  expect(performance.now() - startedMs).toBeLessThan(60_000);
});

test.skipIf(missing("python3") !== undefined)(
  "Python of a call knows the folder, and says what it does not have",
  async () => {
    place = makePlace({ "own.py": "X = 41\n", "src/pack/__init__.py": "Y = 1\n" });
    const results = await resultsOf(
      place,
      [
        { name: "python", input: { code: "import own, pack\nprint(own.X + pack.Y)" } },
        { name: "python", input: { code: "import nowhere_at_all" } },
      ],
      FREE,
    );
    expect(results[0]).toBe("42");
    expect(results[1]).toMatch(/This Python has no module nowhere_at_all/);
  },
);
