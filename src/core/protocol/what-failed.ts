import type { ModelFailure } from "./outcome.ts";

/** What failed, for where it is tried again by itself: without the advice that a person sends the prompt again. */
export const whatFailed = ({ message }: Pick<ModelFailure, "message">): string =>
  message.replace(/; (?:[^;]* )?send the prompt again[^;]*$/, ".");
