import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { itemsQuery } from "../../items-query.ts";
import type { BatchItem, BatchItems, BatchShown } from "../../wire.ts";
import { money } from "../numbers.ts";
import { get, isExported, post } from "../request.ts";
import { say } from "../say.ts";
import { useAnswer, useOnce, Waiting, wordsOf } from "./asking.ts";
import { DiffView } from "./diff-view.ts";
import { type Judgement, Judgements } from "./judgements.ts";
import { type Said, SaidLine } from "./run-controls.ts";
import { stateText } from "./states.ts";

const TYPING_MS = 250;
const STATES = ["", "done", "failed", "dead", "queued", "leased"] as const;

interface ListProps {
  readonly path: string;
  readonly batch: BatchShown;
}

/** The items, those of one state or with some words; what is done can be judged, so that one knows whether to go on. */
export function BatchItemsList({ path, batch }: ListProps): unknown {
  const [state, setState] = useState("");
  const [words, setWords] = useState("");
  const [searched, setSearched] = useState("");
  const [judged, setJudged] = useState(() => new Judgements(path));
  useEffect(() => {
    const timer = setTimeout(() => setSearched(words), TYPING_MS);
    return () => clearTimeout(timer);
  }, [words]);
  const count = (name: string): number =>
    Object.entries(batch.states).reduce((sum, [each, items]) => (name === "" || name === each ? sum + items : sum), 0);
  const { good, wrong } = judged.tally;
  return html`<section aria-label=${say`Items`}>
    <h2>${say`Items`}</h2>
    <div class="bar" role="group" aria-label=${say`Which items`}>
      ${STATES.map((name) => html`<button key=${name} aria-pressed=${String(name === state)} onClick=${() => setState(name)}>${name === "" ? say`all` : stateText(name)} ${count(name)}</button>`)}
      ${!isExported && html`<input type="search" data-search aria-label=${say`Search items`} placeholder=${say`Search items, answers and reasons …`} value=${words} onInput=${(event: InputEvent) => setWords((event.target as HTMLInputElement).value)} />`}
    </div>
    ${!isExported && html`<p class="soft" role="status">${good + wrong > 0 ? say`You judged ${good + wrong}: ${good} good, ${wrong} wrong.` : say`Look at answers and say which are good, before you go on.`}</p>`}
    <${Pages} key=${`${state} ${searched}`} path=${path} query=${{ state, words: searched }} changes=${batch.line} judged=${judged} judge=${(id: string, judgement: Judgement) => setJudged(judged.with(path, id, judgement))} />
  </section>`;
}

interface PagesProps {
  readonly path: string;
  readonly query: { readonly state: string; readonly words: string };
  /** What was counted; the first items are asked anew when it is something else. */
  readonly changes: string;
  readonly judged: Judgements;
  readonly judge: (id: string, judgement: Judgement) => void;
}

function Pages({ path, query, changes, judged, judge }: PagesProps): unknown {
  const first = useAnswer<BatchItems>(`${path}/items?${itemsQuery(query)}`, changes);
  const [more, setMore] = useState<readonly BatchItem[]>([]);
  const [next, setNext] = useState<number | undefined>();
  const [trouble, setTrouble] = useState("");
  if (first.kind !== "answer") return html`<${Waiting} state=${first} />`;
  const from = more.length > 0 ? next : first.answer.next;
  const bringMore = async (): Promise<void> => {
    try {
      const answer = await get<BatchItems>(`${path}/items?${itemsQuery({ ...query, from: from ?? 0 })}`);
      setMore([...more, ...answer.items]);
      setNext(answer.next);
    } catch (error) {
      setTrouble(wordsOf(error));
    }
  };
  const items = distinct([...first.answer.items, ...more]);
  return html`
    <${Waiting} state=${first} />
    ${items.length === 0 && html`<p class="soft">${say`There is none.`}</p>`}
    <ul class="rows">${items.map((item) => html`<li key=${item.id} class="row" data-item tabindex="-1"><${Item} path=${path} item=${item} judgement=${judged.of(item.id)} judge=${judge} /></li>`)}</ul>
    ${from !== undefined && (isExported ? html`<p class="soft">${say`There are more; \`waymark batch results\` prints all.`}</p>` : html`<button onClick=${bringMore}>${say`Show more`}</button>`)}
    ${trouble !== "" && html`<p class="trouble" role="alert">${trouble}</p>`}
  `;
}

