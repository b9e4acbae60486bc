import { html } from "htm/preact";
import { useState } from "preact/hooks";
import type { SessionRow } from "../../wire.ts";
import { post } from "../request.ts";
import { say } from "../say.ts";
import { useAnswer, useOnce, Waiting, wordsOf } from "./asking.ts";
import { type Said, SaidLine } from "./run-controls.ts";
import { SessionRows } from "./sessions-page.ts";
import { useTicks } from "./ticks.ts";

/** Runs that are under way in whatever terminal, of every folder, and a new one. */
export function RunsPage(): unknown {
  const look = useTicks();
  const state = useAnswer<{ readonly sessions: readonly SessionRow[] }>("/api/runs", look);
  const [prompt, setPrompt] = useState("");
  const [model, setModel] = useState("");
  const [said, setSaid] = useState<Said>({ kind: "nothing" });
  const start = useOnce(async () => {
    try {
      const { session } = await post<{ readonly session: string }>("/api/runs", {
        prompt,
        ...(model === "" ? {} : { model }),
      });
      location.hash = `#/sessions/${encodeURIComponent(session)}`;
    } catch (error) {
      setSaid({ kind: "trouble", text: wordsOf(error) });
    }
  });
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    void start();
  };
  const rows = state.kind === "answer" ? state.answer.sessions : [];
  return html`
    <h1>${say`Runs`}</h1>
    <${Waiting} state=${state} />
    ${state.kind === "answer" && rows.length === 0 && html`<p class="soft">${say`No run is under way.`}</p>`}
    <${SessionRows} rows=${rows} withFolder=${true} />
    <h2>${say`A new run`}</h2>
    <form onSubmit=${onSubmit}>
      <textarea rows="4" aria-label=${say`Prompt`} placeholder=${say`What is to be done? …`} value=${prompt}
        onInput=${(event: InputEvent) => setPrompt((event.target as HTMLTextAreaElement).value)}></textarea>
      <div class="bar">
        <input type="text" aria-label=${say`Model`} placeholder=${say`Model: as in the settings`} value=${model}
          onInput=${(event: InputEvent) => setModel((event.target as HTMLInputElement).value)} />
        <button disabled=${prompt.trim() === ""}>${say`Start`}</button>
      </div>
    </form>
    <${SaidLine} said=${said} />
  `;
}
