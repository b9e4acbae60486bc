import { globToRegExp } from "../../../src/base/glob.ts";
import { compileIgnoreRules } from "../../../src/engines/text/gitignore.ts";
import { type CaseReport, loadCases, Tally } from "./security-tally.ts";

interface IgnoreCase {
  readonly id: string;
  readonly kind: "gitignore" | "glob" | "glob-list" | "wildmatch";
  readonly gitignore?: readonly string[] | string;
  readonly pattern?: string;
  readonly path?: string;
  readonly text?: string;
  readonly files?: readonly string[];
  readonly opts?: { readonly name?: string; readonly nocase?: boolean; readonly dot?: boolean };
  readonly expect: {
    readonly ignored?: Readonly<Record<string, boolean>>;
    readonly match?: boolean;
    readonly wildmatch?: boolean;
    readonly matches?: readonly string[];
  };
}

/** The rules that our own walker and `find_files` use. Only `gitignore` promises to agree in full: the globs of ripgrep,
 *  minimatch and git are dialects of their own (negation, extended globs), shown for comparison. */
export async function run(casesFolder: string, verbose: boolean): Promise<CaseReport> {
  const tally = new Tally("ignore");
  for (const entry of loadCases<IgnoreCase>(casesFolder, "ignore/open.json")) {
    const problem = problemOf(entry);
    tally.mark(entry.kind, { passed: problem === "", id: entry.id, note: `${entry.pattern ?? ""} ${problem}` });
  }
  return tally.report(verbose);
}

function problemOf(entry: IgnoreCase): string {
  if (entry.kind === "gitignore") {
    const text = [entry.gitignore ?? []].flat().join("\n");
    const wrong = Object.entries(entry.expect.ignored ?? {}).filter(
      ([path, ignored]) => isIgnored(text, path) !== ignored,
    );
    return wrong.length === 0 ? "" : `${JSON.stringify(text)} ${JSON.stringify(wrong)}`;
  }
  const ignoreCase = entry.opts?.nocase === true || entry.opts?.name === "CASEI";
  const expression = globToRegExp(entry.pattern ?? "", { ignoreCase });
  const matches = (path: string): boolean => expression?.test(path) ?? path === entry.pattern;
  if (entry.kind === "glob-list") {
    const found = (entry.files ?? []).filter(
      (path) => matches(path) || (path.endsWith("/") && matches(path.slice(0, -1))),
    );
    const wanted = entry.expect.matches ?? [];
    return JSON.stringify(found.toSorted()) === JSON.stringify([...wanted].toSorted())
      ? ""
      : `found ${JSON.stringify(found)}`;
  }
  const wanted = entry.expect.match ?? entry.expect.wildmatch;
  return matches(entry.path ?? entry.text ?? "") === wanted ? "" : `on ${JSON.stringify(entry.path)}: ${!wanted}`;
}

/** As the walker decides: folder by folder, never into an ignored one. */
function isIgnored(text: string, path: string): boolean {
  const rules = compileIgnoreRules(text);
  const names = path.split("/").filter((name) => name !== "");
  return names.some((_name, index) => {
    const isFolder = index < names.length - 1 || path.endsWith("/");
    return rules.verdict(names.slice(0, index + 1).join("/"), isFolder) === "ignored";
  });
}
