import { afterAll, beforeAll, expect, test } from "vitest";
import { answerOfGuide } from "./asked-guide.ts";
import { makePlace, type Place, putFiles } from "./run-waymark.ts";

/** A package of Python whose users ask for what its lines tell: how much, by which option, what is raised, what is offered. */
let place: Place;

const FILES: Readonly<Record<string, string>> = {
  "README.md": "# Quay\n\n## Custom Cranes\n\nSubclass `CraneBase` and hand it to `moor(crane=...)`.\n",
  "quay/__init__.py": 'from .berth import Berth, moor\n\n__all__ = [\n    "Berth",\n    "moor",\n]\n',
  "quay/berth.py": [
    "import os",
    "",
    "_DEFAULT_MAX_FRAME_BYTES = 64 * 1024",
    "",
    "class BerthOptions:",
    "    max_frame_bytes: int | None = None",
    "",
    "class PilotMissingError(Exception):",
    '    """No pilot."""',
    "",
    "class Berth:",
    '    """A place for one ship."""',
    "",
    "    def __init__(self, options):",
    "        self._max_frame_bytes = (",
    "            options.max_frame_bytes",
    "            if options.max_frame_bytes is not None",
    "            else _DEFAULT_MAX_FRAME_BYTES",
    "        )",
    '        tide_timeout_ms = int(os.environ.get("QUAY_TIDE_TIMEOUT", "45000"))',
    "        self.tide_timeout = tide_timeout_ms / 1000.0",
    "",
    "    def accept(self, frame):",
    "        if len(frame) > self._max_frame_bytes:",
    '            raise ValueError("radio message is too large")',
    "",
    "    def release(self):",
    '        """Let the ship go while it is still loading."""',
    "        self._ropes.clear()",
    "",
    "    def _call_pilot(self):",
    '        """Find the pilot aboard."""',
    "        for boat in self.boats:",
    "            if boat.pilot:",
    "                return boat.pilot",
    '        raise PilotMissingError("Pilot not found. Call the harbour first.")',
    "",
    "    def inspect(self, inspect_callback, ship):",
    "        try:",
    "            return inspect_callback(ship)",
    "        except Exception as e:",
    '            self.send({"kind": "refused", "why": str(e)})',
    "",
    "def moor(crane=None):",
    "    pass",
    "",
  ].join("\n"),
  "quay/light.py": [
    "class Lantern:",
    '    """Burns."""',
    "",
    "class Buoy:",
    "    def lantern(self):",
    '        """Gives its own."""',
    "",
    "def lantern():",
    '    """Lights one."""',
    "    return Lantern()",
    "",
  ].join("\n"),
  "examples/leave.py": "from quay import Berth\n\nberth.release()\n",
  ".github/workflows/ship.yml": [
    "name: Ship",
    "on:",
    "  push:",
    "    branches:",
    "      - main",
    "jobs:",
    "  publish:",
    "    if: ${{ needs.made }}",
    "    steps:",
    "      - run: make ship",
    "",
  ].join("\n"),
};

beforeAll(() => {
  place = makePlace();
  putFiles(place.cwd, FILES);
});
afterAll(() => place.remove());

const ask = (question: string) => answerOfGuide(question, place);
/** What is read first. */
const top = (answer: string): string => answer.split("\n").slice(0, 14).join("\n");

test("a limit is followed from the constant to the option that changes it", async () => {
  const answer = top(await ask("is there a limit on how big a radio message can be?"));
  expect(answer).toContain("_DEFAULT_MAX_FRAME_BYTES = 64 * 1024");
  expect(answer).toContain("given by the option: quay/berth.py:6  max_frame_bytes: int | None = None");
});

test("of what a limit is asked, a sentence before may tell", async () => {
  const answer = top(await ask("My radio message does not fit. What's the limit?"));
  expect(answer).toContain("_DEFAULT_MAX_FRAME_BYTES = 64 * 1024");
});

test("how long it waits names the number and the variable that sets it", async () => {
  const answer = top(await ask("how long does it wait for the tide before giving up"));
  expect(answer).toContain('os.environ.get("QUAY_TIDE_TIMEOUT", "45000")');
});

test("which environment variable sets something is the one that is read", async () => {
  expect(top(await ask("which environment variable changes the tide timeout?"))).toContain("QUAY_TIDE_TIMEOUT");
});

test("which exception comes when something is missing is where it is raised", async () => {
  const answer = top(await ask("what exception do I get when the pilot isn't aboard?"));
  expect(answer).toContain('raise PilotMissingError("Pilot not found. Call the harbour first.")');
});

test("what happens if a callback throws is what the code does where that is caught", async () => {
  const answer = top(await ask("what happens if my inspect_callback throws an exception"));
  expect(answer).toContain("except Exception as e:");
  expect(answer).toContain('"refused"');
});

test("how something is done is quoted, with what the package offers behind it and the example that shows that", async () => {
  const answer = await ask("how do I release a loading ship?");
  expect(top(answer)).toContain("def release(self):");
  expect(answer).toContain("shown in examples/leave.py:3  berth.release()");
});

test("how something is done is the section that shows it", async () => {
  expect(top(await ask("how do I write my own crane?"))).toContain("Subclass `CraneBase`");
});

test("how the code does something is quoted, and the function that is called so stands behind it", async () => {
  expect(await ask("how does it find the pilot")).toContain('quay/berth.py:31-36, "Berth._call_pilot":');
});

test("a change of what is exported says that users break", async () => {
  const answer = await ask("what breaks if I remove moor()?");
  expect(answer).toContain("It is handed to users of the package");
  expect(answer).toContain("quay/__init__.py:5");
});

test("what a workflow does is when it runs, under which condition, and its steps", async () => {
  const answer = top(await ask("what does ship.yml do?"));
  expect(answer).toContain("- main");
  expect(answer).toContain("if: ${{ needs.made }}");
  expect(answer).toContain("- run: make ship");
});

test("a name is taken as it is spelled, and what is declared for all before a method of that name", async () => {
  expect(top(await ask("what does lantern() do?"))).toContain("lantern is a function, quay/light.py:8");
  expect(top(await ask("what is Lantern?"))).toContain("Lantern is a class, quay/light.py:1");
});
