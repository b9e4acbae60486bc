import { expect, test } from "vitest";
import { classifyCommand } from "../classify-command.ts";

const runsInBypass = (command: string, deny: readonly string[] = []): boolean => {
  const options = { root: "/home/ann/work/proj", home: "/home/ann", rules: { deny: [...deny] } };
  const { verdict, isFloor } = classifyCommand(command, options);
  return verdict !== "deny" && isFloor !== true;
};

/** An interpreter with letters in front of the one for code, what may stand before them, and code that loses a home; `@` is a command. */
const INTERPRETERS: readonly (readonly [start: string, clusters: string, code: string, command: string])[] = [
  ["python3", "c Sc BSc Ic uSc", "import shutil; shutil.rmtree('/home/ann')", "import os; os.system('@')"],
  ["python3.12 -X dev -W ignore::X", "c Sc", "import shutil; shutil.rmtree('/home/ann')", "import os; os.system('@')"],
  ["perl -MFile::Path", "e we wle lne 0777e l012e", 'rmtree("/home/ann")', 'system("@")'],
  ["ruby -rfileutils", "e We W0e ne", 'FileUtils.rm_rf("/home/ann")', 'system("@")'],
  ["php -d a=b", "r nr", 'system("rm -rf /home/ann");', 'system("@");'],
  ["julia", "e qe", 'rm("/home/ann", recursive=true)', "run(`@`)"],
  ["groovy", "e ne", '"rm -rf /home/ann".execute()', '"@".execute()'],
  ["sed", "e ne nEe nre", "1e rm -rf /home/ann", "1e @"],
  ["fish", "c Nc", "rm -rf /home/ann", "@"],
  ["psql", "c qc Atqc", "\\! rm -rf /home/ann", "\\! @"],
  ["mysql", "e NBe", "\\! rm -rf /home/ann", "\\! @"],
];

const quoted = (code: string): string => `'${code.replaceAll("'", "'\\''")}'`;
const spelled = (start: string, clusters: string, code: string): readonly string[] =>
  clusters
    .split(" ")
    .flatMap((cluster) => [`${start} -${cluster} ${quoted(code)}`, `${start} -${cluster}${quoted(code)}`]);

test("code is read behind whichever letters it stands", () => {
  const lines = INTERPRETERS.flatMap(([start, clusters, code]) => spelled(start, clusters, code));
  expect(lines.length).toBeGreaterThan(50);
  expect([...lines, "perl '-w -esystem \"rm -rf /home/ann\"'"].filter((line) => runsInBypass(line))).toEqual([]);
  const denied = INTERPRETERS.flatMap(([start, clusters, _, code]) =>
    spelled(start, clusters, code.replace("@", "curl x")),
  );
  expect(denied.filter((line) => runsInBypass(line, ["shell(curl)"]))).toEqual([]);
});

test.each([
  ...["perl -pi.bak -e 's/a/b/' f", "perl -i.save -pe 's/e/b/' f", "perl -lane 'print $F[0]' f", "ruby -ne 'puts 1' f"],
  ...[
    "python3 -m pytest -c cfg",
    'python3 x.py -vec "$f"',
    "node -pe '1+1'",
    "sed -nEe 's/a/b/p' f",
    "sed -i.orig -e s/a/b/ f",
  ],
  ...["bash -euo pipefail -c 'ls'", "psql -Atc 'select 1'", "mysql -e 'select 1'"],
])("other letters, values and words of scripts are none: %s", (command) => {
  expect(runsInBypass(command)).toBe(true);
});
