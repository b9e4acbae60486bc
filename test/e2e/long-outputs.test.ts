import { afterEach, expect, test } from "vitest";
import { resultsOf } from "./call-results.ts";
import { makePlace, type Place } from "./run-waymark.ts";

let place: Place;
afterEach(() => place.remove());

const FREE = ["--permission-mode", "bypassPermissions", "--sandbox", "off"];

const OUTPUTS: readonly (readonly [name: string, script: string])[] = [
  [
    "a log with commas",
    'for(let n=0;n<3000;n++){console.log(`INFO step ${n}, and so on, as ever`);if(n===1500)console.log("ERROR the widget zq is gone")}',
  ],
  [
    "signs of several bytes",
    'for(let n=0;n<3000;n++){console.log(`信息 第 ${n} 步 完成`);if(n===1500)console.log("错误：the widget zq 未找到")}',
  ],
  [
    "more than is read at a stretch",
    'for(let n=0;n<30000;n++){console.log(`plain line ${n} of a build that goes on and on for ever`);if(n===15000)console.log("fatal: the widget zq is gone")}',
  ],
  [
    "warnings",
    'for(let n=0;n<2000;n++){console.log(`a.c:${n}:1: warning: unused x${n}`);if(n===700)console.log("a.c:9:1: error: the widget zq is gone")}process.exit(2)',
  ],
];

test.each(OUTPUTS)(
  "of %s a model sees the line that failed, and pages the whole",
  { timeout: 120_000 },
  async (_, script) => {
    place = makePlace({ "say.js": script });
    const [shown = ""] = await resultsOf(place, [{ name: "shell", input: { command: "node say.js" } }], FREE);
    expect(shown).toContain("the widget zq");
    expect(shown).not.toContain("rows of");
    expect(shown.length).toBeLessThan(40_000);
    const handle = /"handle":"([^"]+)"|shell_output with handle (\S+)/.exec(shown);
    const line = /^(\d+): .*the widget zq/m.exec(shown)?.[1];
    expect(handle).not.toBeNull();
    expect(line).toBeDefined();
  },
);

test("the line that is named is the one that the handle has there", async () => {
  place = makePlace({ "say.js": OUTPUTS[0]?.[1] ?? "" });
  const [, page] = await resultsOf(
    place,
    [
      { name: "shell", input: { command: "node say.js" } },
      { name: "shell_output", input: { handle: "out-1", offset: 1502, limit: 1 } },
    ],
    FREE,
  );
  expect(page).toContain("ERROR the widget zq is gone");
});
