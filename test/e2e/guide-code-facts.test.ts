import { afterAll, beforeAll, expect, test } from "vitest";
import { askGuide } from "./asked-guide.ts";
import { makePlace, type Place, putFiles } from "./run-waymark.ts";

/** A package of TypeScript and one of Python, as their users ask about them. */
let place: Place;

const FILES: Readonly<Record<string, string>> = {
  "package.json": JSON.stringify(
    {
      name: "kedge",
      version: "2.0.0",
      peerDependencies: { rope: "^3.0.0" },
      scripts: { check: "npm run lint && npm run units", lint: "eslint", units: "vitest" },
    },
    null,
    2,
  ),
  "source/index.ts": 'export { haulAlone } from "./alone.ts";\nexport { BuoyHandle } from "./buoy.ts";\n',
  "source/alone.ts": "export function haulAlone(): void {}\n",
  "source/winch.ts": [
    "export type TideEvent =",
    '  | "flood"',
    '  | "ebb";',
    "",
    "/** Pulls. */",
    "export interface Winch {",
    "  /** Lets the rope out. */",
    "  veer(metres: number): void;",
    "  /** Holds it. */",
    "  brake?(): void;",
    "  grease?(): void;",
    "}",
    "",
    "export type HaulOptions = {",
    "\t/**",
    "\tHow often a haul is tried.",
    "",
    "\t@default 3",
    "\t*/",
    "\tattempts?: number;",
    "};",
    "",
    "export class HaulError extends Error {",
    "  static tooHeavy(): HaulError {",
    "    return new HaulError('E-417');",
    "  }",
    "}",
    "",
  ].join("\n"),
  "source/buoy.ts": [
    "export interface BuoyPaint {",
    "  colour: string;",
    "}",
    "",
    "/** A buoy that is out. */",
    "export class BuoyHandle {",
    "  /** Waits until it is dry. */",
    "  waitForSun(): void {",
    "    this.sun();",
    "  }",
    "",
    "  /** Paints the buoy. */",
    "  paintBuoy(params: BuoyPaint): void {",
    "    this.paint(params);",
    "  }",
    "}",
    "",
  ].join("\n"),
  "kedge/faults.py": [
    "class KedgeError(Exception):",
    '    """What all are made from."""',
    "",
    "class AnchorError(KedgeError):",
    '    """It drags."""',
    "",
    "class LostAnchorError(AnchorError):",
    "    pass",
    "",
  ].join("\n"),
  "kedge/options.py": [
    "from dataclasses import dataclass",
    "",
    "DEFAULT_DRAG_LIMIT = 40",
    "",
    "@dataclass",
    "class AnchorOptions:",
    "    chain: str",
    "    drag_limit: int | None = None",
    '    """How far it may drag."""',
    "    swivel: bool = True",
    "",
  ].join("\n"),
  "CHANGELOG.md":
    "# Changes\n\n## 2.0.0\n\n### Breaking\n\n- Ropes are counted in metres.\n\n### Fixes\n\n- A winch stops.\n\n## 1.9.0\n\n- Winches are green.\n",
  ".github/workflows/test.yml": [
    "name: Test",
    "on:",
    "  pull_request:",
    "  schedule:",
    "    - cron: '0 3 * * *'",
    "jobs:",
    "  units:",
    "    runs-on: ${{ matrix.os }}",
    "    strategy:",
    "      matrix:",
    "        os: [ubuntu-latest, windows-latest]",
    "        python-version:",
    '          - "3.11"',
    '          - "3.13"',
    "",
  ].join("\n"),
  ".github/workflows/docs.yml": "name: Docs\non: push\njobs:\n  x:\n    runs-on: macos-latest\n",
};

beforeAll(() => {
  place = makePlace();
  putFiles(place.cwd, FILES);
});
afterAll(() => place.remove());

