import { expect, onTestFinished, test } from "vitest";
import { makePlace } from "../e2e/run-waymark.ts";
import { Seat } from "./pseudo-terminal.ts";
import { ask } from "./sit-down.ts";

async function sitWithGuide(): Promise<Seat> {
  const place = makePlace({ "README.md": "# Scales\n\nWeighs boats in the harbour.\n" });
  const seat = new Seat(["-m", "offline/guide"], { ...place, environment: { WAYMARK_SANDBOX: "off" } });
  onTestFinished(() => {
    seat.close();
    place.remove();
  });
  await seat.until("offline/guide");
  return seat;
}

test("what a person ran is no question of the next prompt, and a compaction without a model loses nothing", async () => {
  const seat = await sitWithGuide();
  await ask(seat, "!echo who calls zorp_mangle?", /who calls zorp_mangle\?[\s\S]*who calls zorp_mangle\?/);
  const screen = await ask(seat, "what is this project?", "Weighs boats in the harbour.");
  expect(screen).not.toContain("is named zorp_mangle");
  await ask(seat, "what can you do?", "I am no language model");
  await ask(seat, "/compact", "was condensed");
  await ask(seat, "thanks", "You are welcome");
  expect(await seat.screen()).not.toContain("The summary was rejected");
});
