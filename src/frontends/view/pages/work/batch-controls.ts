import { html } from "htm/preact";
import { useState } from "preact/hooks";
import type { BatchShown } from "../../wire.ts";
import { post } from "../request.ts";
import { say } from "../say.ts";
import { useOnce, wordsOf } from "./asking.ts";
import { type Said, SaidLine } from "./run-controls.ts";

interface ControlProps {
  readonly path: string;
  readonly batch: BatchShown;
  readonly onChange: () => void;
}

/** What `waymark batch run`, `retry` and `cancel` do. */
export function BatchControls({ path, batch, onChange }: ControlProps): unknown {
  const [said, setSaid] = useState<Said>({ kind: "nothing" });
  const want = useOnce(async (what: string, body: unknown): Promise<void> => {
    try {
      const answer = await post<{ readonly said: string }>(`${path}/${what}`, body);
      setSaid({ kind: "done", text: answer.said });
    } catch (error) {
      setSaid({ kind: "trouble", text: wordsOf(error) });
    }
    onChange();
  });
  const { states, work } = batch;
  const open = states.queued + states.leased;
  const lost = (["failed", "dead"] as const).filter((state) => states[state] > 0);
  return html`<section aria-label=${say`Steering`}>
    ${
      work?.isRunning
        ? html`<div class="bar"><button onClick=${() => want("stop", {})}>${say`Stop`}</button><span class="soft">${say`It is worked on from here, until it is through or this \`waymark view\` ends.`}</span></div>`
        : html`<${Start} batch=${batch} start=${(body: unknown) => want("run", body)} />`
    }
    <div class="bar">
      ${lost.map((state) => html`<button key=${state} onClick=${() => want("retry", { states: [state] })}>${state === "failed" ? say`Retry ${states[state]} failed` : say`Retry ${states[state]} dead`}</button>`)}
      ${open > 0 && html`<${Cancel} open=${open} cancel=${() => want("cancel", {})} />`}
    </div>
    ${work?.told.map((line) => html`<p class="soft text">${line}</p>`)}
    <${SaidLine} said=${said} />
  </section>`;
}

interface StartProps {
  readonly batch: BatchShown;
  readonly start: (body: unknown) => Promise<unknown>;
}

/** A sample first, then the rest: what was sampled is not asked again. */
function Start({ batch, start }: StartProps): unknown {
  const [size, setSize] = useState("");
  const [isRenewed, setRenewed] = useState(false);
  const [isPatient, setPatient] = useState(false);
  const service = isPatient ? { providerBatch: true } : {};
  const byService =
    batch.asksModelFirst &&
    html`<label><input type="checkbox" checked=${isPatient} onChange=${() => setPatient(!isPatient)} /> ${say`by the service's batches: half the price, within a day`}</label>`;
  if (batch.runs === "queued")
    return html`<div class="bar"><button onClick=${() => start(service)}>${say`Work on what is queued`}</button>${byService}<span class="soft">${say`Its job is of ${batch.folder}; items that are not queued are put there.`}</span></div>`;
  const wanted = {
    ...(size === "" ? {} : { sample: Number(size) }),
    ...(isRenewed ? { renew: true } : {}),
    ...service,
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    void start(wanted);
  };
  return html`<form class="bar" onSubmit=${submit}>
    <button>${size === "" ? say`Go on with all items of the job` : say`Work on a sample`}</button>
    <label>${say`of`} <input type="number" min="1" max="999999999" step="1" size="6" aria-label=${say`Sample size`} placeholder=${say`all`} value=${size}
      onInput=${(event: InputEvent) => setSize((event.target as HTMLInputElement).value)} /> ${say`items`}</label>
    <label><input type="checkbox" checked=${isRenewed} onChange=${() => setRenewed(!isRenewed)} /> ${say`its recipe has changed: make former results anew`}</label>
    ${byService}
  </form>`;
}

interface CancelProps {
  readonly open: number;
  readonly cancel: () => Promise<unknown>;
}

/** What is taken out does not come back by itself: it is asked for twice. */
function Cancel({ open, cancel }: CancelProps): unknown {
  const [isSure, setSure] = useState(false);
  if (!isSure) return html`<button onClick=${() => setSure(true)}>${say`Cancel`}</button>`;
  const take = async (): Promise<void> => {
    setSure(false);
    await cancel();
  };
  return html`<button onClick=${take}>${open === 1 ? say`Take out 1 that is not settled` : say`Take out ${open} that are not settled`}</button>
    <button onClick=${() => setSure(false)}>${say`Leave them`}</button>`;
}
