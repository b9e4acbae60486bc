import { expect, test } from "vitest";
import { rounds } from "../rounds.ts";
import { soakTwoSessions } from "../two-sessions/soak.ts";

/** The hour is `node scripts/soak-two-sessions.ts`. */
const MINUTES = rounds(0.25);

test("two sessions in one folder and a plan beside them, killed at random, lose nothing, do nothing twice and leave nothing", {
  timeout: 900_000,
}, async () => {
  const { violations, counts } = await soakTwoSessions({
    minutes: MINUTES,
    seed: Number(process.env["WAYMARK_SEED"] ?? 20261123),
    killSeconds: [3, 6],
    pauseMs: 100,
  });
  expect(violations).toEqual([]);
  // It proves something only where there was something to lose; how much, the machine decides.
  expect(counts.get("changes made")).toBeGreaterThan(0);
});
