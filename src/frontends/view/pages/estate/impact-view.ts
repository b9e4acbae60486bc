import { get } from "../request.ts";
import { say } from "../say.ts";
import { h } from "./dom.ts";
import type { PageData } from "./page-data.ts";
import type { SourceView } from "./source-view.ts";

/** What would a change of a name touch, and of a field's PICTURE lose: as `waymark code impact` answers. */
export function impactView(data: PageData, source: SourceView): HTMLElement {
  const name = h("input", { type: "search", placeholder: say`Field, program, table …`, ariaLabel: say`Name` });
  const picture = h("input", {
    type: "text",
    placeholder: say`New PICTURE, as 9(7)V99`,
    ariaLabel: say`New PICTURE of a field`,
  });
  const found = h("pre", { tabIndex: 0, className: "answer", role: "region", ariaLabel: say`Answer` });
  const said = h("p", { className: "note", role: "status" });
  let questions = 0;
  const ask = async (): Promise<void> => {
    const question = ++questions;
    said.textContent = say`Looking …`;
    found.replaceChildren();
    const query = new URLSearchParams({ name: name.value, to: picture.value });
    try {
      const { text } = await get<{ readonly text: string }>(`/api/estate/impact?${query}`);
      // Something else was asked meanwhile.
      if (question !== questions) return;
      said.textContent = "";
      found.append(...withPlaces(text, data, source));
    } catch (error) {
      if (question === questions) said.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  const form = h("form", { className: "bar" }, name, picture, h("button", { textContent: say`What if?` }));
  form.onsubmit = (event) => {
    event.preventDefault();
    void ask();
  };
  const note = h("p", {
    className: "note",
    textContent: say`What a change would touch; with a PICTURE, which statements would lose something.`,
  });
  return h("section", {}, h("h2", { textContent: say`Impact` }), note, form, said, found);
}

/** The text, each `FILE:LINE` of the estate in it a link to that line. */
function withPlaces(text: string, data: PageData, source: SourceView): (Node | string)[] {
  const files = new Map(data.files.map((path, index) => [path, index]));
  return text.split(/(\S+:\d+)/).map((piece) => {
    const [, path = "", line = ""] = /^\W*?([\w./#@$-]+):(\d+)$/.exec(piece) ?? [];
    const file = files.get(path);
    return file === undefined ? piece : source.link(piece, file, Number(line));
  });
}
