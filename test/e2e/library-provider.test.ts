import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { BUG_FIX_FLAGS, BUG_FIX_REPLIES, bugFixPlace, FIXED_LINE } from "./bug-fix-scenario.ts";
import { startBedrock } from "./provider-servers/bedrock.ts";
import { startCohere } from "./provider-servers/cohere.ts";
import type { WireServer } from "./provider-servers/wire-server.ts";
import { makePlace, type Place, runWaymark } from "./run-waymark.ts";

const CHECKOUT = resolve(import.meta.dirname, "../..");

let place: Place | undefined;
let server: WireServer | undefined;
afterEach(async () => {
  await server?.close();
  place?.remove();
});

/** As `npm install --prefix` leaves it. */
function install(name: string, { home }: Place): void {
  const folder = join(home, "waymark/state/libraries/node_modules", name);
  mkdirSync(dirname(folder), { recursive: true });
  symlinkSync(join(CHECKOUT, "node_modules", name), folder, "junction");
}

const WAYS = [
  {
    name: "Bedrock, beside Waymark",
    start: startBedrock,
    model: "bedrock/anthropic.claude-x",
    variables: (url: string) => ({
      ...{ BEDROCK_BASE_URL: url, AWS_REGION: "eu-west-1" },
      ...{ AWS_ACCESS_KEY_ID: "AKIAEXAMPLE", AWS_SECRET_ACCESS_KEY: "not-to-be-shown" },
    }),
    install: () => {},
  },
  {
    name: "Cohere, in the folder that is kept for packages",
    start: startCohere,
    model: "cohere/command-x",
    variables: (url: string) => ({ COHERE_BASE_URL: `${url}/v2`, COHERE_API_KEY: "not-to-be-shown" }),
    install: (where: Place) => install("@ai-sdk/cohere", where),
  },
];

test.each(WAYS)("a bug is mended over $name", async ({ start, model, variables, install: put }) => {
  place = bugFixPlace();
  put(place);
  server = await start(BUG_FIX_REPLIES);
  const environment = variables(server.url);
  const run = await runWaymark(["-p", "mend it", "-m", model, ...BUG_FIX_FLAGS], { ...place, environment });
  expect([run.code, run.stderr]).toEqual([0, ""]);
  expect(run.stdout).toContain("all good");
  expect(readFileSync(join(place.cwd, "total.mjs"), "utf8")).toContain(FIXED_LINE);
});

describe("a package that a project brings along", () => {
  const EVIL = `import { writeFileSync } from "node:fs";\nwriteFileSync("was-run", "");\nexport const createCohere = () => () => ({});\n`;

  test("is never loaded, and what is missing is told with the command that installs it", async () => {
    const at = "node_modules/@ai-sdk/cohere";
    const manifest = JSON.stringify({
      name: "@ai-sdk/cohere",
      version: "4.0.0",
      type: "module",
      exports: "./index.js",
    });
    place = makePlace({ [`${at}/package.json`]: manifest, [`${at}/index.js`]: EVIL });
    const options = { ...place, environment: { COHERE_API_KEY: "k" } };
    const run = await runWaymark(["-p", "hi", "-m", "cohere/x", "--trust"], options);
    expect(run.code).toBe(52);
    expect(run.stderr).toMatch(/needs the package @ai-sdk\/cohere: npm install --prefix \S+libraries @ai-sdk\/cohere/);
    const look = await runWaymark(["tool", "run", "list_files", "{}"], place);
    expect(look.stdout).not.toContain("was-run");
  });
});

test("what a service takes is told: the package, its key and its options", async () => {
  place = makePlace();
  const run = await runWaymark(["provider", "add", "bedrock", "--json"], {
    ...place,
    environment: { AWS_REGION: "eu-west-1" },
  });
  expect(run.code).toBe(0);
  const told = JSON.parse(run.stdout);
  expect(told).toMatchObject({
    id: "bedrock",
    package: "@ai-sdk/amazon-bedrock",
    keyVariables: ["AWS_BEARER_TOKEN_BEDROCK"],
  });
  expect(told.options.map(({ name, from }: { name: string; from?: string }) => [name, from])).toEqual([
    ["region", "AWS_REGION"],
    ["accessKeyId", undefined],
    ["secretAccessKey", undefined],
    ["sessionToken", undefined],
  ]);
});

test("a region that is not known is asked for before anything is sent", async () => {
  place = makePlace();
  const run = await runWaymark(["-p", "hi", "-m", "bedrock/x"], place);
  expect(run.code).toBe(52);
  expect(run.stderr).toBe(
    "waymark: Amazon Bedrock needs to know its region: set AWS_REGION, or providers.bedrock.options.region.\n",
  );
});

test("without credentials the run ends with 41, and says what the service takes", async () => {
  place = makePlace();
  const environment = { AWS_REGION: "eu-west-1", BEDROCK_BASE_URL: "http://127.0.0.1:9" };
  const run = await runWaymark(["-p", "hi", "-m", "bedrock/x"], { ...place, environment });
  expect(run.code).toBe(41);
  expect(run.stderr).toMatch(
    /^waymark: bedrock\/x is not set up: .*; `waymark provider add bedrock` says what it takes\.\n$/,
  );
});