/** What was put or taken out meanwhile moves the others: none is shown twice. */
const distinct = (items: readonly BatchItem[]): readonly BatchItem[] => [
  ...new Map(items.map((item) => [item.id, item])).values(),
];

interface ItemProps {
  readonly path: string;
  readonly item: BatchItem;
  readonly judgement: Judgement | undefined;
  readonly judge: (id: string, judgement: Judgement) => void;
}

function Item({ path, item: listed, judgement, judge }: ItemProps): unknown {
  const [whole, setWhole] = useState<BatchItem>();
  const [trouble, setTrouble] = useState("");
  const item = whole?.state === listed.state ? whole : listed;
  const bringWhole = (): Promise<void> =>
    get<BatchItem>(`${path}/item?id=${encodeURIComponent(item.id)}`).then(setWhole, (error: unknown) =>
      setTrouble(wordsOf(error)),
    );
  return html`
    <p><span class="state ${TONES[item.state] ?? ""}">${stateText(item.state)}</span> <b class="inline">${item.id}</b>
      <small> ${item.by}${item.costUsd > 0 && ` · ${money(item.costUsd)}`}${item.leases > 1 && ` · ${say`worked on ${item.leases} times`}`}</small></p>
    ${item.problem !== undefined && html`<p class="text soft">${item.problem}</p>`}
    ${item.answer !== undefined && html`<pre tabindex="0" aria-label=${say`Answer`}>${item.answer}</pre>`}
    ${item.patch !== undefined && html`<${DiffView} patch=${item.patch} />`}
    <details><summary>${say`The item`}</summary><pre tabindex="0">${item.item}</pre></details>
    ${item.left !== undefined && html`<p class="soft cut">${say`${item.left} more characters`}${!isExported && html` <button onClick=${bringWhole}>${say`Show all`}</button>`}</p>`}
    ${trouble !== "" && html`<p class="trouble" role="alert">${trouble}</p>`}
    ${item.state === "done" && !isExported && judgement === "wrong" && html`<${Correction} path=${path} id=${item.id} />`}
    ${
      item.state === "done" &&
      !isExported &&
      html`<div class="bar" role="group" aria-label=${say`Your judgement of ${item.id}`}>${(
        ["good", "wrong"] as const
      ).map(
        (name) =>
          html`<button aria-pressed=${String(judgement === name)} onClick=${() => judge(item.id, name)}>${name === "good" ? say`Good` : say`Wrong`}</button>`,
      )}</div>`
    }
  `;
}

interface CorrectionProps {
  readonly path: string;
  readonly id: string;
}

/** What is wrong, in words for whoever is asked next. */
function Correction({ path, id }: CorrectionProps): unknown {
  const [words, setWords] = useState("");
  const [said, setSaid] = useState<Said>({ kind: "nothing" });
  const send = useOnce(async (): Promise<void> => {
    try {
      const answer = await post<{ readonly said: string }>(`${path}/correct`, { id, words });
      setSaid({ kind: "done", text: answer.said });
    } catch (error) {
      setSaid({ kind: "trouble", text: wordsOf(error) });
    }
  });
  const submit = (event: Event): void => {
    event.preventDefault();
    void send();
  };
  return html`<form class="bar" onSubmit=${submit}>
    <input type="text" required maxlength="2000" aria-label=${say`What is wrong with the answer of ${id}`} placeholder=${say`What is wrong with it?`} value=${words}
      onInput=${(event: InputEvent) => setWords((event.target as HTMLInputElement).value)} />
    <button>${say`Ask again with this`}</button>
    <${SaidLine} said=${said} />
  </form>`;
}

const TONES: Readonly<Record<string, string>> = {
  done: "completed",
  failed: "failed",
  dead: "failed",
  leased: "running",
};
