import type { Estate } from "../../graph/estate.ts";
import { type FlowIndex, type FlowStep, itemName, itemNode, type Shared } from "../flow-index.ts";
import { Findings } from "./findings.ts";
import { type Bytes, moveIntoGroup, moveOfGroup, type TwofoldPart } from "./group-moves.ts";
import {
  bytesOf,
  digitsAt,
  type Form,
  grownTo,
  type Held,
  heldAt,
  isBehind,
  isSameForm,
  type Moved,
  moved,
  neededIn,
  wholeOf,
} from "./held-value.ts";
import { tellReceived } from "./received.ts";
import { isPartSent, isShorter, KEEPS, OUTSIDE, type State, States } from "./state.ts";
import { type Changed, type Forms, type SharedSpans, TrialForms, type Twofold } from "./trial-forms.ts";

/** What an item would have to hold, and what it held. */
interface Growth {
  readonly needs: Held;
  readonly was: Held | undefined;
}

/** Follows values through all that holds them, while some items have another form than they are declared with. */
export class Trial {
  readonly findings: Findings;
  readonly forms: TrialForms;
  /** Ids of what would have to grow as well. */
  readonly followed = new Set<string>();
  private readonly estate: Estate;
  private readonly flows: FlowIndex;
  private readonly outside: (id: string) => readonly FlowStep[];
  private readonly states = new States();

  /** @param outside  steps from an item that no program takes: through datasets and tables */
  constructor(
    estate: Estate,
    flows: FlowIndex,
    changed: readonly Changed[],
    outside: (id: string) => readonly FlowStep[],
  ) {
    this.estate = estate;
    this.flows = flows;
    this.outside = outside;
    this.findings = new Findings(estate, flows);
    this.forms = new TrialForms(estate, flows);
    for (const change of changed) this.forms.change(change);
    for (const change of changed) tellReceived(flows, this.forms, this.findings, change);
    for (const { id, before, form } of changed)
      this.states.add({
        id,
        path: undefined,
        before: before && wholeOf(before),
        after: wholeOf(form),
        depth: 0,
        of: id,
        origin: id,
      });
    for (const state of this.states) this.follow(state);
  }

  private follow(state: State): void {
    const isHere = (path: string): boolean => state.path === undefined || state.path === path;
    for (const step of this.flows.direct(state.id, "from")) if (isHere(step.use.facts.path)) this.leave(state, step);
    for (const step of this.outside(state.id)) this.leave(state, step);
    for (const shared of this.flows.around(state.id)) if (isHere(shared.own.path)) this.share(state, shared);
  }

  /** The value goes on by one step. */
  private leave(state: State, step: FlowStep): void {
    const { kind } = step.use;
    const forms = this.forms.between(state.id, step.to);
    // Some bytes of it are not the value.
    if (!forms || isPartSent(step)) return;
    if (step.use.part !== 0) {
      this.intoPart(state, step);
      return;
    }
    const isBytewise = OUTSIDE.has(kind) || forms.newFrom.isGroup || forms.newTo.isGroup;
    if (kind === "string") this.putTogether(state, step, forms);
    else if (kind !== "unstring" && forms.newTo.isGroup) this.fillGroup(state, step, forms);
    else this.fillItem(state, step, { ...forms, isBytewise: isBytewise && kind !== "unstring" });
  }

  /** The bytes that (start:length) names do not grow with what is moved there. */
  private intoPart(state: State, step: FlowStep): void {
    if (!state.before || !this.forms.grown.isGrown(state.id)) return;
    this.tell(state, step, {
      to: step.to,
      loss: "the part of it that is named by (start:length) stays as long as it is",
    });
  }

  private fillItem(state: State, step: FlowStep, forms: Forms & { readonly isBytewise: boolean }): void {
    const { oldFrom, newFrom, oldTo, newTo, isBytewise } = forms;
    const was = state.before && moved(state.before, oldFrom, oldTo, isBytewise);
    if (state.before && was?.kind !== "held") return;
    const now = moved(state.after, newFrom, newTo, isBytewise);
    // What never was to arrive there is not lost.
    if (!state.before && now?.kind === "lost" && isBehind(now.needs, newTo)) return;
    if (now?.kind === "lost") this.grow(state, step, { ...now, to: step.to, was: heldOf(was) });
    if (now?.kind !== "held" || !KEEPS.has(step.use.kind)) return;
    this.cutOff(state, step, forms);
    this.arrive(state, step, { id: step.to, before: heldOf(was), after: now.held });
  }

  private arrive({ depth, origin }: State, step: FlowStep, at: Twofold & { readonly id: string }): void {
    this.states.add({
      ...at,
      path: OUTSIDE.has(step.use.kind) ? undefined : step.use.facts.path,
      depth: depth + 1,
      of: at.id,
      origin,
    });
  }

