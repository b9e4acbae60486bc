import { afterAll, beforeAll, expect, test } from "vitest";
import { answerOfGuide } from "./asked-guide.ts";
import { commitAs, gitAs } from "./git-history.ts";
import { makePlace, type Place, putFiles } from "./run-waymark.ts";

/** A small library whose commits say what they did, with marks on its tests and a refusal in its code. */
let place: Place;

const HAUL = [
  'DEFAULT_ANCHOR_FILE = "anchor.cfg"',
  "",
  "",
  "def read_anchor(path):",
  "    if not path:",
  "        if os.path.exists(DEFAULT_ANCHOR_FILE):",
  "            path = DEFAULT_ANCHOR_FILE",
  "        else:",
  '            log.error("No anchor was given and no {} lies here".format(DEFAULT_ANCHOR_FILE))',
  "            sys.exit(2)",
  "    return path",
  "",
  "",
  "def haul(path):",
  "    return read_anchor(path)",
  "",
  "",
  "def improve(path):",
  "    return list(map(read_anchor, [path]))",
  "",
  "",
  "def lower():",
  "    pass",
  "",
];
const TESTS = [
  "@pytest.mark.harbour",
  "def test_first_haul():",
  "    pass",
  "",
  "@pytest.mark.harbour",
  "def test_second_haul():",
  "    pass",
  "",
  "@gale_only",
  "def test_storm():",
  "    pass",
  "",
];

beforeAll(() => {
  place = makePlace({
    "pyproject.toml":
      '[project]\nname = "kedge"\n\n[tool.pytest.ini_options]\nmarkers = ["harbour: mark tests that need internet access"]\n',
    "kedge/haul.py": HAUL.join("\n"),
  });
  gitAs("Ann", place, "init", "-q");
  commitAs("Ann", place, "Begin");
  gitAs("Ann", place, "tag", "v1.0.0");
  putFiles(place.cwd, { "kedge/rope.py": 'ROPE = "--slack-rope"\n' });
  commitAs("Bob", place, "Add slack rope option");
  commitAs("Ann", place, "Add test for the slack rope option");
  gitAs("Ann", place, "tag", "v1.1.0");
  putFiles(place.cwd, {
    "tests/test_haul.py": TESTS.join("\n"),
    "tests/test_rope_leak.py": "@pytest.mark.harbour\ndef test_rope():\n    pass\n",
  });
  commitAs("Cid", place, "Remove support for Windlass 3");
  putFiles(place.cwd, { "capstan-lifts/lift.py": "# A sleepy lift.\n", "capstan-lifts/chain.py": "LINKS = 3\n" });
  commitAs("Dot", place, "More of everything");
  commitAs("Cid", place, "Merge pull request #12 from kedge/rope");
});
afterAll(() => place.remove());

const ANSWERS: readonly (readonly [question: string, says: RegExp, saysNot?: RegExp])[] = [
  ["when was the slack rope option added, and by whom?", /- \S+ \S+ Bob: Add slack rope option\n\n.*v1\.1\.0/],
  ["who contributed the --slack-rope flag?", /Bob: Add slack rope option/, /Nearest in this folder/],
  ["quando foi removido o suporte a Windlass 3, e por quem?", /Cid: Remove support for Windlass 3/],
  [
    "when did the sleepy capstan part come in, and who committed it?",
    /the folder capstan-lifts: its path says "capstan", and "sleepy" stands in lines[^\n]*\n[^\n]*capstan-lifts, 2 of them[^\n]*\n- \S+ \S+ Dot: More of everything/,
  ],
  [
    "when did rope.py get in and who put it there?",
    /added kedge\/rope\.py[^\n]*\n- \S+ \S+ Bob: Add slack rope option/,
  ],
  ["since when is there a tests folder?", /added tests[^\n]*\n- \S+ \S+ Cid: Remove support for Windlass 3/],
  ["when did ropes get their own module?", /added kedge\/rope\.py[^\n]*\n- \S+ \S+ Bob: Add slack rope option/],
  ["who came up with read_anchor?", /- \S+ \S+ Ann: Begin/],
  [
    "desde quando existe o ficheiro rope.py?",
    /acrescentou kedge\/rope\.py[^\n]*\n- \S+ \S+ Bob: Add slack rope option/,
  ],
  ["quem trouxe o read_anchor?", /- \S+ \S+ Ann: Begin/],
  ["who changed kedge/haul.py the most?", /\(1\):\n- Ann: 1 commits/],
  ["who wrote line 4 of kedge/haul.py?", /kedge\/haul\.py:4 \(git blame\) \(1\):\n- \S+ \S+ Ann: Begin/],
  [
    "I want to change what read_anchor returns - who depends on it?",
    /kedge\/haul\.py:15[\s\S]*kedge\/haul\.py:19/,
    /asks for a change/,
  ],
  ["what depends on read_anchor?", /kedge\/haul\.py:15/, /declared dependency/],
  [
    "How many tests need internet access, and which file has most of them?",
    /3 in 2 files: tests\/test_haul\.py 2[\s\S]*Most are in tests\/test_haul\.py, 2 of 3/,
    /by 0/,
  ],
  ["which tests only run in a gale?", /test_storm/, /test_first/],
  ["which file has the most functions?", /Most are in kedge\/haul\.py, 4 of/],
  ["is there a test against rope leaks?", /tests\/test_rope_leak\.py:1/, /no file of tests is named/],
  [
    "what happens when I haul and there is no anchor.cfg?",
    /kedge\/haul\.py:\d+-10[\s\S]*sys\.exit\(2\)[\s\S]*DEFAULT_ANCHOR_FILE = "anchor\.cfg"/,
  ],
  [
    "which default anchor file does it take?",
    /^Constants that are called so \(1\):\n- kedge\/haul\.py:1 {2}DEFAULT_ANCHOR_FILE = "anchor\.cfg"/m,
  ],
  ["who approved pull request 12?", /^That is not in this folder: [\s\S]*Merge pull request #12/m],
  ["how long do the tests take to run?", /^That is not in this folder: how long/m],
  ["when will the next version be released?", /not in this folder[\s\S]*v1\.\d\.0/],
  ["what does haul read?", /./, /mainframe/],
];

test.for(ANSWERS)("%s", { timeout: 60_000 }, async ([question, says, saysNot]) => {
  const said = await answerOfGuide(question, place);
  expect(said).toMatch(says);
  if (saysNot) expect(said).not.toMatch(saysNot);
});
