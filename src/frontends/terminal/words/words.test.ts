import { afterEach, expect, test } from "vitest";
import { ENGLISH as MESSAGES } from "./english.ts";
import { ENGLISH_COMMANDS } from "./english-commands.ts";
import { ENGLISH_START } from "./english-start.ts";
import { PORTUGUESE as MENSAGENS } from "./portuguese.ts";
import { PORTUGUESE_COMMANDS } from "./portuguese-commands.ts";
import { PORTUGUESE_START } from "./portuguese-start.ts";
import { speak } from "./speak.ts";
import { words, wordsFor } from "./words.ts";

const ENGLISH = { ...MESSAGES, ...ENGLISH_COMMANDS, ...ENGLISH_START };
const PORTUGUESE = { ...MENSAGENS, ...PORTUGUESE_COMMANDS, ...PORTUGUESE_START };

afterEach(() => speak("en"));

const slots = (message: string): readonly string[] =>
  [...new Set([...message.matchAll(/\{(\w+)(?:\|[^}]*)?\}/g)].map((found) => found[1] ?? ""))].sort();

test("every message is there in each language, with the same parameters", () => {
  expect(Object.keys(PORTUGUESE).sort()).toEqual(Object.keys(ENGLISH).sort());
  const bySlots = (catalogue: Readonly<Record<string, string>>) =>
    Object.entries(catalogue).map(([key, message]) => [key, slots(message)]);
  expect(Object.fromEntries(bySlots(PORTUGUESE))).toEqual(Object.fromEntries(bySlots(ENGLISH)));
});

test("no message is empty, and no brace is left that means nothing", () => {
  for (const catalogue of [ENGLISH, PORTUGUESE])
    for (const message of Object.values(catalogue)) {
      expect(message.trim()).not.toBe("");
      expect(message.replace(/\{\w+(?:\|[^|}]*\|[^}]*)?\}/g, "")).not.toMatch(/[{}]/);
    }
});

test("a message is said in the chosen language, with the word for the number", async () => {
  expect(words("tasks.steps", { steps: 1 })).toBe("1 step");
  expect(words("tasks.steps", { steps: 2 })).toBe("2 steps");
  await speak("pt");
  expect(words("tasks.steps", { steps: 2 })).toBe("2 passos");
  expect(words("approval.session", { rule: "shell($1 {a})" })).toBe("Sempre nesta sessão: shell($1 {a})");
});

test("every command of ours says what it does", async () => {
  const { SLASH_COMMANDS } = await import("../slash/index.ts");
  expect(SLASH_COMMANDS.filter(({ name }) => !wordsFor(`help.${name}`)).map(({ name }) => name)).toEqual([]);
});
