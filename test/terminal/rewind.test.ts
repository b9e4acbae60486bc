import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ask, pause, sitDown } from "./sit-down.ts";

const write = (path: string, content: string) => ({ calls: [{ name: "write_file", input: { path, content } }] });
const ACCEPTS = ["--permission-mode", "acceptEdits"];

/** Two prompts, each of which makes or changes a file. */
async function twoChanges() {
  const { seat, place } = await sitDown({
    args: ACCEPTS,
    seat: { columns: 120, rows: 40 },
    files: { "kept.txt": "untouched\n" },
    replies: [
      { text: "Only words." },
      write("a.txt", "one\n"),
      { text: "First done." },
      write("b.txt", "two\n"),
      { text: "Second done." },
      { text: "Another way." },
    ],
  });
  await ask(seat, "only talk", "Only words.");
  await ask(seat, "make the first", "First done.");
  await ask(seat, "make the second", "Second done.");
  const read = (name: string): string | undefined => {
    try {
      return readFileSync(join(place.cwd, name), "utf8");
    } catch {
      return undefined;
    }
  };
  const rewind = async (prompt: string, extent: string): Promise<void> => {
    seat.type("/rewind\r");
    await seat.until("Go back to before which prompt?");
    await pause();
    seat.type(prompt);
    await seat.until("What goes back?");
    await pause();
    seat.type(extent);
  };
  return { seat, place, read, rewind };
}

test("/rewind asks what goes back where files were changed since: they do with the conversation, and no other", async () => {
  const { seat, read, rewind } = await twoChanges();
  await rewind("2", "1");
  await seat.until(/Undone/);
  expect(await seat.until(/› make the first/)).toMatch(
    /Back before that prompt; \/resume [\w-]+ opens the session as it/,
  );
  expect([read("a.txt"), read("b.txt"), read("kept.txt")]).toEqual([undefined, undefined, "untouched\n"]);
  seat.type(" differently\r");
  expect(await seat.until("Another way.")).toContain("make the first differently");
});

test("/rewind takes back only what was changed since the prompt, and the conversation or the files alone", async () => {
  const { seat, read, rewind } = await twoChanges();
  await rewind("1", "3");
  await seat.until(/Undone/);
  expect([read("a.txt"), read("b.txt")]).toEqual(["one\n", undefined]);
  expect(await seat.screen()).toContain("Second done.");
  await rewind("2", "2");
  await seat.until((text) => text.split("› make the first").length === 3);
  expect(read("a.txt")).toBe("one\n");
});

test("/rewind leaves both as they are where somebody changed a file since, and says so", async () => {
  const { seat, place, read, rewind } = await twoChanges();
  writeFileSync(join(place.cwd, "b.txt"), "by hand\n");
  await rewind("1", "1");
  await seat.until("The conversation was not taken back either");
  expect(read("b.txt")).toBe("by hand\n");
  expect(await seat.screen()).toContain("Second done.");
});

test("/rewind asks nothing more where no file was changed since", async () => {
  const { seat } = await sitDown({ replies: [{ text: "One." }, { text: "Two." }] });
  await ask(seat, "first thing", "One.");
  seat.type("/rewind\r");
  await seat.until("Go back to before which prompt?");
  await pause();
  seat.type("1");
  expect(await seat.until((text) => text.split("› first thing").length === 3)).not.toContain("What goes back?");
});
