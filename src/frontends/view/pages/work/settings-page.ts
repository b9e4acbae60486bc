import { html } from "htm/preact";
import { useState } from "preact/hooks";
import type { SettingRow, SettingsShown } from "../../wire.ts";
import { say } from "../say.ts";
import { useAnswer, Waiting } from "./asking.ts";

/** Every setting, its value and where that comes from; those that somebody set come first. */
export function SettingsPage(): unknown {
  const state = useAnswer<SettingsShown>("/api/settings");
  const [words, setWords] = useState("");
  if (state.kind !== "answer") return html`<h1>${say`Settings`}</h1><${Waiting} state=${state} />`;
  const { settings, ignored } = state.answer;
  const wanted = words.trim().toLowerCase();
  const rows = settings
    .filter((row) => `${row.key}\n${row.description}\n${row.source}`.toLowerCase().includes(wanted))
    .sort((one, other) => Number(one.isDefault) - Number(other.isDefault));
  return html`
    <h1>${say`Settings`}</h1>
    ${ignored.map((file) => html`<p class="trouble">${say`${file} does not count: the folder is not trusted; \`waymark config trust\` changes that.`}</p>`)}
    <div class="bar">
      <input type="search" data-search aria-label=${say`Search settings`} placeholder=${say`Search settings …`} value=${words}
        onInput=${(event: InputEvent) => setWords((event.target as HTMLInputElement).value)} />
      <span class="soft" role="status">${say`${rows.length} of ${settings.length}`}</span>
    </div>
    <ul class="rows">${rows.map((row) => html`<li key=${row.key} class="row" data-item tabindex="-1"><${Setting} row=${row} /></li>`)}</ul>
  `;
}

function Setting({ row }: { readonly row: SettingRow }): unknown {
  const isLong = row.value.includes("\n");
  return html`
    <b class="inline">${row.key}</b>${!isLong && html` <code>${row.value === "" ? say`not set` : row.value}</code>`}
    ${isLong && html`<pre tabindex="0">${row.value}</pre>`}
    <p class="soft">${say`from`} <span class=${row.isDefault ? "" : "done"}>${row.isDefault ? say`default` : row.source}</span> · ${row.description}</p>
    <details><summary class="soft">${say`How it is set`}</summary>
      <p class="soft">${row.allowed}; ${[...row.setBy, `waymark config set ${row.key} …`].join(", ")}</p>
    </details>
  `;
}
