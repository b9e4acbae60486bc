import { asksOwnServer } from "../capability/local-servers.ts";
import { TALKS_TO_MACHINE } from "../dangers/services.ts";
import { trustedName } from "../proof.ts";
import type { Unit } from "../walk/unit.ts";

/**
 * The units of a line that starts something beside itself: what asks a server of this machine behind that means this one, and needs no
 * network but the line's own.
 */
export function withOwnServers(units: readonly Unit[]): readonly Unit[] {
  const first = units.findIndex(({ part }) => part.isBackground);
  if (first < 0) return units;
  return units.map((unit, at) => (at > first && asksServer(unit) ? { ...unit, class: "unknown" } : unit));
}

/** The same where a sandbox closes every other network. */
export const inOwnNetwork = (units: readonly Unit[]): readonly Unit[] =>
  units.map((unit) =>
    unit.danger?.text === TALKS_TO_MACHINE && unit.class !== "network" ? { ...unit, danger: undefined } : unit,
  );

const asksServer = ({ danger, words }: Unit): boolean =>
  danger?.text === TALKS_TO_MACHINE && asksOwnServer(trustedName(words[0]), words.slice(1));