  /** STRING puts its operands one behind the other. */
  private putTogether(state: State, step: FlowStep, { oldFrom, newFrom, oldTo, newTo }: Forms): void {
    const { was, now } = this.forms.together(step);
    const before = state.before && digitsAt(state.before, oldFrom, was.start);
    if (before && before.end > oldTo.bytes) return;
    const after = digitsAt(state.after, newFrom, now.start);
    // What was cut off behind it already is no matter of the change.
    const length = before && was.length > oldTo.bytes ? after.end : now.length;
    const lost = length - newTo.bytes;
    if (lost > 0) {
      const loss = `the parts have ${length} characters, ${lost} do not fit`;
      this.grow(state, step, { to: step.to, loss, needs: { kind: "bytes", start: 0, end: length }, was: before });
    } else this.arrive(state, step, { id: step.to, before, after });
  }

  /** The end of a group that got longer no longer fits into what takes the whole; a parameter may be the first bytes of it. */
  private cutOff(state: State, step: FlowStep, { oldFrom, newFrom, oldTo, newTo }: Forms): void {
    const lost = newFrom.bytes - newTo.bytes;
    if (!newFrom.isGroup || lost <= 0) return;
    if (state.before ? !this.isCutNow(state, oldFrom, oldTo, newTo) : step.use.kind === "pass") return;
    const loss = `its last ${lost} bytes are cut off`;
    this.tell({ ...state, of: state.id }, step, { to: step.to, loss });
  }

  /** Did all of the group fit, or one of its parts that then no longer does? */
  private isCutNow(state: State, oldFrom: Form, oldTo: Form, newTo: Form): boolean {
    const isCut = ({ id, was, at, start, end }: TwofoldPart): boolean =>
      id !== state.of && was.end <= oldTo.bytes && at + end - start > newTo.bytes;
    return oldFrom.bytes <= oldTo.bytes || this.forms.parts(state.id, state.path).some(isCut);
  }

  /** A group is filled byte by byte: its parts must lie where those of what is moved lie. */
  private fillGroup(state: State, step: FlowStep, forms: Forms): void {
    const before = state.before && bytesOf(state.before, forms.oldFrom);
    const after = bytesOf(state.after, forms.newFrom);
    if (before ? before.end > forms.oldTo.bytes : isBehind(after, forms.newTo)) return;
    const path = OUTSIDE.has(step.use.kind) ? undefined : step.use.facts.path;
    const found = moveOfGroup(
      { before, after, length: forms.oldFrom.bytes, growth: forms.newFrom.bytes - forms.oldFrom.bytes },
      this.forms.parts(step.to, path),
    );
    if (found.kind === "cut") return;
    if (found.kind === "part") {
      this.fillPart(state, step, { ...found, after });
      return;
    }
    const lost = Math.min(after.end - after.start, after.end - forms.newTo.bytes);
    const loss = "loss" in found ? found.loss : lost > 0 ? `${lost} characters are lost` : undefined;
    // What else is a record there may be one of another type.
    if (loss !== undefined && step.use.kind !== "exec") this.tell(state, step, { to: step.to, loss });
    if (found.kind === "apart" || lost > 0) return;
    this.cutOff(state, step, forms);
    this.arrive(state, step, { id: step.to, before, after });
  }

  private fillPart(state: State, step: FlowStep, at: FilledPart): void {
    const { id } = at.part;
    const [was, form] = [this.forms.old.form(id), this.forms.asked.form(id)];
    if (!was || !form) return;
    const { loss } = at;
    const isAlike = this.forms.isAlike(state.of, id);
    // What comes back to the item that it comes from has grown with it.
    if (id === state.origin) return;
    const needs = this.forms.needs(state.of, id, at.after);
    // Packed digits may fill bytes that are as many as before.
    if (loss === undefined)
      this.arrive(state, step, { id, before: state.before && wholeOf(was), after: isAlike ? needs : wholeOf(form) });
    else if (!isAlike) this.tell(state, step, { to: id, loss });
    else this.grow(state, step, { to: id, loss, needs, was: wholeOf(was) });
  }

  /** A group, redefinition or renaming of the same bytes holds the value as well; one that does not grow with it is told. */
  private share(state: State, shared: Shared): void {
    const { other, isHolder, isPart } = shared;
    const spans = isHolder || isPart ? this.forms.shared(state.id, state, shared) : undefined;
    if (!spans) return;
    const was = spans.was && heldAt(spans.was.span, spans.was.form);
    const now = heldAt(spans.now.span, spans.now.form);
    if (state.before && !was) return;
    // Bytes of a record of one type mean no field of another type that only happens to lie there.
    if (isPart && !isHolder && this.forms.isOtherType(state.id, shared, spans)) return;
    if (now) this.states.add({ ...state, id: other.id, before: was, after: now, of: isHolder ? state.of : other.id });
    if (!this.forms.grown.isGrown(state.id) || !isHolder) return;
    if (!now) this.outgrow(state, other.id, was);
    else if (spans.now.form.isGroup) this.enterGroup(state, shared, spans);
  }

