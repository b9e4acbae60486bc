import { afterAll, beforeAll, expect, test } from "vitest";
import { answerOfGuide } from "./asked-guide.ts";
import { makePlace, type Place } from "./run-waymark.ts";

/** A package of Python whose users ask how it is used: its documents and examples show it, and the lines that do it come behind. */
let place: Place;

const FILES: Readonly<Record<string, string>> = {
  "README.md": [
    "# Quay",
    "",
    "## Quick Start",
    "",
    "```python",
    "from quay import signal",
    "",
    'print(signal("tide?"))',
    "```",
    "",
    "## Custom Cranes",
    "",
    "Subclass the base and hand it over.",
    "",
    "```python",
    "class SlowCrane(CraneBase):",
    "    speed = 1",
    "```",
    "",
    "## Lanterns",
    "",
    "```python",
    'options = QuayOptions(lantern_colours={"north": "red"})',
    'other = Buoy(lantern_colours="none")',
    "```",
    "",
  ].join("\n"),
  "quay/__init__.py": [
    "from dataclasses import dataclass",
    "",
    "@dataclass",
    "class QuayOptions:",
    "    lantern_colours: dict[str, str] | None = None",
    '    """The colour of each lantern."""',
    "    berth_limit: int | None = None",
    "",
    "def signal(question, options=None):",
    '    """Send a signal and wait for the answer of the tower."""',
    "    if options is not None and options.lantern_colours:",
    "        paint(options.lantern_colours)",
    "    return tower(question)",
    "",
    "def lift(crane):",
    '    """Custom cranes lift slower."""',
    "    return crane.speed",
    "",
  ].join("\n"),
};

beforeAll(() => {
  place = makePlace(FILES);
});
afterAll(() => place.remove());

const begin = async (question: string): Promise<string> =>
  (await answerOfGuide(question, place)).split("\n").slice(0, 14).join("\n");

test("who asks for the shortest way reads what the document begins with", async () => {
  expect(await begin("what is the shortest way to send a signal and print the answer?")).toContain(
    'print(signal("tide?"))',
  );
});

test("an example is the code under the heading that says what is asked", async () => {
  const said = await begin("show me an example of a custom crane");
  expect(said).toContain("class SlowCrane(CraneBase):");
});

test("what is set is told by its option, its type and one place that sets it, in Portuguese too", async () => {
  const said = await begin("how do I configure the lantern colours");
  expect(said).toContain("quay/__init__.py:5 (QuayOptions)  lantern_colours: dict[str, str] | None = None");
  expect(said).toContain('QuayOptions(lantern_colours={"north": "red"})');
  expect(await begin("como configuro lantern_colours?")).toContain("Opções que se chamam assim (1):");
});

test("where nothing shows how it is done, nothing is shown for it", async () => {
  expect(await answerOfGuide("how do I dredge the channel?", place)).not.toContain("How that is written");
});
