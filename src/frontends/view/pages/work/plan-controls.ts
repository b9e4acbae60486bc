import { html } from "htm/preact";
import { useState } from "preact/hooks";
import type { PlanShown } from "../../wire.ts";
import { get, post } from "../request.ts";
import { say } from "../say.ts";
import { useOnce, wordsOf } from "./asking.ts";
import { type Said, SaidLine } from "./run-controls.ts";

interface ControlProps {
  readonly path: string;
  readonly plan: PlanShown;
  readonly onChange: () => void;
}

/** What was read when the editor was opened is what is written over: a plan that changed meanwhile is not. */
export function PlanControls({ path, plan, onChange }: ControlProps): unknown {
  const [edited, setEdited] = useState<{ readonly text: string; readonly seen: string }>();
  const [said, setSaid] = useState<Said>({ kind: "nothing" });
  const act = useOnce(async (work: () => Promise<Said>): Promise<void> => {
    setSaid(await work().catch((error: unknown) => ({ kind: "trouble", text: wordsOf(error) }) as const));
    onChange();
  });
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (edited === undefined) return;
    await act(async () => {
      const { problems } = await post<{ readonly problems: readonly string[] }>(path, edited);
      setEdited(undefined);
      return verdict(problems, say`Kept; it can be run.`);
    });
  };
  return html`
    <div class="bar">
      <button onClick=${() => setEdited(edited === undefined ? { text: plan.text, seen: plan.seen } : undefined)}>${edited === undefined ? say`Edit` : say`Leave it as it was`}</button>
      <button disabled=${plan.kind !== "plan" || plan.isApproved || plan.isRunning} onClick=${() =>
        act(async () => {
          await post(`${path}/approval`, { seen: plan.seen });
          return { kind: "done", text: say`Agreed; it can be run here, or by \`waymark plan run\`.` };
        })}>${say`Approve`}</button>
      <button disabled=${plan.kind !== "plan"} onClick=${() =>
        act(async () => {
          const { problems } = await get<{ readonly problems: readonly string[] }>(`${path}/problems`);
          return verdict(problems, say`It can be run.`);
        })}>${say`Check`}</button>
    </div>
    ${plan.kind === "plan" && html`<${PlanStart} plan=${plan} run=${(again: string) => act(() => run(path, plan, again))} />`}
    ${
      edited !== undefined &&
      html`<form onSubmit=${save}>
      <textarea rows="24" spellcheck=${false} aria-label=${say`The plan as JSON`} value=${edited.text}
        onInput=${(event: InputEvent) => setEdited({ ...edited, text: (event.target as HTMLTextAreaElement).value })}></textarea>
      <button>${say`Keep`}</button>
    </form>`
    }
    <${SaidLine} said=${said} />
  `;
}

async function run(path: string, plan: PlanShown, again: string): Promise<Said> {
  await post(`${path}/run`, { seen: plan.seen, ...(again === "" ? {} : { again: [again] }) });
  return { kind: "done", text: say`Under way, until it has ended or this \`waymark view\` does.` };
}

interface StartProps {
  readonly plan: Extract<PlanShown, { kind: "plan" }>;
  readonly run: (again: string) => Promise<unknown>;
}

/** What was done is not done again, unless that is said of a step. */
function PlanStart({ plan, run: start }: StartProps): unknown {
  const [again, setAgain] = useState("");
  const begun = plan.steps.filter(({ status }) => status !== "pending");
  return html`<div class="bar">
    <button disabled=${plan.isRunning} onClick=${() => start(again)}>${begun.length === 0 ? say`Run` : say`Go on`}</button>
    ${
      begun.length > 0 &&
      html`<label>${say`again`} <select value=${again} onChange=${(event: Event) => setAgain((event.target as HTMLSelectElement).value)}>
      <option value="">${say`nothing that is done`}</option>
      ${begun.map(({ id, title }) => html`<option value=${id}>${say`${id}: ${title.slice(0, 40)}, and what needs it`}</option>`)}
    </select></label>`
    }
  </div>`;
}

const verdict = (problems: readonly string[], good: string): Said =>
  problems.length === 0
    ? { kind: "done", text: good }
    : { kind: "trouble", text: say`It cannot be run as it is: ${problems.join(" ")}` };
