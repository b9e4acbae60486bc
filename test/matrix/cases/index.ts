import { run as calls } from "./calls.ts";
import type { CaseSet } from "./case-set.ts";
import { editCases } from "./edits.ts";
import { run as ignore } from "./ignore.ts";
import { run as json } from "./json.ts";
import { run as layouts } from "./layouts.ts";
import { run as paths } from "./security-paths.ts";
import { run as secrets } from "./security-secrets.ts";
import { run as shell } from "./security-shell.ts";
import { run as terminal } from "./security-terminal.ts";
import { run as urls } from "./security-urls.ts";
import { run as sse } from "./sse.ts";

type LineRunner = (
  casesFolder: string,
  verbose: boolean,
) => Promise<{ readonly unsafe: number; readonly lines: readonly string[] }>;

/** A set that prints its own table as lines. */
function lineSet(name: string, run: LineRunner): CaseSet {
  return {
    name,
    async run(folder, isVerbose) {
      const { unsafe, lines } = await run(folder, isVerbose);
      return { lines, wrongPlace: unsafe };
    },
  };
}

/** Every set that `npm run cases` knows, in the order in which it reports. */
export const CASE_SETS: readonly CaseSet[] = [
  editCases,
  lineSet("calls", calls),
  lineSet("json", json),
  lineSet("sse", sse),
  lineSet("ignore", ignore),
  lineSet("shell", shell),
  lineSet("paths", paths),
  lineSet("secrets", secrets),
  lineSet("terminal", terminal),
  lineSet("urls", urls),
  lineSet("layouts", layouts),
];
