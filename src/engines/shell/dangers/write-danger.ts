import { LOST, NAMED, vitalOf } from "../floor/vital.ts";
import { isLiteral, type ShellWord } from "../words.ts";
import { type Danger, type DangerContext, danger, place, unresolved } from "./danger.ts";

/** Why writing this file is not free, or undefined when it is an ordinary file. */
export function writeDanger(target: ShellWord, context: DangerContext): Danger | undefined {
  const meant =
    isLiteral(target) || target.standsFor === undefined ? undefined : writeDanger(target.standsFor, context);
  if (meant !== undefined) return meant;
  if (!isLiteral(target)) return unresolved(`what ${target.text} names is not known before it runs`);
  const where = place(target, context);
  const vital = vitalOf(target, context);
  if (vital !== undefined && LOST.write.includes(vital))
    return { ...danger("D1", `it overwrites ${NAMED[vital]} (${target.text})`), isCatastrophic: true };
  if (where.isProtected) return danger("D12", `${target.text} starts programs or holds configuration`);
  if (where.region === "device" || where.region === "endless") return danger("D6", `${target.text} is a device`);
  if (where.region === "network") return danger("D5", `${target.text} is a network connection`);
  if (where.region === "unknown") return unresolved(`where ${target.text} lies is not known before it runs`);
  if (where.region === "outside" || where.region === "above" || where.region === "facts")
    return danger(
      "D13",
      `${target.text} ${where.path === undefined ? "may lead outside" : "is outside"} the workspace`,
    );
  return undefined;
}
