import type { Agent } from "../../../app/agent.ts";
import { cleanText } from "../clean-event.ts";
import { words } from "../words/words.ts";
import type { TypedQueue } from "./typed-queue.ts";

const TEXTS_MAX = 5;
const TEXT_CHARS_MAX = 200;

/** Keeps with the session what a person typed and nobody has read. @returns what is said of it when they leave */
export async function leftUnsent(agent: Agent, unsent: readonly string[]): Promise<readonly string[]> {
  const isKept = await agent.unsent.keep(unsent);
  if (unsent.length === 0) return [];
  const shown = unsent
    .slice(0, TEXTS_MAX)
    .map((text) => `  ${cleanText(text).replace(/\s+/g, " ").slice(0, TEXT_CHARS_MAX)}`);
  const more = unsent.length > TEXTS_MAX ? [`  ${words("more.count", { count: unsent.length - TEXTS_MAX })}`] : [];
  return [words(isKept ? "unsent.kept" : "unsent.lost", { count: unsent.length }), ...shown, ...more];
}

interface OfferPlace {
  readonly queue: TypedQueue;
  readonly view: { warn(text: string): void };
  readonly typed?: string;
}

/**
 * What was kept with the session when it was left, or its program killed, is the person's again.
 * @returns what stands there now; undefined where nothing was kept
 */
export function offerUnsent(agent: Agent, { queue, view, typed = "" }: OfferPlace): string | undefined {
  const unsent = agent.unsent.takeOffered();
  if (unsent.length === 0) return undefined;
  view.warn(words("unsent.offered", { count: unsent.length }));
  return queue.giveBack([...unsent, typed]);
}

/** What is said of commands in the background, which end with the session. */
export async function leftBehind(agent: Agent): Promise<readonly string[]> {
  const told = await Array.fromAsync(agent.commands.end());
  return told.flatMap((event) => (event.type === "note" ? cleanText(event.text) : []));
}
