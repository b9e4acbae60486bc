import { html } from "htm/preact";
import { render } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { decoded, exportedPage, firstRoute, isExported, keepToken } from "../request.ts";
import { say } from "../say.ts";
import { BatchesPage, BatchPage } from "./batches-page.ts";
import { KeyHelp, listenToKeys } from "./keys.ts";
import { PlanPage, PlansPage } from "./plans-page.ts";
import { RunsPage } from "./runs-page.ts";
import { SessionPage } from "./session-page.ts";
import { SessionsPage } from "./sessions-page.ts";
import { SettingsPage } from "./settings-page.ts";

interface Section {
  readonly route: string;
  readonly title: string;
  readonly show: (rest: string) => unknown;
}

const SECTIONS: readonly Section[] = [
  {
    route: "/sessions",
    title: say`Sessions`,
    show: (id) => (id === "" ? html`<${SessionsPage} />` : html`<${SessionPage} key=${id} id=${id} />`),
  },
  { route: "/runs", title: say`Runs`, show: () => html`<${RunsPage} />` },
  {
    route: "/plans",
    title: say`Plans`,
    show: (id) => (id === "" ? html`<${PlansPage} />` : html`<${PlanPage} key=${id} id=${id} />`),
  },
  {
    route: "/batches",
    title: say`Batches`,
    show: (name) => (name === "" ? html`<${BatchesPage} />` : html`<${BatchPage} key=${name} name=${name} />`),
  },
  { route: "/settings", title: say`Settings`, show: () => html`<${SettingsPage} />` },
];

keepToken();
listenToKeys();
render(html`<${Page} />`, document.body);

function Page(): unknown {
  const [path, setPath] = useState(currentPath());
  // Heard from the first drawing on: an effect after painting comes late in a tab that nobody sees, and a move before it is lost.
  useLayoutEffect(() => {
    const onMove = (): void => {
      if (location.hash.startsWith("#token=")) {
        keepToken();
        location.reload();
      }
      setPath(currentPath());
      scrollTo(0, 0);
    };
    addEventListener("hashchange", onMove);
    return () => removeEventListener("hashchange", onMove);
  }, []);
  const section = SECTIONS.find(({ route }) => path === route || path.startsWith(`${route}/`)) ?? SECTIONS[0];
  const rest = decoded(path.slice((section?.route.length ?? 0) + 1));
  const estate = isExported ? exportedPage("/estate") : "/estate";
  return html`
    <a class="skip" href="#main" onClick=${skip}>${say`Skip to the content`}</a>
    <header class="top">
      <strong>Waymark</strong>
      <nav aria-label=${say`Views`}>${SECTIONS.map((each) => html`<${NavLink} section=${each} isCurrent=${each === section} />`)}${estate !== undefined && html`<a href=${estate}>${say`Estate`}</a>`}</nav>
    </header>
    <main id="main" tabindex="-1">${section?.show(rest)}</main>
    <${KeyHelp} />
  `;
}

function NavLink({ section, isCurrent }: { readonly section: Section; readonly isCurrent: boolean }): unknown {
  const href = isExported ? exportedPage(section.route) : `#${section.route}`;
  if (href === undefined) return undefined;
  return html`<a href=${href} aria-current=${isCurrent ? "page" : undefined}>${section.title}</a>`;
}

function currentPath(): string {
  const hash = location.hash.slice(1);
  return hash.startsWith("/") ? hash : firstRoute;
}

function skip(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}
