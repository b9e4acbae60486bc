import { html } from "htm/preact";
import { useLayoutEffect, useState } from "preact/hooks";
import type { Asked, SessionHead } from "../../wire.ts";
import { isExported, post } from "../request.ts";
import { say } from "../say.ts";
import { useOnce, wordsOf } from "./asking.ts";
import { Shown } from "./entry-view.ts";

/** What a person can do with a session: answer what its run waits for, steer and interrupt it, go on with it. */
export function RunControls({ head }: { readonly head: SessionHead }): unknown {
  const [said, setSaid] = useState<Said>({ kind: "nothing" });
  if (isExported) return undefined;
  const path = `/api/sessions/${encodeURIComponent(head.id)}/requests`;
  const want = async (wanted: unknown, done: string): Promise<boolean> => {
    try {
      const answer = await post<{ readonly said: string }>(path, wanted);
      setSaid({ kind: "done", text: answer.said === "" ? done : answer.said });
      return true;
    } catch (error) {
      setSaid({ kind: "trouble", text: wordsOf(error) });
      return false;
    }
  };
  return html`
    <section aria-label=${say`Run`} class="controls">
      ${head.questions.map((asked) => html`<${AskedCard} key=${asked.id} asked=${asked} want=${want} />`)}
      ${
        head.state === "running"
          ? html`<${Words} label=${say`Say something to the run`} button=${say`Steer`} send=${(text: string) => want({ kind: "steer", text }, say`It is read before the next step.`)}>
            <button type="button" onClick=${() => want({ kind: "interrupt" }, say`It was told to end.`)}>${say`Interrupt`}</button>
          <//>`
          : head.state === "closed" &&
            html`<${Words} label=${say`Go on with this session`} button=${say`Go on`} send=${(prompt: string) => goOn(head.id, prompt, setSaid)} />`
      }
      <${SaidLine} said=${said} />
    </section>
  `;
}

export type Said = { readonly kind: "nothing" } | { readonly kind: "done" | "trouble"; readonly text: string };

export function SaidLine({ said }: { readonly said: Said }): unknown {
  if (said.kind === "nothing") return html`<p role="status"></p>`;
  return said.kind === "done"
    ? html`<p class="done" role="status">${said.text}</p>`
    : html`<p class="trouble" role="alert">${said.text}</p>`;
}

async function goOn(session: string, prompt: string, setSaid: (said: Said) => void): Promise<boolean> {
  try {
    await post("/api/runs", { prompt, session });
    setSaid({ kind: "nothing" });
    return true;
  } catch (error) {
    setSaid({ kind: "trouble", text: wordsOf(error) });
    return false;
  }
}

interface WordsProps {
  readonly label: string;
  readonly button: string;
  readonly send: (text: string) => Promise<boolean | undefined>;
  readonly children?: unknown;
}

/** A line to write in. What could not be sent stays in it. */
function Words({ label, button, send, children }: WordsProps): unknown {
  const [text, setText] = useState("");
  const submit = useOnce(async () => {
    if (await send(text)) setText("");
  });
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    void submit();
  };
  return html`<form class="bar" onSubmit=${onSubmit}>
    <input type="text" class="words" aria-label=${label} placeholder=${`${label} …`} value=${text}
      onInput=${(event: InputEvent) => setText((event.target as HTMLInputElement).value)} />
    <button disabled=${text.trim() === ""}>${button}</button>${children}
  </form>`;
}

interface AskedProps {
  readonly asked: Asked;
  readonly want: (wanted: unknown, done: string) => Promise<boolean>;
}

/** The same question as at the terminal, with the same consequences. No key alone says yes: a choice is a button. */
function AskedCard({ asked, want }: AskedProps): unknown {
  const [words, setWords] = useState("");
  // Before painting: in a tab that is not seen nothing is painted, and that is where the title is wanted.
  useLayoutEffect(() => {
    document.title = `● ${say`Waymark waits for you`}`;
    return () => {
      document.title = "Waymark";
    };
  }, []);
  const answer = useOnce((choice: string) =>
    want({ kind: "answer", asked: asked.id, choice, ...(words.trim() === "" ? {} : { words }) }, say`Answered.`),
  );
  if (asked.kind === "question")
    return html`<article class="asked" aria-label=${say`Question`}>
      <h2>${asked.question}</h2>
      <div class="bar">${asked.options.map((option) => html`<button onClick=${() => answer(option)}>${option}</button>`)}</div>
      <${Words} label=${say`Answer in words`} button=${say`Answer`} send=${answer} />
    </article>`;
  return html`<article class="asked" aria-label=${say`Approval`}>
    <h2>${asked.agent !== undefined && `${asked.agent}: `}${asked.name}: ${asked.reason}</h2>
    ${asked.display.kind === "text" || asked.display.kind === "file" ? html`<pre tabindex="0">${asked.display.text}</pre>` : html`<${Shown} display=${asked.display} />`}
    ${asked.facts.length > 0 && html`<ul>${asked.facts.map((fact) => html`<li class="text">${fact}</li>`)}</ul>`}
    <div class="bar">${asked.choices.map(({ key, label }) => html`<button data-choice=${key} onClick=${() => answer(key)}>${label}</button>`)}</div>
    <input type="text" class="words" aria-label=${say`Words that go with a no`} placeholder=${say`With a no: what to do instead …`} value=${words}
      onInput=${(event: InputEvent) => setWords((event.target as HTMLInputElement).value)} />
  </article>`;
}