test.each([
  [
    "How do source/alone.ts and source/index.ts fit together?",
    /^source\/index\.ts names source\/alone\.ts \(1\):\n- source\/index\.ts:1 {2}export \{ haulAlone \} from/m,
  ],
  [
    "Which methods of the winch interface are optional?",
    /^Winch, source\/winch\.ts:6: optional methods of 3 \(2\):\n- source\/winch\.ts:10 {2}brake\?\(\): void {2}# Holds it\.\n- source\/winch\.ts:11 {2}grease/m,
  ],
  [
    "Which methods does Winch have besides veer?",
    /^Winch, source\/winch\.ts:6: methods of 3 \(2\):\n- source\/winch\.ts:10 {2}brake[^\n]*\n- source\/winch\.ts:11 {2}grease\?\(\): void$/m,
  ],
  [
    "Which tide events are there?",
    /^TideEvent, source\/winch\.ts:1: values \(2\):\n- source\/winch\.ts:2 {2}flood\n- source\/winch\.ts:3 {2}ebb$/m,
  ],
  [
    "Which fields of AnchorOptions are required?",
    /AnchorOptions, kedge\/options\.py:6: required fields of 3 \(1\):\n- kedge\/options\.py:7 {2}chain: str$/m,
  ],
  [
    "How often is a haul tried by default?",
    /^Defaults that are given here \(1\):\n- source\/winch\.ts:20 {2}attempts\?: number \(default 3\) {1,2}# How often a haul is tried\./m,
  ],
  [
    "What is the default drag limit?",
    /^Defaults that are given here \(2\):\n(?=[\s\S]*options\.py:3 {2}DEFAULT_DRAG_LIMIT = 40)(?=[\s\S]*options\.py:8 {2}drag_limit)/m,
  ],
  [
    "What changed in 2.0.0?",
    /^CHANGELOG\.md:3 {2}## 2\.0\.0 says \(4\):\n[\s\S]*CHANGELOG\.md:7 {2}- Ropes are counted in metres\.\n[\s\S]*:11 {2}- A winch stops\./m,
  ],
  [
    "What changed in the latest release, anything breaking?",
    /^CHANGELOG\.md:3 {2}## 2\.0\.0 says \(4\):\n(?![\s\S]*marked as breaking)[\s\S]*CHANGELOG\.md:7 {2}- Ropes/m,
  ],
  ["O que mudou na última versão?", /^CHANGELOG\.md:3 {2}## 2\.0\.0 diz \(4\):/m],
  [
    "Which exceptions are there and which one is the base?",
    /^Classes of errors, each below what it is made from \(4\):\n(?=[\s\S]*HaulError extends Error)[\s\S]*faults\.py:1 {2}class KedgeError\(Exception\) {2}# What all are made from\.\n- {3}kedge\/faults\.py:4 {2}class AnchorError\(KedgeError\)[^\n]*\n- {5}kedge\/faults\.py:7 {2}class LostAnchorError/m,
  ],
  [
    "error codes list",
    /^Codes that errors are made with \(1\):\n- source\/winch\.ts:24 {2}'E-417' {2}HaulError\.tooHeavy$/m,
  ],
  [
    "painting buoys and waiting for sun on them: which methods and what params do they take?",
    /^Functions that are named so \(2\):\n(?=[\s\S]*source\/buoy\.ts:8 {2}BuoyHandle: waitForSun\(\))[\s\S]*paintBuoy\(params: BuoyPaint\): void {2}# Paints the buoy\.[\s\S]*^What they take \(1\):\n- source\/buoy\.ts:1 {2}BuoyPaint: colour: string$/m,
  ],
  ["What are the main pieces of this library?", /^The main pieces that source\/index\.ts hands to users \(2\):/m],
  [
    "Which changes in the changelog were breaking?",
    /^Entries of CHANGELOG\.md that say so, the newest first \(1\):\n- 2\.0\.0: Ropes are counted in metres\. — CHANGELOG\.md:7$/m,
  ],
  [
    "Which Python versions are tested in CI, and on which operating systems?",
    /test\.yml:1 {2}name: Test\nVersions \(3\):\n[\s\S]*"3\.13"\n\nSystems \(1\):\n- \S+test\.yml:11 {2}os: \[ubuntu-latest, windows-latest\]/,
  ],
  [
    "On which events does the test workflow run?",
    /name: Test\nWhat starts it \(4\):\n- \S+test\.yml:2 {2}on:[\s\S]*cron: '0 3/,
  ],
  ["What does test.yml do?", /^\.github\/workflows\/test\.yml/m],
  ["What are the runtime dependencies?", /^1 runtime dependency[^\n]*:\n- rope: \^3\.0\.0; peer — package\.json:5$/m],
  [
    "What breaks if I remove haulAlone?",
    /^A change of haulAlone reaches nothing that the parsers know for certain\.[\s\S]*source\/index\.ts:1 {2}export \{ haulAlone \}/m,
  ],
  ["What does haulerror.tooHeavy do?", /tooHeavy is a method, source\/winch\.ts:24[\s\S]*E-417/],
  ["Which npm scripts does the check script run?", /^2 commands[^\n]*:\n(?=[\s\S]*- lint: )(?=[\s\S]*- units: )/m],
  [
    "Which exceptions can I catch?",
    /^Classes of errors, each below what it is made from \(4\):\n(?=[\s\S]*^- source\/winch\.ts:23 {2}class HaulError extends Error$)/m,
  ],
] as const)("%s", async (question, expected) => {
  const { said, outcome } = await askGuide(question, place);
  expect(said).toMatch(expected);
  expect(said).not.toContain("docs.yml");
  expect(outcome).toBe("done");
});
