import { type Random, randomOf } from "../random.ts";
import { DAMAGES, ORDERS } from "./damage.ts";
import { FORMS, type Form, type Written } from "./forms.ts";
import { damagedFrame, FRAMES, PROSE } from "./frames.ts";
import { type HunkLines, hunksOf, newSide, oldSide } from "./hunks.ts";
import { generatedRevision, type Revision } from "./revisions.ts";

export const MARK_DAMAGE = "a mark is lost or doubled";

export interface Case {
  readonly form: Form;
  readonly input: string;
  readonly revisions: readonly Revision[];
  readonly written: readonly Written[];
  /** What was done to its lines, marks and numbers; none for an edit as it should be. */
  readonly damages: readonly string[];
  /** What it stands in, which changes nothing that it says. */
  readonly frame: string;
}

export function caseOf(seed: number): Case | undefined {
  const random = randomOf(seed);
  const first = generatedRevision(random);
  const second = random.chance(0.1) ? generatedRevision(random) : undefined;
  const revisions = second === undefined || second.path === first.path ? [first] : [first, second];
  const form = random.pick(FORMS);
  const damages: string[] = [];
  const written = revisions.map(
    (revision): Written => ({
      path: revision.path,
      before: revision.before,
      hunks: damagedHunks(revision, random, damages),
      lacksFinalNewline: revision.form.ends.at(-1) === "",
    }),
  );
  if (!written.every(({ hunks }) => hunks.length > 0 && form.says(hunks) && hunks.every(changesSomething)))
    return undefined;
  const text = form.write(written, random, damages);
  return { form, ...framed(text, form, random, damages), revisions, written, damages };
}

const changesSomething = (hunk: HunkLines): boolean => oldSide(hunk).join("\n") !== newSide(hunk).join("\n");

function damagedHunks(revision: Revision, random: Random, damages: string[]): readonly HunkLines[] {
  const hunks = hunksOf(revision, random).map((hunk) => damagedHunk(hunk, revision, random, damages));
  if (hunks.length === 0 || !random.chance(0.08)) return hunks;
  const name = random.pick(Object.keys(ORDERS));
  damages.push(name);
  return ORDERS[name]?.(hunks, random) ?? hunks;
}

function damagedHunk(hunk: HunkLines, { path }: Revision, random: Random, damages: string[]): HunkLines {
  let damaged = hunk;
  for (let count = random.pick([0, 0, 0, 1, 1, 2]); count > 0; count--) {
    const name = random.pick(Object.keys(DAMAGES));
    damages.push(name);
    damaged = DAMAGES[name]?.(damaged, random, path) ?? damaged;
  }
  return damaged;
}

function framed(text: string, form: Form, random: Random, damages: string[]): Pick<Case, "input" | "frame"> {
  if (form.format === "str_replace")
    return random.chance(0.3)
      ? { input: `Here:\n\`\`\`json\n${text}\n\`\`\`\n`, frame: "in a fence" }
      : { input: text, frame: "as it is" };
  let result = text;
  if (random.chance(0.1)) {
    damages.push(MARK_DAMAGE);
    result = damagedFrame(result, form.format === "search_replace", random);
  }
  const frame = random.pick(Object.keys(FRAMES));
  const prose = random.pick(Object.keys(PROSE));
  const input = PROSE[prose]?.(FRAMES[frame]?.(result, random) ?? result) ?? result;
  return { input, frame: `${frame}, prose ${prose}` };
}
