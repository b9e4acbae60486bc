const ENTITIES: Readonly<Record<string, string>> = { quot: '"', lt: "<", gt: ">", amp: "&", nbsp: " " };

/** A label without quotes, line breaks of HTML and entities; Mermaid writes characters of its own syntax as `#34;`. */
export function plainLabel(text: string): string {
  return text
    .trim()
    .replace(/^"([\s\S]*)"$/, "$1")
    .replace(/<br\s*\/?>/gi, " ")
    .replace(/[#&](\w{1,8});/g, (source, name: string) => ENTITIES[name] ?? characterOf(name) ?? source)
    .replace(/\s+/g, " ")
    .trim();
}

/** Of a decimal number; undefined for controls, surrogates and what is no number. */
function characterOf(number: string): string | undefined {
  const code = /^\d+$/.test(number) ? Number(number) : 0;
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code > 31 && code <= 0x10ffff && !isSurrogate ? String.fromCodePoint(code) : undefined;
}
