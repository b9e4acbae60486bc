/** Extensions that say nothing of what is in the file: members as they come from a transfer, and tables. */
const VAGUE = /^(?:|\.(?:txt|src|mbr|member|inc|include|text|lst|csv|\d+))$/i;

/** The extension of a path with its dot, lower case; empty when there is none. */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot).toLowerCase();
}

/** Whether only the text can tell the language of such a file. */
export const isVague = (path: string): boolean => VAGUE.test(extensionOf(path));
