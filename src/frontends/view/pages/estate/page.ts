import { decoded, get, keepToken } from "../request.ts";
import { say } from "../say.ts";
import { h } from "./dom.ts";
import { GraphView } from "./graph-view.ts";
import { impactView } from "./impact-view.ts";
import { matrixView } from "./matrix-view.ts";
import { textOf as cellText, inPageWords, type PageData, type PageTable, readData } from "./page-data.ts";
import { SourceView, type TextOf } from "./source-view.ts";
import { tableView } from "./table-view.ts";

interface View {
  readonly id: string;
  readonly title: string;
  readonly count: string;
  readonly make: () => HTMLElement;
  readonly shown?: () => void;
}

document.documentElement.dataset["theme"] = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
const embedded = readData();
if (embedded) start(inPageWords(embedded), async (file) => embedded.sources[file] ?? null);
else void startServed();

/** The estate as it is now; texts of files are asked for when they are looked at. */
async function startServed(): Promise<void> {
  keepToken();
  const said = h("p", { textContent: say`Reading the estate …`, role: "status" });
  document.body.append(h("main", {}, said));
  try {
    const data = inPageWords(await get<PageData>("/api/estate"));
    const textOf = async (file: number): Promise<string | null> => {
      const query = new URLSearchParams({ file: data.files[file] ?? "" });
      return (await get<{ readonly text: string | null }>(`/api/estate/text?${query}`)).text;
    };
    document.body.replaceChildren();
    start(data, textOf, "served");
  } catch (error) {
    said.textContent = error instanceof Error ? error.message : String(error);
    said.role = "alert";
  }
}

function start(data: PageData, textOf: TextOf, place: "alone" | "served" = "alone"): void {
  const source = new SourceView(data, textOf);
  const views = viewsOf(data, source);
  if (place === "served")
    views.splice(2, 0, { id: "impact", title: say`Impact`, count: "", make: () => impactView(data, source) });
  const made = new Map<string, HTMLElement>();
  const main = h("main");
  const links = new Map(views.map((view) => [view.id, navigation(view)]));
  const open = (): void => {
    const id = decoded(location.hash.slice(1));
    const view = views.find((each) => each.id === id) ?? views[0];
    if (!view) return;
    const element = made.get(view.id) ?? view.make();
    made.set(view.id, element);
    main.replaceChildren(element);
    for (const [key, link] of links) link.classList.toggle("current", key === view.id);
    view.shown?.();
  };
  document.title = say`${data.title} · estate report`;
  const theme = h("button", { className: "theme", textContent: say`Light / dark`, onclick: switchTheme });
  const back = place === "served" ? [h("a", { href: "/", textContent: "← Waymark" })] : [];
  const nav = h(
    "nav",
    { ariaLabel: say`Views` },
    ...back,
    h("h1", { textContent: data.title }),
    ...links.values(),
    theme,
  );
  document.body.append(nav, main, source.element);
  addEventListener("hashchange", open);
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") source.hide();
  });
  open();
}

function navigation({ id, title, count }: View): HTMLElement {
  return h("a", { href: `#${id}` }, title, h("small", { textContent: count }));
}

function viewsOf(data: PageData, source: SourceView): View[] {
  const graph = new GraphView(data, source);
  const views: View[] = data.tables.map((table) => ({
    id: table.id,
    title: table.title,
    count: String(table.rows.length),
    make: () =>
      table.id === "inventory"
        ? overview(table, source)
        : table.id === "crud"
          ? crud(table, source)
          : tableView(table, source),
  }));
  views.splice(1, 0, {
    id: "graph",
    title: say`Graph`,
    count: String(data.nodes.length),
    make: () => graph.element,
    shown: () => graph.shown(),
  });
  return views;
}

const crud = (table: PageTable, source: SourceView): HTMLElement =>
  h("div", {}, matrixView(table, source), tableView({ ...table, title: say`CRUD rows` }, source));

/** Big numbers first, then the lines of each language as bars. */
function overview(table: PageTable, source: SourceView): HTMLElement {
  const rows = table.rows.map(([what, name, count, lines]) => ({
    what: cellText(what),
    name: cellText(name),
    count,
    lines,
  }));
  const cards = rows
    .filter(({ what }) => what !== "language")
    .map(({ name, count, lines }) =>
      h(
        "div",
        { className: "card" },
        h("b", { textContent: cellText(count) }),
        name,
        h("small", { textContent: cellText(lines) === "" ? "" : say`${cellText(lines)} lines` }),
      ),
    );
  const languages = rows.filter(({ what }) => what === "language");
  const most = Math.max(1, ...languages.map(({ lines }) => Number(lines)));
  const bars = languages.map(({ name, count, lines }) => {
    const bar = h("i");
    bar.style.width = `${(100 * Number(lines)) / most}%`;
    return h(
      "div",
      { className: "language" },
      h("span", { textContent: name }),
      h("div", {}, bar),
      h("small", {
        textContent:
          Number(count) === 1
            ? say`${cellText(lines)} lines, 1 file`
            : say`${cellText(lines)} lines, ${cellText(count)} files`,
      }),
    );
  });
  return h(
    "div",
    {},
    h(
      "section",
      {},
      h("h2", { textContent: say`Overview` }),
      h("div", { className: "cards" }, ...cards),
      h("div", { className: "languages" }, ...bars),
    ),
    tableView(table, source),
  );
}

function switchTheme(): void {
  const root = document.documentElement;
  root.dataset["theme"] = root.dataset["theme"] === "dark" ? "light" : "dark";
}
