import { isExported } from "../request.ts";

export type Judgement = "good" | "wrong";

/** What a person thinks of the answers of one batch; kept for this tab, so that a page that is loaded anew still has it. */
export class Judgements {
  readonly #key: string;
  readonly #known: ReadonlyMap<string, Judgement>;

  constructor(path: string, known?: ReadonlyMap<string, Judgement>) {
    this.#key = `waymark-judged ${path}`;
    this.#known = known ?? (isExported ? new Map() : kept(this.#key));
  }

  of(id: string): Judgement | undefined {
    return this.#known.get(id);
  }

  get tally(): { readonly good: number; readonly wrong: number } {
    const good = [...this.#known.values()].filter((judgement) => judgement === "good").length;
    return { good, wrong: this.#known.size - good };
  }

  /** The same judgement again takes it back. */
  with(path: string, id: string, judgement: Judgement): Judgements {
    const known = new Map(this.#known);
    if (known.get(id) === judgement) known.delete(id);
    else known.set(id, judgement);
    sessionStorage.setItem(this.#key, JSON.stringify([...known]));
    return new Judgements(path, known);
  }
}

function kept(key: string): ReadonlyMap<string, Judgement> {
  const text = sessionStorage.getItem(key);
  return new Map(text === null ? [] : (JSON.parse(text) as [string, Judgement][]));
}
