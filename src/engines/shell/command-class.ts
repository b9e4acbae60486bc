import { capabilityOf } from "./capability.ts";
import type { Danger, DangerCode } from "./dangers/danger.ts";
import type { Part } from "./part.ts";
import type { CommandClass, CommandPolicyOptions } from "./policy-types.ts";

const CLASS_OF_DANGER: Record<DangerCode, CommandClass> = {
  D1: "irreversible",
  D2: "irreversible",
  D3: "irreversible",
  D4: "irreversible",
  D5: "network",
  D6: "irreversible",
  D7: "write-outside",
  D8: "irreversible",
  D9: "irreversible",
  D10: "irreversible",
  D11: "irreversible",
  D12: "write-outside",
  unresolved: "unknown",
};

/** What a command touches, for people and for modes that treat kinds alike. */
export function classOf(part: Part, danger: Danger | undefined, options: CommandPolicyOptions): CommandClass {
  if (danger) return CLASS_OF_DANGER[danger.code];
  return capabilityOf(part, options)?.class ?? "unknown";
}
