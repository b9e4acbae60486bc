import { ATTACKS } from "../test/soak.ts";
import type { Measurement } from "./measurement.ts";

/** What hostile servers, files and commands cost: memory, and how long nothing else had a turn. */
export async function bench(): Promise<readonly Measurement[]> {
  const figures: Measurement[] = [];
  for (const [name, attack] of Object.entries(ATTACKS)) {
    const { rssMb, lagMs, elapsedMs } = await attack();
    figures.push(
      { name: `${name}: memory`, value: rssMb, unit: "MB", target: "<= 300" },
      { name: `${name}: longest block`, value: lagMs, unit: "ms", target: "<= 200" },
      { name: `${name}: in all`, value: elapsedMs, unit: "ms" },
    );
  }
  return figures;
}
