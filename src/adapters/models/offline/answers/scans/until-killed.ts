import { isComment } from "../../../../../engines/passages/code-lines.ts";
import { isAside } from "../../aside.ts";
import type { Looking } from "../../looking.ts";
import type { CitedLine } from "../../result-text.ts";
import { type Answer, answered, cited, listedInOrder, search } from "../answer.ts";
import { CODE_FILES, isApart } from "../code-files.ts";
import { readSources, type SourceFile } from "../facts/source-files.ts";
import { fullName, type Unit, unitsOf } from "../facts/units.ts";

const KILLS = /\.kill\(|\bkill\w*\(|\.terminate\(|SIGKILL|SIGTERM|\bKill\(\)|destroyForcibly\(/;
const SEARCHED = String.raw`\.kill\(|\.terminate\(|SIGKILL|\.Kill\(\)|destroyForcibly\(`;
const HARD = /\.kill\(\s*\)|SIGKILL|\.Kill\(\)|destroyForcibly\(|\bkill\w*\(/;
/** Waits with a bound that the line gives, in the unit that its language counts in. */
const WAITS: readonly (readonly [form: RegExp, unit: "s" | "ms"])[] = [
  [/(?:fail_after|move_on_after|wait_for|sleep)\(\s*(?:[\w.]+\(\)?,\s*)?(\d[\d_.]*)\s*\)/, "s"],
  [/\btimeout\s*=\s*(\d[\d_.]*)/, "s"],
  [/setTimeout\(.*?,\s*(\d[\d_]*)\s*\)|\btimeout:\s*(\d[\d_]*)|\bdelay\(\s*(\d[\d_]*)/, "ms"],
  [/(\d+)\s*\*\s*time\.Second|WithTimeout\([^,]+,\s*(\d+)\s*\*\s*time\.Second/, "s"],
  [/awaitTermination\(\s*(\d+),\s*TimeUnit\.SECONDS|waitFor\(\s*(\d+),\s*TimeUnit\.SECONDS/, "s"],
];
const FILES_MAX = 30;

/** A wait or a blow, with what a wait is for where that stands in the next line. */
interface Step {
  readonly line: CitedLine;
  /** Of a wait for the end of the process. */
  readonly seconds?: number;
}

interface Ending {
  readonly unit: Unit;
  readonly steps: readonly Step[];
  readonly isHard: boolean;
}

/** How long a process is waited for until it is killed: each wait and each blow of the function that does it, in their order. */
export function* untilKilledAnswer(): Looking<Answer | undefined> {
  const { lines } = yield* search(SEARCHED, { glob: CODE_FILES, ignore_case: false });
  const paths = [...new Set(lines.map(({ path }) => path))].filter((path) => !isAside(path) && !isApart(path));
  const files = yield* readSources(paths.slice(0, FILES_MAX));
  const endings = files.flatMap(endingsIn);
  const [best] = endings.toSorted((one, other) => worth(other) - worth(one));
  if (!best || worth(best) < WORTH_MIN) return undefined;
  const last = best.steps.findLastIndex(({ line }) => HARD.test(line.text));
  const before = best.steps.slice(0, last < 0 ? undefined : last);
  const waits = before.flatMap(({ seconds }) => seconds ?? []);
  if (waits.length === 0) return undefined;
  const sum = waits.reduce((all, one) => all + one, 0);
  return answered(
    `Until it is killed it may take ${waits.map((one) => `${one} s`).join(" + ")}${waits.length > 1 ? ` = ${sum} s` : ""}, if each wait of these lasts to its end:`,
    listedInOrder(
      `Waits and signals of ${fullName(best.unit)}, in order`,
      best.steps.map(({ line }) => cited(line)),
    ),
  );
}

const WORTH_MIN = 2;

const worth = ({ steps, isHard }: Ending): number =>
  steps.some(({ seconds }) => seconds !== undefined) ? steps.length + (isHard ? 2 : 0) : 0;

function endingsIn({ lines }: SourceFile): readonly Ending[] {
  return unitsOf(lines)
    .filter(({ kind }) => kind === "function")
    .flatMap((unit): readonly Ending[] => {
      const own = lines.slice(unit.at + 1, unit.end + 1).filter(({ path, text }) => !isComment(path, text));
      const steps = own.flatMap((line, at) => stepAt(line, own[at + 1]));
      const kills = steps.filter(({ line }) => KILLS.test(line.text));
      return kills.length === 0 ? [] : [{ unit, steps, isHard: kills.some(({ line }) => HARD.test(line.text)) }];
    });
}

function stepAt(line: CitedLine, next: CitedLine | undefined): readonly Step[] {
  const seconds = secondsOf(line.text);
  if (seconds === undefined) return KILLS.test(line.text) ? [{ line }] : [];
  const text = /[:{]\s*$/.test(line.text) && next ? `${line.text.trim()} ${next.text.trim()}` : line.text;
  return [{ line: { ...line, text }, ...(OF_END.test(text.replace(/\w+_(?=for|after|on)/g, "")) ? { seconds } : {}) }];
}

/** What says that the end of something is waited for. */
const OF_END = /\bwait(?:pid|For|_for)?\(|\bjoin\(|\bexit|\bclose|\bdone\b|\bend\b|setTimeout|timeout/i;

function secondsOf(text: string): number | undefined {
  for (const [form, unit] of WAITS) {
    const said = form
      .exec(text)
      ?.slice(1)
      .find((group) => group !== undefined);
    if (said !== undefined) return Number(said.replaceAll("_", "")) / (unit === "ms" ? 1000 : 1);
  }
  return undefined;
}
