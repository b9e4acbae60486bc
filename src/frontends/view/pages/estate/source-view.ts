import { say } from "../say.ts";
import { h } from "./dom.ts";
import type { PageCell, PageData } from "./page-data.ts";

/** The text of a file by its index; null where it is not to be had. */
export type TextOf = (file: number) => Promise<string | null>;

/** Lines that are put on the page around the one that was asked for. */
const LINES_AROUND = 1500;

/** Facts that stand beside one line at most. */
const FACTS_MAX = 6;

/** The panel that shows a file's text with one line marked, and beside each line what is known of it. */
export class SourceView {
  readonly element = h("aside", { id: "source", hidden: true });
  private readonly data: PageData;
  private readonly textOf: TextOf;
  /** Which file and line was asked for last: a text that comes later than the next question is not shown. */
  private asked = 0;

  constructor(data: PageData, textOf: TextOf) {
    this.data = data;
    this.textOf = textOf;
  }

  /** A link that opens the file at the line. */
  link(text: string, file: number, line: number): HTMLAnchorElement {
    const place = `${this.data.files[file] ?? "?"}:${line}`;
    return h("a", {
      textContent: text === "" ? "·" : text,
      title: place,
      href: "#",
      className: "place",
      onclick: (event) => {
        event.preventDefault();
        void this.show(file, line);
      },
    });
  }

  cell(value: PageCell | undefined): Node | string {
    return typeof value === "object" ? this.link(...value) : String(value ?? "");
  }

  async show(file: number, line: number): Promise<void> {
    const asked = ++this.asked;
    const path = this.data.files[file] ?? "?";
    const close = h("button", { textContent: say`Close`, className: "close", onclick: () => this.hide() });
    const head = h("header", {}, h("strong", { textContent: `${path}:${line}` }), close);
    this.element.hidden = false;
    document.body.classList.add("with-source");
    const source = await this.textOf(file).catch((error: unknown) => ({ why: String(error) }));
    if (asked !== this.asked) return;
    if (source === null || typeof source === "object") {
      const why = source?.why ?? say`The text of this file is not in the report.`;
      this.element.replaceChildren(head, h("p", { textContent: why }));
      return;
    }
    const lines = source.split("\n");
    const first = Math.max(0, line - LINES_AROUND);
    const facts = this.factsOf(file);
    const list = h("ol", { start: first + 1 });
    for (const [index, text] of lines.slice(first, line + LINES_AROUND).entries()) {
      const at = first + index + 1;
      const item = h("li", { textContent: text.replace(/\r$/, ""), className: at === line ? "marked" : "" });
      const known = facts.get(at);
      if (known !== undefined)
        item.append(h("small", { className: "fact", textContent: known.slice(0, FACTS_MAX).join(" · ") }));
      list.append(item);
    }
    this.element.replaceChildren(head, list);
    list.querySelector(".marked")?.scrollIntoView({ block: "center" });
  }

  /** What begins or is used at each line of a file, in the words of the map. */
  private factsOf(file: number): ReadonlyMap<number, readonly string[]> {
    const facts = new Map<number, string[]>();
    const add = (line: number, fact: string): void => {
      const known = facts.get(line) ?? [];
      if (!known.includes(fact)) facts.set(line, [...known, fact]);
    };
    const nameOf = (node: number): string => this.data.nodes[node]?.[0] ?? "?";
    for (const [name, kind, at, line] of this.data.nodes) if (at === file) add(line, `${kind} ${name}`);
    for (const [from, to, kind, at, line, found] of this.data.edges)
      if (at === file) add(line, `${nameOf(from)} ${kind} ${nameOf(to)}${found === "exact" ? "" : ` (${found})`}`);
    return facts;
  }

  hide(): void {
    this.element.hidden = true;
    document.body.classList.remove("with-source");
  }
}
