import type { Estate } from "../../graph/estate.ts";
import type { FlowIndex, FlowStep, Shared } from "../flow-index.ts";
import type { Span, TwofoldPart } from "./group-moves.ts";
import { bytesOf, type Form, type Held, wholeOf } from "./held-value.ts";
import { Layouts } from "./layouts.ts";
import { literalSize } from "./loss-text.ts";

/** An item that changes, how it is then, and how it was; that is undefined where all that is lost is asked for. */
export interface Changed {
  readonly id: string;
  readonly before: Form | undefined;
  readonly form: Form;
}

/** Both ends of a step, before and after. */
export interface Forms {
  readonly oldFrom: Form;
  readonly newFrom: Form;
  readonly oldTo: Form;
  readonly newTo: Form;
}

/** A value as it was held and would be; `before` is undefined where only is asked what fits as it is. */
export interface Twofold {
  readonly before: Held | undefined;
  readonly after: Held;
}

/** Forms and layouts before a change, with it, and with all that has to grow for it. */
export class TrialForms {
  readonly old: Layouts;
  /** With the items that change alone: each statement is told that what else must grow is too small for. */
  readonly asked: Layouts;
  readonly grown: Layouts;
  private readonly flows: FlowIndex;

  constructor(estate: Estate, flows: FlowIndex) {
    this.flows = flows;
    this.old = new Layouts(estate, flows);
    this.asked = new Layouts(estate, flows);
    this.grown = new Layouts(estate, flows);
  }

  change({ id, before, form }: Changed): void {
    this.old.grow(id, before ?? form);
    this.asked.grow(id, form);
    this.grown.grow(id, form);
  }

  /** What is moved as it has grown, to what has not. */
  between(from: string, to: string): Forms | undefined {
    const [oldFrom, newFrom] = [this.old.form(from), this.grown.form(from)];
    const [oldTo, newTo] = [this.old.form(to), this.asked.form(to)];
    return oldFrom && newFrom && oldTo && newTo && { oldFrom, newFrom, oldTo, newTo };
  }

  parts(id: string, path: string | undefined): TwofoldPart[] {
    const old = new Map(this.old.parts(id, path).map((part) => [part.id, part]));
    const grown = new Map(this.grown.parts(id, path).map((part) => [part.id, part.start]));
    return this.asked.parts(id, path).map((part) => {
      const at = grown.get(part.id) ?? part.start;
      return { ...part, was: old.get(part.id) ?? part, at };
    });
  }

  /** Do two items keep a value in bytes of one kind? Digits that one packs are none to the other. */
  isAlike(one: string, other: string): boolean {
    return this.old.form(one)?.usage === this.old.form(other)?.usage;
  }

  /** What a part at the same place has to hold: the digits of the item, or its bytes. */
  needs(of: string, id: string, { start, end }: Span): Held {
    const [origin, form] = [this.grown.form(of), this.grown.form(id)];
    const held = origin && wholeOf(origin);
    if (held?.kind === "number" && form?.shape.category === "numeric") return held;
    return { kind: "bytes", start: 0, end: end - start };
  }

  /** The bytes of a value under another name of them. */
  shared(id: string, { before, after }: Twofold, { own, other, isHolder }: Shared): SharedSpans | undefined {
    const place = (layouts: Layouts, held: Held | undefined): SharedSpan | undefined => {
      const [form, shape] = [layouts.form(id), layouts.form(other.id)];
      if (!form || !shape || !held) return undefined;
      const mine = { ...own, id };
      const by = isHolder ? layouts.startIn(mine, other) : -layouts.startIn(other, mine);
      const { start, end } = bytesOf(held, form);
      return { span: { start: start + by, end: end + by }, form: shape };
    };
    const now = place(this.grown, after);
    return now && { was: place(this.old, before), now };
  }

  /** Bytes of a record of one type mean no field of another type that only happens to lie there. */
  isOtherType(id: string, { other }: Shared, { was, now }: SharedSpans): boolean {
    const { span, form } = was ?? now;
    if (span.start === 0 && span.end === form.bytes) return false;
    const [group] = this.old.chain(id);
    const chain = this.old.chain(other.id);
    const depth = chain.findIndex((node) => node.id === group?.id);
    return chain.slice(0, Math.max(0, depth)).some(({ detail }) => detail?.["redefines"] !== undefined);
  }

  /** What STRING puts together: where the operand of a step begins, and the size of all. */
  together(step: FlowStep): { readonly was: Joined; readonly now: Joined } {
    const parts = this.flows.direct(step.to, "into").filter(({ use }) => use === step.use);
    const ahead = parts.slice(0, parts.indexOf(step));
    const join = (layouts: Layouts): Joined => {
      const size = (each: readonly FlowStep[]): number =>
        each.reduce((sum, { from, literal = "" }) => sum + (layouts.form(from)?.bytes ?? literalSize(literal)), 0);
      return { start: size(ahead), length: size(parts) };
    };
    return { was: join(this.old), now: join(this.grown) };
  }
}

interface Joined {
  readonly start: number;
  readonly length: number;
}

interface SharedSpan {
  readonly span: Span;
  readonly form: Form;
}

export interface SharedSpans {
  readonly was: SharedSpan | undefined;
  readonly now: SharedSpan;
}
