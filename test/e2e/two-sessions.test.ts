import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { rounds } from "../rounds.ts";
import { makePlace, type Place, runWaymark } from "./run-waymark.ts";

let place: Place;
afterEach(() => place.remove());

const ROUNDS = rounds(4);

/** Works on files of its own and, in each round, on its own line of a file that both have. */
function script(who: string): string {
  const replies = Array.from({ length: ROUNDS }, (_, round) => [
    { calls: [{ name: "write_file", input: { path: `${who}/${round}.txt`, content: `${who} ${round}\n` } }] },
    { calls: [{ name: "read_file", input: { path: "both.txt" } }] },
    {
      calls: [
        {
          name: "edit_file",
          input: { path: "both.txt", old_string: `${who} ${round} open`, new_string: `${who} ${round} done` },
        },
      ],
    },
  ]);
  return JSON.stringify({ replies: [...replies.flat(), { text: "Done." }] });
}

const lines = (who: string): string[] => Array.from({ length: ROUNDS }, (_, round) => `${who} ${round} open`);
const read = (path: string): string => readFileSync(join(place.cwd, path), "utf8");

/** @returns how many edits of the shared file it was told were made */
async function work(who: string): Promise<number> {
  const flags = [
    "--permission-mode",
    "acceptEdits",
    "--output-format",
    "stream-json",
    "--max-turns",
    String(ROUNDS * 4),
  ];
  const run = await runWaymark(["-p", "Work.", "-m", `scripted/${who}.json`, ...flags], place);
  expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: "" });
  return run.stdout.match(/"content":"Edited both\.txt [^"]*","is_error":false/g)?.length ?? 0;
}

test("two sessions in one folder at once lose nothing of each other", {
  timeout: 600_000,
}, async () => {
  place = makePlace({
    "both.txt": `${[...lines("a"), ...lines("b")].join("\n")}\n`,
    "a.json": script("a"),
    "b.json": script("b"),
  });
  const before = read("both.txt");
  const [one, other] = await Promise.all([work("a"), work("b")]);
  for (const who of ["a", "b"])
    for (let round = 0; round < ROUNDS; round++) expect(read(`${who}/${round}.txt`)).toBe(`${who} ${round}\n`);
  // An edit that met the other's was refused or made; none was lost, and no line is anything else.
  const after = read("both.txt").split("\n");
  expect(after.map((line) => line.replace(/done$/, "open")).join("\n")).toBe(before);
  expect(after.filter((line) => line.endsWith("done"))).toHaveLength(one + other);
  // One is refused only where the other's was made since it looked, so that for each refusal there is an edit.
  expect(one + other).toBeGreaterThanOrEqual(ROUNDS);
  const check = await runWaymark(["sessions", "fsck"], place);
  expect(check.code).toBe(0);
});

/** One round of a conversation: an edit of a line of its own, a command that appends to its log, and the result of both. */
async function round(who: string, session: string, number: number): Promise<boolean> {
  const script = join(place.home, `${who}${number}.json`);
  const replies = [
    { calls: [{ name: "read_file", input: { path: "both.txt" } }] },
    {
      calls: [
        {
          name: "edit_file",
          input: { path: "both.txt", old_string: `${who} ${number} open`, new_string: `${who} ${number} done` },
        },
      ],
    },
    { calls: [{ name: "shell", input: { command: `printf '${who} ${number}\\n' >> ${who}.log && sleep 0.1` } }] },
    { text: "Done." },
  ];
  writeFileSync(script, JSON.stringify({ replies }));
  const flags = ["--permission-mode", "acceptEdits", "--allowedTools", "shell", "--output-format", "stream-json"];
  const begun = number === 0 ? ["--session-id", session] : ["--resume", session];
  const run = await runWaymark(["-p", `Round ${number}.`, "-m", `scripted/${script}`, ...flags, ...begun], place);
  expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: "" });
  return /"content":"Edited both\.txt [^"]*","is_error":false/.test(run.stdout);
}

/** Works, and takes each second command back. @returns the edits that were made, and the log as it must be */
async function converse(who: string, session: string): Promise<{ edited: readonly number[]; log: readonly string[] }> {
  const edited: number[] = [];
  const log: string[] = [];
  for (let number = 0; number < ROUNDS; number++) {
    if (await round(who, session, number)) edited.push(number);
    log.push(`${who} ${number}`);
    if (number % 2 === 0) continue;
    const undo = await runWaymark(["undo", "--session", session, "--json"], place);
    const { conflicts, checkpoints } = JSON.parse(undo.stdout) as Record<string, readonly unknown[]>;
    expect(checkpoints).toMatchObject([{ title: expect.stringContaining("printf") }]);
    // What the other's command may have written too stands in the way, and then nothing is changed.
    if (conflicts?.length === 0) log.pop();
  }
  return { edited, log };
}

test("two conversations that edit, run commands and undo in one folder keep what is each other's", {
  timeout: 600_000,
}, async () => {
  place = makePlace({ "both.txt": `${[...lines("a"), ...lines("b")].join("\n")}\n` });
  const ids = { a: "11111111-1111-4111-8111-111111111111", b: "22222222-2222-4222-8222-222222222222" };
  const [one, other] = await Promise.all([converse("a", ids.a), converse("b", ids.b)]);
  for (const [who, { edited, log }] of [["a", one] as const, ["b", other] as const]) {
    expect(read(`${who}.log`)).toBe(log.map((line) => `${line}\n`).join(""));
    expect(
      read("both.txt")
        .match(new RegExp(`${who} \\d+ (?=done)`, "g"))
        ?.map((line) => Number(line.slice(2))),
    ).toEqual(edited);
  }
  expect(read("both.txt").split("\n")).toHaveLength(2 * ROUNDS + 1);
});
