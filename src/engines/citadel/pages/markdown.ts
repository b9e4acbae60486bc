import type { Place } from "../model.ts";
import { escapeMarkdown } from "../report/text-formats.ts";
import { type DocumentedPage, type Sentence, UNVERIFIED_NOTE, UNVERIFIED_TITLE } from "./documented-page.ts";
import type { PageCell, PageSection, Reference } from "./page.ts";

/** Where sources lie as a page sees them: a link to a line of a file; undefined where it has none. */
export type SourceLink = (page: string, place: Place) => string | undefined;

/** A page as Markdown. No text of the estate or of a model can become markup in it. */
export function renderMarkdownPage(documented: DocumentedPage, sourceLink: SourceLink): string {
  const { page, factsSha256, sentences, trouble } = documented;
  const writer = new PageWriter(page.path, sourceLink);
  const start = page.path === "index" ? [] : [`[Start](${relativeLink(page.path, "index")}) · ${page.kind}`];
  return `${[
    ...start,
    `# ${inline(page.title)}`,
    page.lead.map(([name, value]) => `- ${inline(name)}: ${writer.cell(value)}`).join("\n"),
    ...summary(sentences, writer),
    ...(trouble === undefined ? [] : [`> No summary: ${inline(trouble)}`]),
    ...page.sections.map((section) => writer.section(section)),
    `---\nMade by \`waymark document\` of facts \`${factsSha256.slice(0, 16)}\`.`,
  ]
    .filter((part) => part !== "")
    .join("\n\n")}\n`;
}

function summary(sentences: readonly Sentence[], writer: PageWriter): string[] {
  const verified = sentences.filter(({ kind }) => kind === "verified");
  const others = sentences.flatMap((sentence) => (sentence.kind === "unverified" ? [sentence] : []));
  const line = ({ text, cites }: Sentence): string => `${inline(text)} (${writer.cell({ places: cites })})`;
  return [
    ...(verified.length === 0 ? [] : [`## Summary\n\n${verified.map((each) => `- ${line(each)}`).join("\n")}`]),
    ...(others.length === 0
      ? []
      : [
          `> **${UNVERIFIED_TITLE}.** ${UNVERIFIED_NOTE}\n>\n${others
            .map((each) => `> - ${line(each)}: ${inline(each.why)}`)
            .join("\n")}`,
        ]),
  ];
}

class PageWriter {
  private readonly path: string;
  private readonly sourceLink: SourceLink;

  constructor(path: string, sourceLink: SourceLink) {
    this.path = path;
    this.sourceLink = sourceLink;
  }

  section({ title, columns, rows, note, diagram }: PageSection): string {
    const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
    return [
      `## ${inline(title)} (${rows.length})\n`,
      ...(note === "" ? [] : [`${inline(note)}\n`]),
      ...(diagram === undefined ? [] : [`\`\`\`mermaid\n${diagram.replaceAll("`", "'")}\n\`\`\`\n`]),
      row(columns.map(inline)),
      row(columns.map(() => "---")),
      ...rows.map((cells) => row(cells.map((cell) => this.cell(cell)))),
    ].join("\n");
  }

  cell(cell: PageCell): string {
    if (typeof cell !== "object") return inline(String(cell));
    if ("places" in cell) return cell.places.map((place) => this.place(place)).join(", ");
    return this.reference(cell);
  }

  private reference({ text, page, place }: Reference): string {
    const name = page === undefined ? inline(text) : `[${inline(text)}](${relativeLink(this.path, page)})`;
    return place === undefined ? name : `${name} ${this.place(place)}`;
  }

  private place(place: Place): string {
    const text = inline(`${place.file}:${place.line}`);
    const link = this.sourceLink(this.path, place);
    return link === undefined ? text : `[${text}](${link})`;
  }
}

/** One line, with nothing in it that Markdown would act on. */
const inline = (text: string): string => escapeMarkdown(text);

function relativeLink(from: string, to: string): string {
  return `${"../".repeat(from.split("/").length - 1)}${to}.md`;
}
