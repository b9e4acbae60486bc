import { afterEach, beforeEach, expect, test } from "vitest";
import { makePlace, type Place, runWaymark } from "./run-waymark.ts";

let place: Place;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());

test("config list, get and explain take the flags of a run, and tell that they come from there", async () => {
  const said = async (...args: readonly string[]) => (await runWaymark(["config", ...args], place)).stdout;
  expect(await said("explain", "model", "-m", "anthropic/x")).toMatch(/^model = "anthropic\/x"\nfrom: flag --model\n/);
  expect(await said("list", "--sandbox", "off")).toBe('sandbox = "off"\n  from: flag --sandbox\n');
  expect(await said("get", "addDirs", "--add-dir", "/usr", "--json")).toBe('[\n  "/usr"\n]\n');
});
