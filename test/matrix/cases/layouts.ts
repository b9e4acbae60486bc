import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type Layout, runLayout } from "../../e2e/red-team/run-layout.ts";
import { type CaseReport, loadCases, Tally } from "./security-tally.ts";

const AT_ONCE = 4;

/** Hostile folders against the built binary; needs `npm run build` first. */
export async function run(casesFolder: string, verbose: boolean): Promise<CaseReport> {
  const tally = new Tally("layouts");
  if (!existsSync("dist/main.js"))
    return { unsafe: 1, lines: ["dist/main.js is not there: run `npm run build` first."] };
  const folder = join(casesFolder, "security");
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => /^layouts\..*\.json$/.test(name)) : [];
  const layouts = files.flatMap((name) => loadCases<Layout>(casesFolder, `security/${name}`));
  const judge = async (layout: Layout): Promise<void> => {
    const { passed, problems } = await runLayout(layout);
    const group = layout.soft === true ? `${layout.category} (soft)` : layout.category;
    const unsafe = problems.some((problem) => /canary|started|sink|yes|default one|not stopped/.test(problem));
    tally.mark(group, { passed, unsafe, id: `${layout.id} ${layout.name}`, note: problems.join("; ") });
  };
  const waiting = layouts.values();
  const work = async (): Promise<void> => {
    for (const layout of waiting) await judge(layout);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return tally.report(verbose);
}
