/** How a page asks for items of a batch; an export answers what is asked in these very words. */
export const itemsQuery = ({ state = "", words = "", from = 0 }): string =>
  new URLSearchParams({ state, words, from: String(from) }).toString();
