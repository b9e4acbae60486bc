import { afterAll, beforeAll, expect, test } from "vitest";
import { answerOfGuide } from "./asked-guide.ts";
import { makePlace, type Place, putFiles } from "./run-waymark.ts";

/** A package that starts a process, and of which is asked what stands in lines of a form. */
let place: Place;

const FILES: Readonly<Record<string, string>> = {
  "quay/crane.py": [
    "import os",
    "import anyio",
    "",
    "class Crane:",
    "    async def hoist(self, options):",
    '        inherited_env = {k: v for k, v in os.environ.items() if k != "OLD_HOOK"}',
    "        crane_env = {",
    "            **inherited_env,",
    "            **options.env,",
    '            "HOOK_VERSION": "2",',
    "        }",
    "        self._arm = await anyio.open_process(",
    "            command,",
    "            env=crane_env,",
    "        )",
    "        logger.warning(",
    '            "Hoisted the load %s",',
    "            load,",
    "        )",
    "",
    "    async def lower(self):",
    "        with anyio.move_on_after(9):",
    "            await self._lock.acquire()",
    "        with anyio.fail_after(2):",
    "            await self._arm.wait()",
    "        self._arm.terminate()",
    "        with anyio.fail_after(3):",
    "            await self._arm.wait()",
    "        self._arm.kill()",
    "",
  ].join("\n"),
  "quay/rope.ts": "/**\n * Pulls.\n *\n * @experimental\n */\nexport function pullRope(): void {}\n",
  "RELEASING.md": "# Releasing\n\nBump the hook version on main; the rest follows by itself.\n",
  "README.md": "# Quay\n\n## Publishing\n\nAsk the harbour master.\n",
  "release-please-config.json": '{ "release-type": "python" }\n',
  ".github/workflows/ship.yml": [
    "name: Ship",
    "on:",
    "  push:",
    "    branches:",
    "      - main",
    "jobs:",
    "  ship:",
    "    steps:",
    "      - uses: googleapis/release-please-action@v4",
    "      - run: pip install build twine",
    "      - run: twine upload dist/*",
    "",
  ].join("\n"),
  "tests/test_crane.py": 'import os\n\nos.environ["ONLY_IN_TESTS"] = "1"\n',
};

beforeAll(() => {
  place = makePlace();
  putFiles(place.cwd, FILES);
});
afterAll(() => place.remove());

const ask = (question: string) => answerOfGuide(question, place);

test("which variables of the environment there are is a list of all, by what is done with them, without tests", async () => {
  const answer = await ask("Which environment variables does it read or set?");
  expect(answer).toMatch(/that it sets[^\n]*\(1\):\n- HOOK_VERSION: quay\/crane\.py:10/);
  expect(answer).toMatch(/takes away \(1\):\n- OLD_HOOK: quay\/crane\.py:6/);
  expect(answer).not.toContain("ONLY_IN_TESTS");
});

test("which environment a process gets is what makes what is handed to it", async () => {
  const answer = await ask("does it pass my whole environment to the child process?");
  expect(answer).toContain("gets the environment of the process, with what these lines add to it or take away");
  expect(answer).toContain('quay/crane.py:6  inherited_env = {k: v for k, v in os.environ.items() if k != "OLD_HOOK"}');
  expect(answer).toContain("env=crane_env,");
});

test("whether a shell is used is settled by all places that start a process", async () => {
  const answer = await ask("is shell=True used anywhere?");
  expect(answer).toMatch(
    /^No, as far as the files here show\.\nOf 1 places that start a process, by a shell [^\n]*: none\.$/m,
  );
  expect(answer).toContain(
    "quay/crane.py:12  self._arm = await anyio.open_process(command, env=crane_env) (in Crane.hoist)",
  );
});

test("how a process is started is the whole statement", async () => {
  expect(await ask("how is the process started?")).toMatch(
    /quay\/crane\.py:12-15, "Crane\.hoist":\n```py\nself\._arm = await/,
  );
});

test("how long it takes until a process is killed is the sum of the waits for its end", async () => {
  const answer = await ask("if it doesn't exit, how long until it gets killed?");
  expect(answer).toContain("2 s + 3 s = 5 s");
  expect(answer).toMatch(
    /quay\/crane\.py:22 {2}with anyio\.move_on_after\(9\)[\s\S]*crane\.py:29 {2}self\._arm\.kill\(\)/,
  );
});

test("what is printed is each statement to its end; what is marked is what is declared below the mark", async () => {
  expect(await ask("Does it log anything to the console?")).toContain(
    'quay/crane.py:16  logger.warning("Hoisted the load %s", load)',
  );
  expect(await ask("Which functions are experimental?")).toContain(
    "quay/rope.ts:6  export function pullRope(): void {}",
  );
});

test("how a release is made is the page about it, the tool that does it, and the workflow with what starts it", async () => {
  const answer = await ask("how do we cut a release?");
  expect(answer).toMatch(/RELEASING\.md:1-3 says, under "Releasing":\n\n> Bump the hook version on main/);
  expect(answer).toContain("release-please-config.json:1");
  expect(answer).toMatch(
    /ship\.yml:3 {2}push:[\s\S]*ship\.yml:9 {2}- uses: googleapis[\s\S]*ship\.yml:11 {2}- run: twine upload/,
  );
  expect(answer).not.toContain("pip install");
});
