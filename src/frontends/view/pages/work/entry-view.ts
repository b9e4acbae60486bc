import { html } from "htm/preact";
import type { Display } from "../../../../core/protocol/display.ts";
import type { CallEntry, Entry } from "../../wire.ts";
import { money, short, span, when } from "../numbers.ts";
import { isExported } from "../request.ts";
import { say } from "../say.ts";
import { DiffView } from "./diff-view.ts";
import { memo } from "./memo.ts";
import { stateText } from "./states.ts";

interface EntryProps {
  readonly entry: Entry;
  readonly index: number;
  readonly onWhole: () => Promise<void>;
}

/** One entry. Texts are text nodes and never markup; nothing in them is a link. */
export const EntryView = memo(({ entry, index, onWhole }: EntryProps): unknown => {
  const left = entry.left ?? 0;
  return html`
    <article class="entry ${entry.kind} ${tone(entry)}" id="entry-${index}" data-item tabindex="-1" aria-label=${labelOf(entry, index)}>
      ${contentOf(entry)}
      ${left > 0 && html`<p class="soft cut">${say`${left} more characters`}${!isExported && html` <button onClick=${onWhole}>${say`Show all`}</button>`}</p>`}
    </article>
  `;
});

const labelOf = (entry: Entry, index: number): string =>
  `${index + 1}: ${entry.kind === "call" ? say`call of ${entry.name}` : KINDS[entry.kind]}`;

function tone(entry: Entry): string {
  if (entry.kind === "call") return entry.result?.failed ? "failed" : "";
  return entry.kind === "prompt" && entry.origin === "user" ? "you" : "";
}

function contentOf(entry: Entry): unknown {
  switch (entry.kind) {
    case "start":
      return html`<p class="soft">${when(entry.at)} · ${say`started in ${entry.cwd}`} · Waymark ${entry.version}${entry.parentId !== undefined && ` · ${say`a copy of ${entry.parentId}`}`}</p>`;
    case "run":
      return html`<p class="soft">${when(entry.at)} · ${entry.model} · ${entry.strategy} · ${entry.mode}</p>`;
    case "prompt":
      return html`<h2>${ORIGINS[entry.origin] ?? entry.origin}</h2><${Prose} text=${entry.text} />
        ${entry.images > 0 && html`<p class="soft">${say`${entry.images} pictures`}</p>`}`;
    case "reply":
      return html`
        ${entry.thinking.trim() !== "" && html`<details class="thinking"><summary>${say`Thinking, ${linesOf(entry.thinking)}`}</summary><p class="text">${entry.thinking}</p></details>`}
        ${
          entry.isAside
            ? html`<details><summary>${say`To the engine`}</summary><pre>${entry.text}</pre></details>`
            : html`<${Prose} text=${entry.text} />`
        }
        <p class="soft figures">${entry.model} · ${span(entry.durationMs)} · ${say`${short(entry.usage.inputTokens)} in, ${short(entry.usage.outputTokens)} out`} · ${money(entry.costUsd)}</p>`;
    case "call":
      return html`<${Call} call=${entry} />`;
    case "note":
      return entry.text === "" ? undefined : html`<p class="soft text">${entry.text}</p>`;
    case "end":
      return html`<p class="soft">${say`Ended:`} <b>${stateText(entry.outcome)}</b> · ${entry.steps === 1 ? say`1 step` : say`${entry.steps} steps`} · ${span(entry.durationMs)} · ${money(entry.costUsd)}${entry.isCostUnknown && entry.costUsd > 0 && ` ${say`and more that nobody knows the price of`}`}</p>
        ${entry.outcome !== "done" && html`<p class="text">${entry.text}</p>`}`;
  }
}

const KINDS: Readonly<Record<Exclude<Entry["kind"], "call">, string>> = {
  start: say`start`,
  run: say`run`,
  prompt: say`prompt`,
  reply: say`reply`,
  note: say`note`,
  end: say`end`,
};

const ORIGINS: Readonly<Record<string, string>> = {
  user: say`You`,
  steer: say`You, meanwhile`,
  engine: say`Waymark, to the model`,
};

function Call({ call }: { readonly call: CallEntry }): unknown {
  const { result, approval } = call;
  const display = result?.display.kind === "diff" ? result.display : call.display;
  const state = result === undefined ? "…" : result.failed ? stateText("failed") : span(result.durationMs);
  return html`
    <details open=${display.kind === "diff" || result?.failed}>
      <summary><b>${call.name}</b> <span class="summary">${call.summary}</span> <span class="soft">${state}</span></summary>
      ${call.input !== "" && html`<details class="inner"><summary>${say`Arguments`}</summary><pre tabindex="0">${call.input}</pre></details>`}
      ${approval !== undefined && html`<p class="soft">${approval.allowed ? say`Allowed: ${approval.why}` : say`Not allowed: ${approval.why}`}</p>`}
      <${Shown} display=${display} />
      ${result !== undefined && result.text !== "" && html`<details class="inner" open=${display.kind !== "diff"}><summary>${say`Result, ${linesOf(result.text)}`}</summary><pre tabindex="0">${result.text}</pre></details>`}
    </details>
  `;
}

/** What a call would do or did, in its own form. */
export function Shown({ display }: { readonly display: Display }): unknown {
  switch (display.kind) {
    case "diff":
      return html`<${DiffView} patch=${display.patch} />`;
    case "command":
      return html`<pre tabindex="0">$ ${display.command}</pre><p class="soft">${[display.cwd && say`in ${display.cwd}`, display.sandbox, display.exitCode !== undefined && say`exit code ${display.exitCode}`].filter(Boolean).join(" · ")}</p>`;
    case "todo":
      return html`<ul>${display.items.map((item) => html`<li>${MARKS[item.status]} ${item.text}</li>`)}</ul>`;
    case "file":
      return html`<p class="soft">${display.path}:${display.fromLine}</p>`;
    case "text":
      return undefined;
  }
}

const MARKS = { pending: "☐", in_progress: "▶", completed: "☑" } as const;

/** Fenced code as it stands, other text as it was broken into lines. */
function Prose({ text }: { readonly text: string }): unknown {
  return text.split(/^(```[^\n]*\n[\s\S]*?^```[ \t]*$)/m).map((piece) => {
    const code = /^```[^\n]*\n([\s\S]*?)^```[ \t]*$/m.exec(piece);
    if (code) return html`<pre tabindex="0">${code[1]}</pre>`;
    return piece.trim() === "" ? undefined : html`<p class="text">${piece.replace(/^\n+|(?<!\n)\n+$/g, "")}</p>`;
  });
}

function linesOf(text: string): string {
  const count = text.split("\n").length;
  return count === 1 ? say`1 line` : say`${count} lines`;
}
