import { asksForErrorClasses } from "../answers/outlines/error-classes.ts";
import { type KnownMessage, messageIn, withoutStopsInQuotes } from "../answers/quoting/messages.ts";
import type { Folder } from "../folder.ts";
import type { Looking } from "../looking.ts";
import { splitParts } from "../reading/parts.ts";
import { IT } from "../reading/pronoun.ts";
import { reworded } from "../reading/reworded.ts";

export interface PromptParts {
  readonly parts: readonly string[];
  /** A text of the code that it holds: a full stop in one parts nothing. */
  readonly message: KnownMessage | undefined;
  /** Whether its two parts may be asked as one, as the second speaks of "it". */
  readonly mayBeOne: boolean;
}

/** The parts of a prompt, and the message of the code that it holds. */
export function* partsOf(prompt: string, folder: Folder): Looking<PromptParts> {
  const message = yield* messageIn(prompt, folder);
  // One list tells which errors there are and what they are made from.
  if (!message && asksForErrorClasses(prompt)) return { parts: [prompt], message, mayBeOne: false };
  const split = splitParts(message ? withoutStopsInQuotes(prompt) : reworded(prompt, folder.paths));
  const parts = message ? split : split.map((part) => reworded(part, folder.paths));
  return { parts, message, mayBeOne: message === undefined && parts.length === 2 && IT.test(parts[1] ?? "") };
}
