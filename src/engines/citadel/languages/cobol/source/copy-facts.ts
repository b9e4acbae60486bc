import type { Problem } from "../../../model.ts";
import type { FactsBuilder } from "../facts-builder.ts";
import type { Program } from "../program.ts";
import type { CopyFact } from "./copy.ts";

/** The file's own COPY and INCLUDE statements as references; returns the paths of all expanded members. */
export function copyFacts(
  builder: FactsBuilder,
  path: string,
  programs: readonly Program[],
  keys: readonly string[],
): string[] {
  const members = new Set<string>();
  for (const copy of builder.expansion.copies) {
    if (copy.found) members.add(copy.found);
    if (copy.source !== 0) continue;
    const owner = programs.findLastIndex((program) => copy.row >= program.row && copy.row <= program.endRow + 1);
    const key = keys[owner] ?? keys[0] ?? "";
    builder.references.push({
      kind: "copies",
      from: key,
      name: copy.name,
      targets: ["copybook"],
      line: copy.line,
      resolved: copy.found ? "exact" : "unresolved",
      ...(copy.found === undefined && { reason: "no member of that name in the estate" }),
      text: `${copy.verb} ${copy.name}${copy.library ? ` OF ${copy.library}` : ""}`,
      detail: detailOf(copy),
    });
  }
  members.delete(path);
  return [...members];
}

const detailOf = ({ verb, library, replaces, found, others, cycle }: CopyFact) => ({
  verb,
  ...(library !== undefined && { library }),
  ...(replaces && { replacing: true }),
  ...(found !== undefined && { member: found }),
  ...(others.length > 0 && { others }),
  ...(cycle && { cycle: true }),
});

/** Copybooks of the file itself that are missing, or that several libraries hold. */
export function missingMembers(copies: readonly CopyFact[]): Problem[] {
  const problems: Problem[] = [];
  for (const copy of copies) {
    if (copy.source !== 0) continue;
    if (!copy.found) problems.push({ line: copy.line, message: `copybook ${copy.name} was not found` });
    else if (copy.others.length > 0)
      problems.push({
        line: copy.line,
        message: `copybook ${copy.name} is in several places; ${copy.found} was taken, not ${copy.others.join(", ")}`,
      });
  }
  return problems;
}