  /** A redefinition that is too short for what it lies over. */
  private outgrow(state: State, id: string, was: Held | undefined): void {
    const [form, grown] = [this.forms.grown.form(id), this.forms.grown.form(state.id)];
    const node = itemNode(this.estate, id);
    if (!form || !grown || !node || this.forms.grown.isGrown(id)) return;
    const text = `${itemName(id)} lies over ${itemName(state.id)}: ${form.bytes} bytes for ${grown.bytes}`;
    const { file, start: line } = node;
    this.findings.put(this.findings.broken, id, { text, file, line, depth: state.depth });
    const bytes: Held = { kind: "bytes", start: 0, end: grown.bytes };
    this.growItem(state, id, { needs: form.shape.category === "numeric" ? wholeOf(grown) : bytes, was });
  }

  /** What fills a group that has a part which grows must have grown at the same place. */
  private enterGroup(state: State, { own, other }: Shared, { was, now }: SharedSpans): void {
    for (const step of this.flows.direct(other.id, "into")) {
      if (step.from === "" || (step.use.facts.path !== own.path && step.use.kind !== "pass")) continue;
      // What grows is the receiver here.
      const forms = this.forms.between(other.id, step.from);
      const growth = was ? now.form.bytes - was.form.bytes : 0;
      const bytes = { before: state.before && was?.span, after: now.span, length: was?.form.bytes ?? 0, growth };
      if (forms) this.enterFrom(state, step, { group: other.id, bytes, forms });
    }
  }

  private enterFrom(
    state: State,
    step: FlowStep,
    { group, bytes, forms }: { readonly group: string; readonly bytes: Bytes; readonly forms: Forms },
  ): void {
    const { broken } = this.findings;
    const found = moveIntoGroup(bytes, this.forms.parts(step.from, undefined));
    const told = { over: step.from, to: state.of, depth: state.depth };
    // What comes back from the item itself has grown with it.
    if (found.kind === "part" && found.part.id === state.origin) return;
    if (found.kind === "part" && found.loss !== undefined) {
      const { id } = found.part;
      const was = this.forms.old.form(id);
      this.findings.tell(broken, step, { ...told, of: id, loss: "the same bytes of another layout" });
      const needs = this.forms.needs(state.of, id, bytes.after);
      if (this.forms.isAlike(state.of, id)) this.growItem(state, id, { needs, was: was && wholeOf(was) });
    } else if (found.kind === "behind") this.findings.tell(broken, step, { ...told, of: step.from, loss: found.loss });
    else if (isShorter(state, step, forms)) {
      const loss = `brings ${forms.newTo.bytes} of ${forms.newFrom.bytes} bytes`;
      this.findings.tell(broken, step, { of: step.from, to: group, depth: state.depth, loss });
    }
  }

  private tell({ of, id, depth }: State, step: FlowStep, at: { readonly to: string; readonly loss: string }): void {
    this.findings.tell(this.findings.broken, step, { ...at, of, over: id, depth });
  }

  /** Tells a step and goes on as if its receiver held the value. */
  private grow(
    state: State,
    step: FlowStep,
    { to, loss, ...growth }: Growth & { readonly to: string; readonly loss: string },
  ): void {
    const isGrown = KEEPS.has(step.use.kind) && this.growItem(state, to, growth);
    this.tell(state, step, { to, loss: isGrown && state.depth > 0 ? `${loss}; then also too small` : loss });
  }

  /** @returns whether the item does not hold it as it is declared */
  private growItem(state: State, id: string, { needs, was }: Growth): boolean {
    const form = this.forms.asked.form(id);
    const grown = form && !form.isGroup ? grownTo(form, needs) : form;
    if (!form || !grown || isSameForm(form, grown)) return false;
    if (this.forms.grown.isGrown(id)) return true;
    const names = this.flows.namesOf(this.estate, id);
    for (const name of names) this.forms.grown.grow(name, grown);
    this.followed.add(id);
    const held = { before: state.before && (was ?? wholeOf(form)), after: neededIn(grown, needs) };
    for (const name of names)
      this.states.add({ ...held, id: name, path: undefined, depth: state.depth + 1, of: name, origin: name });
    return true;
  }
}

interface FilledPart {
  readonly part: TwofoldPart;
  readonly loss: string | undefined;
  readonly after: Bytes["after"];
}

const heldOf = (result: Moved | undefined): Held | undefined => (result?.kind === "held" ? result.held : undefined);
