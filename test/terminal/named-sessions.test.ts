import { expect, test } from "vitest";
import { runWaymark } from "../e2e/run-waymark.ts";
import { ask, sitDown } from "./sit-down.ts";

const REPLIES = [{ text: "Saw the ferry." }, { text: "Saw the harbour." }, { text: "Saw nothing." }];

test("/rename names a session for its lists, -r and /resume; words find the session in which they were said", async () => {
  const { seat, place } = await sitDown({ replies: REPLIES, seat: { rows: 50 } });
  await ask(seat, "look one", "Saw the ferry.");
  seat.type("/rename old ferries\r");
  await seat.until("This session is called old ferries.");
  seat.type("/clear\r");
  await seat.until("A new conversation.");
  await ask(seat, "look two", "Saw the harbour.");
  seat.type("/resume nowhere said\r");
  await seat.until('No session "nowhere said"');
  seat.type("/resume the FERRY\r");
  await seat.until("Go on with which session?");
  await seat.until("old ferries");
  seat.type("\r");
  await seat.until("look one");
  const sessions = async (...args: readonly string[]) =>
    JSON.parse((await runWaymark(["sessions", "list", "--json", ...args], place)).stdout) as readonly {
      readonly id: string;
      readonly name?: string;
      readonly title: string;
    }[];
  expect((await sessions()).map(({ title }) => title).toSorted()).toEqual(["look two", "old ferries"]);
  expect((await sessions("--search", "saw the HARBOUR")).map(({ title }) => title)).toEqual(["look two"]);
  expect(await sessions("--search", "no such words")).toEqual([]);
  const [other] = await sessions("--search", "harbour");
  const renamed = await runWaymark(["sessions", "rename", other?.id ?? "", "the", "\u001b[31mharbour"], place);
  expect([renamed.code, renamed.stdout]).toEqual([0, `${other?.id} is called the harbour\n`]);
  expect((await runWaymark(["sessions", "show", "the harbour"], place)).stdout).toContain("look two");
  const nameless = await runWaymark(["sessions", "rename", other?.id ?? "", " "], place);
  expect([nameless.code, nameless.stderr]).toEqual([2, "waymark: A session's name is a word at least.\n"]);
  const copy = (await runWaymark(["sessions", "fork", other?.id ?? ""], place)).stdout.trim();
  expect((await sessions()).find(({ id }) => id === copy)?.name).toBe("the harbour");
});

test("in a plain session words narrow a list, a number chooses from what is left, and a name from all", async () => {
  const { seat } = await sitDown({ args: ["--screen-reader"], replies: REPLIES, seat: { rows: 60, columns: 120 } });
  seat.type("/mode\r");
  await seat.until("Number or name, other words to narrow the list");
  seat.type("edits\r");
  const narrowed = await seat.until((text) => text.split("Number or name").length === 3);
  expect(narrowed.split("Number or name").at(1)).toContain("1. acceptEdits");
  expect(narrowed.split("Number or name").at(1)).not.toContain("2. ");
  seat.type("1\r");
  await seat.until(/Mode acceptEdits/);
});
