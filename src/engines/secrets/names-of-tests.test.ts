import { expect, test } from "vitest";
import { numbersOf } from "../../../test/random.ts";
import { redactSecrets } from "./redactor.ts";

const WORDS =
  "version segments user cart login password token parse empty list secret handles unicode key retry node".split(" ");
const random = numbersOf(7);
const one = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
const upper = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
const some = (): readonly string[] => Array.from({ length: 2 + Math.floor(random() * 3) }, () => one(WORDS));
const number = (): number => Math.floor(random() * 300);
const hex = (length: number): string => Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join("");
const letters = (length: number): string =>
  Array.from({ length }, () => one([..."ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789"])).join("");

const camel = (): string => `Test${some().map(upper).join("")}${number()}`;
const snake = (): string => `test_${some().join("_")}_${number()}`;
/** What runners of many languages say, and other lines full of names and numbers. */
const HARMLESS: readonly (() => string)[] = [
  () => `--- PASS: ${camel()} (0.0${number()}s)`,
  () => `    --- PASS: ${camel()}/${snake()} (0.00s)`,
  () => `PASS: ${snake()}.sh`,
  () => `XPASS: gcc.dg/${snake()}.c (test for excess errors)`,
  () => `PASS src/${some().join("-")}${number()}.test.ts`,
  () => `tests/${snake()}.py::${snake()} PASSED [ 12%]`,
  () => `test ${some().join("::")}${number()} ... ok`,
  () => `ok ${number()} - ${some().join(" ")}`,
  () => `[       OK ] ${camel()}.${camel()} (1 ms)`,
  () => `commit ${hex(40)}`,
  () => `index ${hex(7)}..${hex(7)} 100644`,
  () => `func ${camel()}(t *testing.T) {`,
];
const SECRET: readonly ((value: string) => string)[] = [
  (value) => `PASS=${value}`,
  (value) => `pass: ${value}`,
  (value) => `password: ${value}`,
  (value) => `PASS: ${value}`,
  (value) => `DB_PASSWORD=${value}`,
  (value) => `api_key = "${value}"`,
];

test("what a runner of tests says, and names and hashes beside it, stay as they are", () => {
  for (const line of Array.from({ length: 400 }, () => one(HARMLESS)())) expect(redactSecrets(line)).toBe(line);
});

test("a value drawn by lot is hidden in every way to write it down", () => {
  for (let made = 0; made < 300; made++) {
    const value = `${letters(22)}7Q`;
    expect(redactSecrets(one(SECRET)(value))).not.toContain(value);
  }
});

const lettersAlone = (alphabet: string): string => Array.from({ length: 24 }, () => one([...alphabet])).join("");
const NAMED: readonly ((value: string) => string)[] = [
  (value) => `DB_PASSWORD=${value}`,
  (value) => `export API_TOKEN=${value}`,
  (value) => `password: "${value}"`,
];
const SPOKEN =
  "connection database environment variable placeholder manager provider from settings request handler user account session store loader".split(
    " ",
  );

test("letters drawn by lot are hidden without a digit among them, and words one behind the other are not", () => {
  for (const alphabet of ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]) {
    const shown = Array.from({ length: 300 }, () => lettersAlone(alphabet)).filter((value) =>
      redactSecrets(one(NAMED)(value)).includes(value),
    );
    expect(shown.length).toBeLessThan(30);
  }
  for (let made = 0; made < 300; made++) {
    const words = Array.from({ length: 2 + Math.floor(random() * 3) }, () => one(SPOKEN));
    for (const value of [words.join(""), words.map(upper).join(""), words.join("").toUpperCase()])
      for (const named of NAMED) expect(redactSecrets(named(value))).toBe(named(value));
  }
});
