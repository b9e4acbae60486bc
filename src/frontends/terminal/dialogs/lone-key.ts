/** How long a letter stands alone before it is an answer: in words the next one has come by then. */
export const LONE_KEY_MS = 300;

export interface LoneKey {
  type(text: string): void;
  /** What waits is meant as it stands. @returns whether anything waited */
  settle(): boolean;
  drop(): void;
}

/** Tells a letter that answers from the first one of a sentence; the same letter again is one that was pressed too long. */
export function createLoneKey(onAlone: (text: string) => void, onWords: (text: string) => void): LoneKey {
  let held: { readonly text: string; readonly timer: NodeJS.Timeout } | undefined;
  const drop = (): void => {
    clearTimeout(held?.timer);
    held = undefined;
  };
  const settle = (): boolean => {
    const { text } = held ?? {};
    drop();
    if (text !== undefined) onAlone(text);
    return text !== undefined;
  };
  return {
    type(text) {
      const before = held === undefined || held.text === text ? "" : held.text;
      drop();
      if (Array.from(before + text).length > 1) onWords(before + text);
      else held = { text, timer: setTimeout(settle, LONE_KEY_MS) };
    },
    settle,
    drop,
  };
}
