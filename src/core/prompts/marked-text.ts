/**
 * A text of others between marks, for a model that knows only texts. What it holds cannot end it: where it has the mark that closes, in
 * any spelling, the opening says another that it does not have.
 * @param attributes  of the opening mark, without a blank before them
 */
export function markedText(name: string, attributes: string, text: string): string {
  if (!new RegExp(`</${name}\\b`, "i").test(text)) return `<${name} ${attributes}>\n${text}\n</${name}>`;
  const held = new Set(
    [...text.matchAll(new RegExp(`</${name}-(\\d{1,9})`, "gi"))].map(([, number]) => Number(number)),
  );
  let free = 1;
  while (held.has(free)) free++;
  return `<${name} ${attributes} ends="</${name}-${free}>">\n${text}\n</${name}-${free}>`;
}
