/** Where the line begins in which an offset stands. `lastIndexOf` takes a place before the text for its first letter, which may end a line. */
export const lineStartOf = (text: string, at: number): number => (at <= 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1);
