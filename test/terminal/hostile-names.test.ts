import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runWaymark } from "../e2e/run-waymark.ts";
import { Seat } from "./pseudo-terminal.ts";
import { type Sitting, sitDown } from "./sit-down.ts";

/** A title, the same by C1, and an override, in every name and text that a folder may bring. */
const ACTS = "\x1b]0;PWN\x07\x9d0;PWN\x9c\u202e";
const YAML_ACTS = JSON.stringify(ACTS);

/** Nothing of a name has acted, in whatever place it was shown so far. */
function expectInert({ seat }: Sitting, titles: readonly string[]): void {
  expect(seat.written.match(/.{0,40}(?:\x1b\]0;P|[\x80-\x9f]|[\u202a-\u202e]).{0,10}/g)).toBe(null);
  expect(titles).toEqual([]);
}

async function sitBeside(files: Readonly<Record<string, string>>, args: readonly string[] = []) {
  const sitting = await sitDown({ files, args, trust: "y", seat: { columns: 120, rows: 40 } });
  const titles: string[] = [];
  sitting.seat.terminal.onTitleChange((title) => titles.push(title));
  return { sitting, titles };
}

test("commands, skills, folders, plans and files whose names act on a terminal are listed and completed without acting", async () => {
  const { sitting, titles } = await sitBeside({
    ".claude/commands/xcmd.md": `---\ndescription: ${YAML_ACTS}\nargument-hint: ${YAML_ACTS}\n---\nDo it.\n`,
    ".claude/skills/xskill/SKILL.md": `---\nname: xskill\ndescription: ${YAML_ACTS}\n---\nDo it.\n`,
    "zz\u202e.txt": "x\n",
  });
  const { seat, place } = sitting;
  mkdirSync(join(place.cwd, `evdir${ACTS}`));
  mkdirSync(join(place.cwd, ".waymark/plans"), { recursive: true });
  writeFileSync(join(place.cwd, `.waymark/plans/evp${ACTS}.json`), "{}");
  for (const [typed, shown] of [
    ["/xc", "xcmd"],
    ["/xs", "xskill"],
    ["/add-dir ev", "evdir"],
    ["/plan show ev", "evp"],
    ["/plan run ev", "evp"],
    ["@zz", "zz"],
  ] as const) {
    seat.type(`\x15${typed}`);
    await seat.until((text) => text.slice(text.lastIndexOf(`› ${typed}`)).includes(shown, typed.length + 2));
    seat.type("\t");
    await seat.until((text) => new RegExp(`› .*${shown}`).test(text));
  }
  expectInert(sitting, titles);
});

test("what is pasted, the goal and what waits are shown without acting", async () => {
  const { sitting, titles } = await sitBeside({ ".waymark/settings.json": "{}" });
  const { seat } = sitting;
  seat.type(`\x1b[200~pasted \u202e\u009d0;PWN\u009c end\x1b[201~`);
  await seat.until(/pasted .* end/);
  seat.type("\x15\x12pasted");
  await seat.until("pasted");
  seat.type("\x1b\x15/goal be \u202e\u009d0;PWN\u009c good\r");
  await seat.until(/be .*good/);
  expectInert(sitting, titles);
});

test("the goal of a session that was brought along stands in the status line without acting", async () => {
  const first = await sitDown({});
  const { place } = first;
  await runWaymark(["-p", `/goal be ${ACTS} good`, "-m", "scripted/script.json", "--max-turns", "1"], place);
  first.seat.type("\x04");
  await first.seat.ended();
  const seat = new Seat(["-c", "-m", "scripted/script.json"], { ...place, columns: 120, rows: 40 });
  const titles: string[] = [];
  seat.terminal.onTitleChange((title) => titles.push(title));
  await seat.until(/be .*good/);
  seat.close();
  expectInert({ ...first, seat }, titles);
});
