import { ENGLISH as MESSAGES } from "./english.ts";
import { ENGLISH_COMMANDS } from "./english-commands.ts";
import { ENGLISH_START } from "./english-start.ts";

const ENGLISH = { ...MESSAGES, ...ENGLISH_COMMANDS, ...ENGLISH_START } as const;

export type WordKey = keyof typeof ENGLISH;

/** The parameters that a message names: `{file}`, or `{count|one file|many files}`, which says the word for the number. */
type Parameters<Message extends string> = Message extends `${string}{${infer Slot}}${infer Rest}`
  ? SlotName<Slot> | Parameters<Rest>
  : never;
type SlotName<Slot extends string> = Slot extends `${infer Name}|${string}` ? Name : Slot;
type Values<Key extends WordKey> = [Parameters<(typeof ENGLISH)[Key]>] extends [never]
  ? []
  : [values: Readonly<Record<Parameters<(typeof ENGLISH)[Key]>, string | number>>];

let catalogue: Readonly<Record<WordKey, string>> = ENGLISH;

/** A message in the language that was chosen. */
export function words<Key extends WordKey>(key: Key, ...[values]: Values<Key>): string {
  // Most messages have none, and some are said for each piece of a stream.
  if (values === undefined) return catalogue[key];
  const known: Readonly<Record<string, string | number>> = values;
  return catalogue[key].replace(
    /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g,
    (_, name: string, one?: string, many?: string) => {
      const value = known[name] ?? "";
      return one === undefined ? String(value) : ((value === 1 ? one : many) ?? "");
    },
  );
}

/** A message whose key is made of data; undefined where the catalogue has none. */
export function wordsFor(key: string): string | undefined {
  return key in catalogue ? catalogue[key as WordKey] : undefined;
}

/** In whose words it is said; in English where there are none. */
export function useCatalogue(messages: Readonly<Record<WordKey, string>> = ENGLISH): void {
  catalogue = messages;
}
