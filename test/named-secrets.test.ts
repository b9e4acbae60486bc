import { expect, test } from "vitest";
import { maskAcross, mayNeedLinesAbove, secretsAcrossLines } from "../src/engines/secrets/across-lines.ts";
import { redactSecrets } from "../src/engines/secrets/redactor.ts";
import { shownDiff } from "../src/engines/secrets/shown-diff.ts";
import { SPEAKING, writtenSecrets, writtenStandIns } from "./named-secrets.ts";
import { type Random, randomOf } from "./random.ts";
import { rounds } from "./rounds.ts";

/** How a text reaches a model: as it is, a line as a search shows it, a page that begins behind a line, a change. */
const DOORS: Readonly<Record<string, (text: string, random: Random) => string>> = {
  whole: (text) => redactSecrets(text),
  "with other line ends": (text) => redactSecrets(text.replaceAll("\n", "\r\n")),
  numbered: (text) => redactSecrets(text.replace(/^/gm, () => "12\t")),
  added: (text) => redactSecrets(text.replace(/^/gm, () => "+")),
  searched: (text, random) => {
    const line = random.pick(text.split("\n"));
    const own = redactSecrets(line);
    return mayNeedLinesAbove(own) ? maskAcross(own, secretsAcrossLines(text)) : own;
  },
  paged: (text, random) => {
    const lines = text.split("\n");
    return redactSecrets(maskAcross(lines.slice(random.below(lines.length)).join("\n"), secretsAcrossLines(text)));
  },
  changed: (text) => redactSecrets(shownDiff("a.txt", text, `${text}the end\n`).patch),
};
const AROUND = ["", "\n", "a line of text\n\n", `${"import { one } from two;\n".repeat(40)}\n`];
const PART_LENGTH = 6;
/** What lot throws may read like a word; and one pair in a thousand of a value and a notation reads otherwise. */
const MISSES_MAX = 0.004;

test("a value that is drawn by lot is masked whole, whatever notation gives it a name, at each door", () => {
  const misses: string[] = [];
  let count = 0;
  for (let seed = 1; seed <= rounds(60); seed++) {
    const random = randomOf(seed);
    for (const { claim, text, value } of writtenSecrets(random)) {
      const [door, show] = random.pick(Object.entries(DOORS));
      const shown = show(`${random.pick(AROUND)}${text}\n\n${random.pick(AROUND)}`, random);
      const parts = Array.from({ length: value.length - PART_LENGTH + 1 }, (_, at) =>
        value.slice(at, at + PART_LENGTH),
      );
      count++;
      if (parts.some((part) => shown.includes(part))) misses.push(`${claim}, ${door}: ${text}`);
    }
  }
  expect(misses.length > count * MISSES_MAX ? misses : []).toEqual([]);
});

test("no notation is left out", () => {
  const missed = new Map<string, number>();
  for (let seed = 1; seed <= rounds(20); seed++)
    for (const { claim, text, value } of writtenSecrets(randomOf(seed)))
      if (redactSecrets(`${text}\n`).includes(value)) missed.set(claim, (missed.get(claim) ?? 0) + 1);
  expect([...missed].filter(([, times]) => times > rounds(20) / 5)).toEqual([]);
});

test("what stands for a value is no secret in any of them", () => {
  for (let seed = 1; seed <= rounds(60); seed++)
    for (const { text } of writtenStandIns(randomOf(seed))) expect(redactSecrets(`${text}\n`)).toBe(`${text}\n`);
});

test.each(SPEAKING)("what speaks of secrets stays as it is: %s", (text) => {
  expect(redactSecrets(`${text}\n`)).toBe(`${text}\n`);
});

test("a value is masked in each row of a table, however long that is", () => {
  const row = (at: number): string => `bob${at},aB3x${(at * 7919).toString(36)}K9mQ2,7`;
  const text = `user,password,age\n${Array.from({ length: 3_000 }, (_, at) => row(at)).join("\n")}\n`;
  expect(redactSecrets(text)).not.toContain("K9mQ2");
  expect(maskAcross(row(2_999), secretsAcrossLines(text))).not.toContain("K9mQ2");
});
