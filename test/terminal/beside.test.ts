import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runWaymark } from "../e2e/run-waymark.ts";
import { ask, sitDown } from "./sit-down.ts";

const edit = { name: "edit_file", input: { path: "a.txt", old_string: "one", new_string: "two" } };

test("/btw is answered from the conversation, and neither the question nor the answer stays in it", async () => {
  const { seat, place } = await sitDown({
    replies: [
      { text: "The boat is green." },
      { expect: ["asks this beside the work", "which colour?"], text: "It was **green**." },
      { expect: "and now?", text: "Still afloat." },
    ],
  });
  await ask(seat, "describe the boat", "The boat is green.");
  seat.type("/btw which colour?\r");
  await seat.until(/It was green\.[\s\S]*not kept/);
  await ask(seat, "and now?", "Still afloat.");
  seat.type("/exit\r");
  const [session] = JSON.parse((await runWaymark(["sessions", "list", "--json"], place)).stdout) as { id: string }[];
  const { stdout } = await runWaymark(["sessions", "show", session?.id ?? "", "--json"], place);
  expect(stdout).toContain("Still afloat.");
  expect(stdout).not.toMatch(/which colour|It was|beside the work/);
});

test("/btw does not wait for the answer under way", async () => {
  const { seat } = await sitDown({
    replies: [
      { text: "one two three four five six", chunkChars: 1, chunkDelayMs: 400 },
      { expect: "which colour?", text: "It was green." },
    ],
  });
  seat.type("count slowly\r");
  await seat.until("one two");
  seat.type("/btw which colour?\r");
  await seat.until("Asked beside the work");
  await seat.until("It was green.");
  await seat.until("four five six");
});

test("/diff shows what the session changed, and says so where it has changed nothing", async () => {
  const { seat } = await sitDown({
    files: { "a.txt": "one\n" },
    args: ["--permission-mode", "acceptEdits"],
    replies: [{ calls: [edit] }, { text: "Changed." }],
    seat: { rows: 60 },
  });
  seat.type("/diff\r");
  await seat.until("This session has changed no file yet.");
  seat.type("/undo\r");
  const told = await seat.until(/› \/undo\s+This session has changed no file yet\./);
  expect(told).not.toMatch(/Session "/);
  await ask(seat, "mend it", "Changed.");
  seat.type("/diff\r");
  await seat.until(/modified a\.txt[\s\S]*-one[\s\S]*\+two/);
  seat.type("/undo\r");
  await seat.until("takes this undo back");
  seat.type("/diff\r");
  await seat.until("Nothing that this session changed is left changed.");
});

test("/undo names the call that the next one takes back, /redo brings the last undo back, and the model is told of what is left of it", async () => {
  const again = { name: "edit_file", input: { path: "a.txt", old_string: "two", new_string: "three" } };
  const { seat, place } = await sitDown({
    files: { "a.txt": "one\n" },
    args: ["--permission-mode", "acceptEdits"],
    replies: [
      { calls: [edit] },
      { calls: [again] },
      { text: "Changed." },
      {
        expect:
          "The user has undone or redone changes, which has put back these paths: a.txt. Read them again before you go on with them.\n\nwhat is it now?",
        text: "So it is two.",
      },
    ],
    seat: { rows: 60 },
  });
  const fileText = (): string => readFileSync(join(place.cwd, "a.txt"), "utf8");
  seat.type("/redo\r");
  await seat.until("This session has changed no file yet.");
  await ask(seat, "mend it twice", "Changed.");
  seat.type("/undo\r");
  await seat.until(/The next \/undo takes back: [\s\S]*\/redo takes this undo back\./);
  expect(fileText()).toBe("two\n");
  seat.type("/undo\r");
  await seat.until(/takes this undo back\.[\s\S]*takes this undo back\./);
  expect(fileText()).toBe("one\n");
  seat.type("/redo\r");
  await seat.until("/undo takes it back again.");
  expect(fileText()).toBe("two\n");
  seat.type("/redo\r");
  await seat.until(/takes it back again\.[\s\S]*takes it back again\./);
  expect(fileText()).toBe("three\n");
  seat.type("/redo\r");
  await seat.until("There is no undo that could be taken back.");
  for (const [command, left] of [
    ["/undo", "two\n"],
    ["/undo", "one\n"],
    ["/redo", "two\n"],
  ]) {
    seat.type(`${command}\r`);
    await expect.poll(fileText, { timeout: 60_000 }).toBe(left);
  }
  await ask(seat, "what is it now?", "So it is two.");
});

test("/btw to the guide, which only looks things up, says that it takes a prompt", async () => {
  const { seat } = await sitDown({ files: { "README.md": "# Ledger\n\nKeeps the balance of every account.\n" } });
  seat.type("/model offline/guide\r");
  await seat.until("offline/guide ·");
  seat.type("/btw what does this project do?\r");
  await seat.until("offline/guide has no answer to that without calling tools; ask it as a prompt.");
});
