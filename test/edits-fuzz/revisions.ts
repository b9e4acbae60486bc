import type { Random } from "../random.ts";
import { type FileForm, formOf } from "./file-bytes.ts";
import { KINDS, type Kind } from "./kinds.ts";

/** A file before and after a change, as lines without their ends, and how the one before is written. */
export interface Revision {
  readonly path: string;
  readonly form: FileForm;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const LINES_MAX = 300;

/** A made-up file of a kind that is hard to edit, and a copy of it as a commit changes one. */
export function generatedRevision(random: Random): Revision {
  const kind = random.pick(KINDS);
  const before = kind.lines(random).slice(0, LINES_MAX);
  let after = [...before];
  for (let change = 1 + random.below(6); change > 0; change--) after = changed(after, before, kind, random);
  return {
    path: kind.path,
    form: formOf(before, kind.encodings ?? ["utf-8"], random),
    before,
    after: after.length === 0 ? ["left"] : after,
  };
}

function changed(lines: readonly string[], before: readonly string[], kind: Kind, random: Random): string[] {
  const at = random.below(lines.length);
  const line = lines[at] ?? "";
  const some = 1 + random.below(4);
  switch (random.below(8)) {
    case 0:
      return lines.toSpliced(at, some);
    case 1:
      return lines.toSpliced(at, 0, kind.altered(random.pick(before), random));
    case 2:
      return lines.toSpliced(at, 0, random.pick(before), kind.altered(line, random));
    case 3:
      return lines.toSpliced(at, 0, ...lines.slice(at, at + some));
    case 4: {
      const block = lines.slice(at, at + some);
      const rest = lines.toSpliced(at, some);
      return rest.toSpliced(random.below(rest.length + 1), 0, ...block);
    }
    case 5:
      return lines.map((one, index) => (index >= at && index < at + some && one !== "" ? kind.indent + one : one));
    default:
      return lines.toSpliced(at, 1, kind.altered(line, random));
  }
}
