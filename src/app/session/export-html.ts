import { enclosedIn } from "../../base/enclosed.ts";
import { MADE_BY_META } from "../../base/made-by-waymark.ts";
import { planToMermaid } from "../../core/plan/render-plan.ts";
import { summarizeDisplay } from "../../core/protocol/display.ts";
import {
  interruptedText,
  type RecordedEvent,
  type ReplyPart,
  type SettledEvent,
  settledEvents,
} from "../../core/protocol/event.ts";
import { endsInWords } from "../../core/protocol/outcome.ts";
import type { Plan } from "../../core/protocol/plan.ts";
import { drawMermaid } from "../../engines/mermaid/draw-svg.ts";

const RESULT_CHARS_MAX = 20_000;

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:56rem;margin:2rem auto;padding:0 1rem;color:#1b1f24;background:#fff}
section{margin:1.2rem 0;padding:.2rem 1rem;border-left:4px solid #d0d7de}section.you{border-color:#0969da}section.agent{border-color:#1a7f37}
section.failed{border-color:#cf222e}pre{background:#f6f8fa;padding:.8rem;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere}
figure{margin:.8rem 0;overflow:auto}figure svg{max-width:100%;height:auto}
h1,h2{line-height:1.2}h2{font-size:1rem;margin:.4rem 0;color:#57606a}p.note{color:#57606a;font-style:italic}
@media(prefers-color-scheme:dark){body{background:#0d1117;color:#e6edf3}pre{background:#161b22}}`;

/**
 * A session as one HTML page that needs nothing else: no script, nothing from the network, every text escaped. Mermaid
 * is drawn as SVG, its source below it; so is each plan as it ended.
 */
export function exportHtml(events: readonly RecordedEvent[]): string {
  const start = events.find((event) => event.type === "session-start");
  const title = start?.type === "session-start" ? `Session ${start.sessionId}` : "Session";
  const ends = lastOfPlans(events);
  const body = settledEvents(events)
    .map((event) => section(event, ends.has(event)))
    .filter((text) => text !== "");
  return `<!doctype html>
<html lang="en"><head>
${MADE_BY_META}
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><h1>${escapeHtml(title)}</h1>
${body.join("\n")}
</body></html>
`;
}

/** For each plan the last event that brings its steps: that is how it ended. */
function lastOfPlans(events: readonly RecordedEvent[]): ReadonlySet<RecordedEvent> {
  const last = new Map<string, RecordedEvent>();
  for (const event of events) if (event.type === "plan-update" && stepsOf(event.detail)) last.set(event.planId, event);
  return new Set(last.values());
}

function stepsOf(detail: unknown): Plan["steps"] | undefined {
  const { plan } = (detail ?? {}) as { readonly plan?: { readonly steps?: unknown } };
  const steps = plan?.steps;
  const isKnown =
    Array.isArray(steps) && steps.every((step) => Array.isArray(step?.needs) && typeof step?.id === "string");
  return isKnown ? (steps as Plan["steps"]) : undefined;
}

function section(event: SettledEvent, isPlanEnd: boolean): string {
  switch (event.type) {
    case "session-start":
      return `<p class="note">Folder ${escapeHtml(event.cwd)}</p>`;
    case "run-start":
      return `<p class="note">Model ${escapeHtml(event.model)}, strategy ${escapeHtml(event.strategy)}, mode ${escapeHtml(event.permissionMode)}</p>`;
    case "prompt":
      return block(
        event.origin === "engine" ? "engine" : "you",
        event.origin === "user" ? "You" : event.origin,
        prose(event.text),
      );
    case "reply":
      return replySection(event);
    case "interruption":
      return block("agent", "Waymark", prose(interruptedText(event)));
    case "call-start":
      return `<p><b>${escapeHtml(event.call.name)}</b> <code>${escapeHtml(summarizeDisplay(event.display))}</code></p>`;
    case "call-end":
      return resultSection(event.result);
    case "approval":
      return `<p class="note">${event.allowed ? "Allowed" : "Not allowed"}: ${escapeHtml(event.why)}</p>`;
    case "compaction":
      return block("engine", "What came before, in short", prose(event.summary));
    case "plan-update":
      return planNote(event, isPlanEnd);
    case "note":
      return event.text === "" ? "" : `<p class="note">${escapeHtml(event.text)}</p>`;
    case "run-end":
      return endsInWords(event.outcome)
        ? ""
        : `<p class="note">Ended: ${escapeHtml(event.outcome.kind)}. ${escapeHtml(event.outcome.text)}</p>`;
  }
}

function replySection({ content, aside }: Extract<RecordedEvent, { type: "reply" }>): string {
  const parts = content.map(replyPart).join("");
  if (parts === "") return "";
  return aside ? `<details><summary>To the engine</summary>${parts}</details>` : block("agent", "Waymark", parts);
}

function resultSection({ failed, text, name }: Extract<RecordedEvent, { type: "call-end" }>["result"]): string {
  const shown =
    text.length > RESULT_CHARS_MAX
      ? `${text.slice(0, RESULT_CHARS_MAX)}\n… ${text.length - RESULT_CHARS_MAX} more characters`
      : text;
  const head = `${failed ? "Failed" : "Result"} of ${escapeHtml(name)}, ${shown.split("\n").length} lines`;
  const details = `<details${failed ? " open" : ""}><summary>${head}</summary><pre>${escapeHtml(shown)}</pre></details>`;
  if (failed) return block("failed", "", details);
  const pictures = [...enclosedIn(text, /^```mermaid[^\n]*\n/gm, () => /^```/gm)].map(({ content }) =>
    picture(content),
  );
  return details + pictures.join("");
}

function planNote(event: Extract<RecordedEvent, { type: "plan-update" }>, isEnd: boolean): string {
  const { text } = (event.detail ?? {}) as { readonly text?: unknown };
  const line = typeof text === "string" ? text : `plan ${event.planId}: ${event.status}`;
  const steps = isEnd ? stepsOf(event.detail) : undefined;
  return `<p class="note">${escapeHtml(line)}</p>${steps ? picture(planToMermaid({ steps })) : ""}`;
}

/** A diagram, its source where it can be copied; the source alone where it cannot be drawn. */
function picture(source: string): string {
  const svg = drawMermaid(source);
  const code = `<pre class="mermaid">${escapeHtml(source)}</pre>`;
  return svg === undefined ? code : `<figure>${svg}<details><summary>Source</summary>${code}</details></figure>`;
}

function replyPart(part: ReplyPart): string {
  if (part.kind === "text") return prose(part.text);
  if (part.kind === "call" || part.text.trim() === "") return "";
  return `<details><summary>Thinking</summary>${prose(part.text)}</details>`;
}

function block(kind: string, title: string, html: string): string {
  return `<section class="${kind}">${title === "" ? "" : `<h2>${escapeHtml(title)}</h2>`}${html}</section>`;
}

/** Fenced code as it stands, other text in paragraphs. */
function prose(text: string): string {
  let html = "";
  let from = 0;
  for (const { opening, at, content, end } of enclosedIn(text, /^```([^\n]*)\n/gm, () => /^```[ \t]*$/gm)) {
    const language = opening[1]?.trim() || "code";
    const code = `<pre class="${escapeHtml(language)}">${escapeHtml(content)}</pre>`;
    html += paragraphs(text.slice(from, at)) + (language === "mermaid" ? picture(content) : code);
    from = end;
  }
  return html + paragraphs(text.slice(from));
}

function paragraphs(text: string): string {
  const whole = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== "");
  return whole.map((paragraph) => `<p>${escapeHtml(paragraph.trim()).replaceAll("\n", "<br>")}</p>`).join("");
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
