import { expect, onTestFinished, test } from "vitest";
import { makePlace } from "../e2e/run-waymark.ts";
import { Seat } from "./pseudo-terminal.ts";
import { ask } from "./sit-down.ts";

async function sitWithGuide(files: Readonly<Record<string, string>>, ...flags: readonly string[]): Promise<Seat> {
  const place = makePlace(files);
  const seat = new Seat(["-m", "offline/guide", ...flags], { ...place, environment: { WAYMARK_SANDBOX: "off" } });
  onTestFinished(() => {
    seat.close();
    place.remove();
  });
  await seat.until("offline/guide");
  return seat;
}

const SCALES = { "README.md": "# Scales\n\nWeighs boats in the harbour.\n" };

test("what a person ran is no question of the next prompt, and a compaction without a model loses nothing", async () => {
  const seat = await sitWithGuide(SCALES);
  await ask(seat, "!echo who calls zorp_mangle?", /who calls zorp_mangle\?[\s\S]*who calls zorp_mangle\?/);
  const screen = await ask(seat, "what is this project?", "Weighs boats in the harbour.");
  expect(screen).not.toContain("is named zorp_mangle");
  await ask(seat, "what can you do?", "I am no language model");
  await ask(seat, "/compact", "was condensed");
  await ask(seat, "thanks", "You are welcome");
  expect(await seat.screen()).not.toContain("The summary was rejected");
});

test("what is looked up stands on one line, and quoted code in its columns", async () => {
  const seat = await sitWithGuide({
    "cbl/TIDES.cbl": [
      "       IDENTIFICATION DIVISION.",
      "       PROGRAM-ID. TIDES.",
      "       PROCEDURE DIVISION.",
      "       1000-CLOSE-LOCK.",
      "      * The lock is closed at low water.",
      "           IF WATER-IS-LOW",
      "               PERFORM 2000-SHUT",
      "           END-IF.",
      "       2000-SHUT.",
      "           GOBACK.",
      "",
    ].join("\n"),
  });
  const screen = await ask(seat, "show the body of 1000-CLOSE-LOCK and who performs 2000-SHUT", "PERFORM 2000-SHUT");
  expect(screen).toMatch(/✓ \d+ look-ups; \/e 1 to \/e \d+ show each/);
  expect(screen).not.toContain("search_code");
  expect(screen).toMatch(/^ *\* The lock is closed at low water\.$/m);
  const columnOf = (text: string): number =>
    screen
      .split("\n")
      .find((line) => line.includes(text))
      ?.indexOf(text) ?? 0;
  expect(columnOf("PERFORM 2000-SHUT") - columnOf("IF WATER-IS-LOW")).toBe(4);
});

test("in plain lines what is looked up is one sentence", async () => {
  const seat = await sitWithGuide(SCALES, "--screen-reader");
  const screen = await ask(seat, "what is this project?", "Weighs boats in the harbour.");
  expect(screen).toMatch(/^\d+ look-ups; \/e 1 to \/e \d+ show each$/m);
  expect(screen).not.toContain("find_files");
});

test("a question that is asked while it works is answered after the one before it, not in place of it", async () => {
  const seat = await sitWithGuide({ ...SCALES, Makefile: "test:\n\tsh weigh-all.sh\n" });
  seat.type("what is this project?\r");
  seat.type("how do I run the tests?\r");
  const screen = await seat.until("weigh-all.sh");
  expect(screen).toMatch(
    /› what is this project\?[\s\S]*Weighs boats[\s\S]*› how do I run the tests\?[\s\S]*weigh-all/,
  );
});
