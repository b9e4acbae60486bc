import { withoutEnclosed } from "../../base/enclosed.ts";

/**
 * What a README says the project is, in a few words: its title, its first paragraph and the names of its sections; badges, markup,
 * examples and the rest are left out.
 * @param charsMax  of the digest, in UTF-16 units
 * @returns         "" where it says nothing
 */
export function readmeDigest(text: string, charsMax: number): string {
  const prose = proseOf(text.slice(0, READ_CHARS_MAX));
  const headings = [...prose.matchAll(/^(#{1,6})\s+(.+)$|^(.+)\n(={3,}|-{3,})$/gm)]
    .map(([, marks, marked, underlined, line = ""]) => ({
      level: marks?.length ?? (line.startsWith("=") ? 1 : 2),
      words: headingWords(marked ?? underlined ?? ""),
    }))
    .filter(({ words }) => words !== "");
  const [title, ...sections] = headings;
  const lines = [title === undefined ? "" : `# ${title.words}`, firstParagraph(prose)].filter((line) => line !== "");
  const listed = sections.length === 0 ? [] : [`Sections: ${highest(sections).join(", ")}`];
  const digest = [...lines, ...listed].join("\n");
  return digest.length > charsMax ? `${digest.slice(0, charsMax - 1).trimEnd()}…` : digest;
}

/** Far more than a few words are taken from. */
const READ_CHARS_MAX = 32_000;

interface Heading {
  readonly level: number;
  readonly words: string;
}

/** More names than these tell less: then those of the deepest levels are left out. */
const SECTIONS_MAX = 12;

function highest(sections: readonly Heading[]): readonly string[] {
  const levels = [...new Set(sections.map(({ level }) => level))].sort((one, other) => one - other);
  const upTo = (most: number): readonly Heading[] => sections.filter(({ level }) => level <= most);
  const deepest = levels.findLast((level) => upTo(level).length <= SECTIONS_MAX) ?? levels[0] ?? 0;
  return upTo(deepest).map(({ words }) => words);
}

/** What a README calls the project: its first heading, where that stands above all others; undefined where it has none such. */
export function readmeTitle(text: string): string | undefined {
  const [, marks = "#", marked, underlined] =
    /^(#{1,6})\s+(.+)$|^(.+)\n={3,}$/m.exec(proseOf(text.slice(0, READ_CHARS_MAX))) ?? [];
  const title = headingWords(marked ?? underlined ?? "");
  return marks === "#" && title !== "" ? title : undefined;
}

/** Without code and comments. */
function proseOf(text: string): string {
  const code = withoutEnclosed(
    text.replace(/\r\n?/g, "\n"),
    /^(```|~~~)/gm,
    ([, mark = ""]) => new RegExp(`^${mark}.*$`, "gm"),
  );
  return withoutEnclosed(code, /<!--/g, () => /-->/g);
}

/** The first paragraph with words of its own, on one line. */
export function firstParagraph(text: string): string {
  const paragraphs = text.split(/\n\s*\n/).map((block) => {
    const lines = block.split("\n").filter((line) => !/^\s*(?:#{1,6}\s|[=-]{3,}\s*$|\|)/.test(line));
    return plainWords(lines.join(" ").replace(/^\s*>\s?/, ""));
  });
  return (
    paragraphs.find((words) => words.split(" ").length >= WORDS_MIN) ?? paragraphs.find((words) => words !== "") ?? ""
  );
}

/** Fewer are mostly the text of a badge or a row of links: taken only where nothing else is said. */
const WORDS_MIN = 4;

/** Also without the marks that may end a heading. */
const headingWords = (markdown: string): string => plainWords(markdown).replace(/ ?(?<!#)#+$/, "");

/** Where a link leads. A bracket that nothing closes ends the search, so that each is read over once. */
const TARGET = String.raw`(?:\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\])`;
const IMAGE = new RegExp(String.raw`!\[[^\][]*\]${TARGET}`, "g");
const LINK = new RegExp(String.raw`\[([^\][]*)\]${TARGET}`, "g");

/** Without images, tags and the addresses of links. */
function plainWords(markdown: string): string {
  return markdown
    .replace(IMAGE, "")
    .replace(/<[^<>]*>/g, "")
    .replace(LINK, "$1")
    .replace(/\s+/g, " ")
    .trim();
}
