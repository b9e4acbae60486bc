import { expect, test } from "vitest";
import { rounds } from "../rounds.ts";
import { drillKills } from "./kill-drill.ts";

/** How many runs are killed: behind each line of a run once, and as often at a moment of its time; the fault runner takes more. */
const KILLS = Number(process.env["WAYMARK_KILLS"] ?? rounds(8));

test(
  `after a kill at any of ${KILLS} moments the log holds all that was shown, loads, and goes on`,
  async () => {
    const { killed, shown, continued, lost, broken, unpaired } = await drillKills({ kills: KILLS, workers: 2 });
    expect({ lost, broken, unpaired }).toEqual({ lost: [], broken: [], unpaired: [] });
    // The test proves something only if kills did land within runs, before and after something was shown.
    expect(killed).toBeGreaterThan(KILLS / 4);
    expect(shown).toBeGreaterThan(KILLS);
    expect(continued).toBeGreaterThan(KILLS / 4);
  },
  120_000 + KILLS * 5_000,
);
