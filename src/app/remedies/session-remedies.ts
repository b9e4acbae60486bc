import { changeRemedies, readRemedies } from "../../adapters/remedies/remedy-file.ts";
import { writtenPaths } from "../../core/permissions/accesses.ts";
import type { Remedies, SettledCall } from "../../core/ports/remedies.ts";
import { type CallForm, formOf } from "../../engines/remedies/call-form.ts";
import {
  FAILURE_KINDS,
  type Failure,
  type FailureKind,
  failureKey,
  failureOf,
} from "../../engines/remedies/failure.ts";
import { mended, mendOf, type TriedCall } from "../../engines/remedies/mend.ts";
import { isKeepable, isTold, type Remedy, remedyText, withRemedy } from "../../engines/remedies/remedy.ts";

export interface RemedyPlace {
  readonly path: string;
  /** Without secrets: a word that this changes is not kept. */
  readonly masked: (text: string) => Promise<string>;
  /** Whether there is something at a path below the working folder. */
  readonly exists: (path: string) => Promise<boolean>;
  /** YYYY-MM-DD */
  readonly today: () => string;
}

/** Failed calls that a later one may mend; of an older one it could only be guessed. */
const PENDING_MAX = 16;
const CALLS_BETWEEN_MAX = 30;
/** A change that was refused once is mostly mended by looking again, which is no other way. */
const REFUSALS_MIN = 2;

/** Tests that are red did run: a program or a script that was missing is found then. */
const RUNS_AT_ALL: readonly FailureKind[] = ["program-missing", "name-missing"];

interface Pending extends TriedCall {
  readonly atCall: number;
  readonly times: number;
  /** What was told of it. */
  readonly told?: Remedy;
}

/** Learns the remedies of one session. */
export class SessionRemedies implements Remedies {
  readonly #place: RemedyPlace;
  #pending: readonly Pending[] = [];
  #calls = 0;

  constructor(place: RemedyPlace) {
    this.#place = place;
  }

  async settled({ call, accesses, result }: SettledCall): Promise<string> {
    this.#calls++;
    if (!result.failed && this.#pending.length === 0) return "";
    const { display } = result;
    const written = writtenPaths(accesses);
    const command = display.kind === "command" ? { text: display.command, folder: display.cwd ?? "." } : undefined;
    const form = formOf({ name: call.name, input: call.input, written, ...(command && { command }) });
    if (form === undefined) return "";
    this.#pending = this.#pending.filter(({ atCall }) => this.#calls - atCall <= CALLS_BETWEEN_MAX);
    if (result.failed) return this.#failed(form, result.text);
    await this.#mends(form);
    return "";
  }

  async #failed(form: CallForm, text: string): Promise<string> {
    const blamed = failureOf(form, text);
    if (blamed === undefined) await this.#mends(form, RUNS_AT_ALL);
    if (blamed === undefined) return "";
    await this.#countMisses(form);
    const key = failureKey(blamed.failure);
    const before = this.#pending.find(({ failure }) => failureKey(failure) === key);
    const times = (before?.times ?? 0) + 1;
    const known = await this.#seen(blamed.failure);
    const told = known !== undefined && this.#isDue(known, times) && (await this.#fits(known)) ? known : undefined;
    const pending = { form, ...blamed, times, atCall: this.#calls, ...(told && { told }) };
    this.#pending = [...this.#pending.filter((one) => one !== before), pending].slice(-PENDING_MAX);
    return told === undefined ? "" : `(Met here before: ${remedyText(told)}.)`;
  }

  /** A change is refused for the same reason again only when it is refused again. */
  #isDue(remedy: Remedy, times: number): boolean {
    return isTold(remedy) && (remedy.failure.kind !== "change-refused" || times >= REFUSALS_MIN);
  }

  /** What it names must still be there. */
  async #fits({ failure: { kind, folder }, worked: [path = ""] }: Remedy): Promise<boolean> {
    if (kind !== "path-missing") return true;
    return this.#place.exists(folder === "." || path.startsWith("/") ? path : `${folder}/${path}`);
  }

  async #seen(failure: Failure): Promise<Remedy | undefined> {
    return this.#update(failure, (known) => ({ ...known, seen: known.seen + 1, last: this.#place.today() }));
  }

  /** Changes what is kept of a failure, where something is. */
  async #update(failure: Failure, change: (known: Remedy) => Remedy): Promise<Remedy | undefined> {
    const key = failureKey(failure);
    const known = readRemedies(this.#place.path).find((one) => failureKey(one.failure) === key);
    if (known === undefined) return undefined;
    await changeRemedies(this.#place.path, (list) =>
      // Another session, or the person, may have taken it away meanwhile.
      list.map((one) => (failureKey(one.failure) === key ? change(one) : one)),
    );
    return known;
  }

  /** What was told and taken, and failed, too. */
  async #countMisses(form: CallForm): Promise<void> {
    if (form.kind !== "command") return;
    for (const pending of this.#pending)
      if (pending.told && mended(pending, pending.told.worked) === form.words.join(" "))
        await this.#update(pending.failure, (known) => ({ ...known, missed: known.missed + 1 }));
  }

  /** @param kinds  of the failures that it can have mended */
  async #mends(form: CallForm, kinds: readonly FailureKind[] = FAILURE_KINDS): Promise<void> {
    for (const pending of this.#pending.toReversed()) {
      if (!kinds.includes(pending.failure.kind)) continue;
      const worked = mendOf(pending, form);
      const isAsBefore = worked === undefined && isSameCall(pending.form, form);
      if (worked === undefined && !isAsBefore) continue;
      this.#pending = this.#pending.filter((one) => one !== pending);
      if (worked !== undefined) await this.#learn(pending, worked);
    }
  }

  async #learn({ failure, blamed, times, told }: Pending, worked: readonly string[]): Promise<void> {
    if (told !== undefined && told.worked.join(" ") === worked.join(" ")) {
      await this.#update(failure, (known) => ({ ...known, used: known.used + 1 }));
      return;
    }
    if (failure.kind === "change-refused" && times < REFUSALS_MIN) return;
    const learned = { failure, blamed, worked, seen: times, used: 0, missed: 0, last: this.#place.today() };
    const text = [failure.folder, ...failure.words, ...blamed, ...worked].join(" ");
    if (!isKeepable(learned) || (await this.#place.masked(text)) !== text) return;
    await changeRemedies(this.#place.path, (list) => withRemedy(list, learned));
  }
}

function isSameCall(one: CallForm, other: CallForm): boolean {
  if (one.kind === "command") return other.kind === "command" && one.words.join(" ") === other.words.join(" ");
  if (other.kind === "command" || one.tool !== other.tool) return false;
  return one.names.join() === other.names.join() && one.written.join() === other.written.join();
}
