import { h } from "./dom.ts";
import type { PageCell, PageData } from "./page-data.ts";

/** Lines that are put on the page around the one that was asked for. */
const LINES_AROUND = 1500;

/** The panel that shows a file's text with one line marked. */
export class SourceView {
  readonly element = h("aside", { id: "source", hidden: true });
  private readonly data: PageData;

  constructor(data: PageData) {
    this.data = data;
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
        this.show(file, line);
      },
    });
  }

  cell(value: PageCell | undefined): Node | string {
    return typeof value === "object" ? this.link(...value) : String(value ?? "");
  }

  show(file: number, line: number): void {
    const path = this.data.files[file] ?? "?";
    const source = this.data.sources[file];
    const close = h("button", { textContent: "Close", className: "close", onclick: () => this.hide() });
    const head = h("header", {}, h("strong", { textContent: `${path}:${line}` }), close);
    this.element.hidden = false;
    document.body.classList.add("with-source");
    if (source === null || source === undefined) {
      this.element.replaceChildren(head, h("p", { textContent: "The text of this file is not in the report." }));
      return;
    }
    const lines = source.split("\n");
    const first = Math.max(0, line - LINES_AROUND);
    const list = h("ol", { start: first + 1 });
    for (const [index, text] of lines.slice(first, line + LINES_AROUND).entries())
      list.append(
        h("li", { textContent: text.replace(/\r$/, ""), className: first + index + 1 === line ? "marked" : "" }),
      );
    this.element.replaceChildren(head, list);
    list.querySelector(".marked")?.scrollIntoView({ block: "center" });
  }

  hide(): void {
    this.element.hidden = true;
    document.body.classList.remove("with-source");
  }
}
