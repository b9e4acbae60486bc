import { ATTACKS, soakNames, soakSession } from "../test/soak/attacks.ts";
import { ANSWERS, type AnswerName, FORMATS, soakHeadless, soakTerminal } from "../test/soak/long-answers.ts";
import type { Soaked } from "../test/soak/run-soak.ts";
import type { Measurement } from "./measurement.ts";

/** Each round is ten calls, some 100 MB. */
const ROUNDS = Number(process.env["SOAK_ROUNDS"] ?? 20);

const NAMES = 200_000;

/** What hostile servers, files and commands cost: memory, and how long nothing else had a turn. */
export async function bench(): Promise<readonly Measurement[]> {
  const figures: Measurement[] = [];
  const long = [`a session of ${ROUNDS} hostile rounds`, () => soakSession(ROUNDS)] as const;
  const names = [`a folder of ${NAMES} names`, () => soakNames(NAMES)] as const;
  const answers = (Object.keys(ANSWERS) as AnswerName[]).flatMap((name) => [
    [`an answer at the terminal: ${name}`, () => soakTerminal(name, "all at once")] as const,
    ...FORMATS.map(
      (format) =>
        [`an answer as ${format}: ${name}`, () => soakHeadless(name, { format, pieces: "all at once" })] as const,
    ),
  ]);
  const attacks: readonly (readonly [string, () => Promise<Soaked>])[] = [
    ...[...Object.entries(ATTACKS), ...answers],
    ...[names, long],
  ];
  for (const [name, attack] of attacks) {
    const { rssMb, lagMs, busyMs, elapsedMs } = await attack();
    figures.push(
      { name: `${name}: memory`, value: rssMb, unit: "MB", target: "<= 300" },
      { name: `${name}: longest at a stretch`, value: busyMs, unit: "ms", target: "<= 200" },
      { name: `${name}: longest block, other programs' time too`, value: lagMs, unit: "ms" },
      { name: `${name}: in all`, value: elapsedMs, unit: "ms" },
    );
  }
  return figures;
}
