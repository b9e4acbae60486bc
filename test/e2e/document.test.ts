import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openCodeIndex } from "../../src/adapters/code-index/code-intelligence.ts";
import type { Graph } from "../../src/engines/citadel/model.ts";
import { Lies } from "../claims/lies.ts";
import { randomOf, type Told, Truths } from "../claims/truths.ts";
import { startOpenAiChat } from "./provider-servers/openai-chat.ts";
import type { WireReply, WireServer } from "./provider-servers/wire-server.ts";
import { makePlace, type Place, runWaymark, startWaymark } from "./run-waymark.ts";

/** A checkout of aws-samples/aws-mainframe-modernization-carddemo: nothing of it is in this repository. */
const CARDDEMO = process.env["WAYMARK_CARDDEMO"] ?? "";
const HARBOR = resolve(import.meta.dirname, "../../examples/harbor-ledger");

let place: Place;
let server: WireServer | undefined;
beforeEach(() => {
  place = makePlace();
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  place.remove();
});

const document = (args: readonly string[], environment: Record<string, string> = {}) =>
  runWaymark(["document", ...args], { ...place, environment });
const harbor = (): void => cpSync(HARBOR, place.cwd, { recursive: true });
const pagesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .sort();
const textsIn = (folder: string): Map<string, string> =>
  new Map(pagesIn(folder).map((path) => [path, readFileSync(join(folder, path), "utf8")]));
/** Pages whose text differs. */
const changed = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path)).sort();

describe("without a model", () => {
  test("an estate has a page a thing, every link leads somewhere and every place is a line", async () => {
    harbor();
    const run = await document([".", "--offline"]);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    const out = join(place.cwd, "waymark-docs");
    const texts = textsIn(out);
    expect([...texts.keys()]).toEqual(
      expect.arrayContaining([
        "index.md",
        "crud.md",
        "call-graph.md",
        "jobs-and-flow.md",
        "inventory.md",
        "programs/feepost.md",
      ]),
    );
    expect(texts.get("programs/feepost.md")).toContain("[RATECALC](../programs/ratecalc.md)");
    expect(texts.get("modules/accounts.md")).toMatch(/formatBalance.*describeAccount/);
    for (const [path, text] of texts)
      for (const [, target = "", line] of text.matchAll(/\]\(([^)#]+)(?:#L(\d+))?\)/g)) {
        const file = resolve(out, dirname(path), decodeURIComponent(target));
        expect(existsSync(file), `${path} -> ${target}`).toBe(true);
        if (line !== undefined)
          expect(readFileSync(file, "utf8").split("\n").length).toBeGreaterThanOrEqual(Number(line));
      }
  });

  test("a second run writes nothing, also where the pages lie in the estate, and a change only what depends on it", async () => {
    harbor();
    await document([".", "--offline"]);
    const out = join(place.cwd, "waymark-docs");
    const first = textsIn(out);
    expect((await document([".", "--offline"])).stdout).toContain("0 written");
    expect(changed(first, textsIn(out))).toEqual([]);
    const path = join(place.cwd, "cobol/AUDITLOG.cbl");
    writeFileSync(
      path,
      readFileSync(path, "utf8").replace("ADD 1 TO WS-COUNT", "ADD 1 TO WS-COUNT\n           ADD 2 TO WS-COUNT"),
    );
    await document([".", "--offline"]);
    const second = textsIn(out);
    expect(changed(first, second)).toEqual(["index.md", "inventory.md", "programs/auditlog.md"]);
    rmSync(join(place.cwd, "cobol/AUDITLOG.cbl"));
    expect((await document([".", "--offline"])).stdout).toContain("1 removed");
    expect(changed(second, textsIn(out))).toEqual(
      expect.arrayContaining(["programs/auditlog.md", "programs/feepost.md", "copybooks/feerec.md"]),
    );
    expect(existsSync(join(out, "programs/auditlog.md"))).toBe(false);
  });

  test("a TypeScript project has a page a module, with functions and who calls them", async () => {
    writeFileSync(
      join(place.cwd, "price.ts"),
      "export const vat = (net: number) => net * 0.2;\nexport function price(net: number) {\n  return net + vat(net);\n}\n",
    );
    writeFileSync(
      join(place.cwd, "shop.ts"),
      'import { price } from "./price.ts";\nexport class Shop {\n  total() {\n    return price(3);\n  }\n}\n',
    );
    expect(await document([".", "--offline"])).toMatchObject({ code: 0, stderr: "" });
    const page = readFileSync(join(place.cwd, "waymark-docs/modules/price.md"), "utf8");
    expect(page).toMatch(/\| price \| \[price.ts:2\].*Shop\/total/);
    expect(page).toMatch(/Imported by[\s\S]*\[shop\]\(\.\.\/modules\/shop\.md\)/);
    expect(readFileSync(join(place.cwd, "waymark-docs/classes/shop.md"), "utf8")).toMatch(
      /\[price\/price\]\(\.\.\/modules\/price\.md\)/,
    );
  });

  test("skills can be listed and checked", async () => {
    harbor();
    expect(await document([".", "--offline", "--format", "skills", "--name", "harbor"])).toMatchObject({ code: 0 });
    const list = await runWaymark(["skills", "list"], place);
    expect(list.stdout).toContain("program-feepost");
    expect(await runWaymark(["skills", "check"], place)).toMatchObject({ code: 0 });
  });
});

describe("bad input", () => {
  test.each([
    ["an empty folder", {}, /has no code that Citadel reads/],
    ["no source", { "notes.txt": "hello\n" }, /has no code that Citadel reads/],
  ])("%s is refused in one line", async (_, files, message) => {
    for (const [path, text] of Object.entries(files)) writeFileSync(join(place.cwd, path), text);
    const run = await document([".", "--offline"]);
    expect([run.code, run.stdout]).toEqual([42, ""]);
    expect(run.stderr).toMatch(message);
    expect(run.stderr.trim().split("\n")).toHaveLength(1);
    expect(existsSync(join(place.cwd, "waymark-docs"))).toBe(false);
  });

  test("files without bytes and files that are none have pages or none, and end nothing", async () => {
    harbor();
    writeFileSync(join(place.cwd, "cobol/EMPTY.cbl"), "");
    writeFileSync(join(place.cwd, "cobol/NOISE.cbl"), Buffer.from([0, 255, 1, 254, 0, 0, 9]));
    expect(await document([".", "--offline"])).toMatchObject({ code: 0 });
  });

  test("a folder with other things in it is not written to, nor a file that is in the way", async () => {
    harbor();
    const run = await document([".", "--offline", "-o", "cobol"]);
    expect([run.code, run.stderr]).toEqual([42, expect.stringMatching(/cobol exists and was not made by/)]);
    const forced = await document([".", "--offline", "-o", "cobol", "--force"]);
    expect([forced.code, forced.stderr]).toEqual([42, expect.stringMatching(/cobol holds sources/)]);
    expect(pagesIn(join(place.cwd, "cobol"))).toEqual([]);
    expect((await document([".", "--offline", "-o", "README.md"])).code).toBe(42);
    expect((await document([".", "--offline", "--format", "html", "-o", "page.html"])).code).toBe(0);
    writeFileSync(join(place.cwd, "page.html"), "<p>mine</p>");
    expect((await document([".", "--offline", "--format", "html", "-o", "page.html"])).code).toBe(42);
    expect(readFileSync(join(place.cwd, "page.html"), "utf8")).toBe("<p>mine</p>");
  });

  test.skipIf(process.getuid?.() === 0)("a place that may not be written is told", async () => {
    harbor();
    mkdirSync(join(place.cwd, "closed"), { mode: 0o500 });
    const run = await document([".", "--offline", "-o", "closed/docs"]);
    chmodSync(join(place.cwd, "closed"), 0o700);
    expect([run.code, run.stderr]).toEqual([42, expect.stringMatching(/cannot be written \(EACCES\)/)]);
  });

  test.skipIf(process.platform !== "linux")("a place that takes no folders is told", async () => {
    harbor();
    const run = await document([".", "--offline", "-o", "/proc/docs"]);
    expect([run.code, run.stderr]).toEqual([42, expect.stringMatching(/cannot be written \(E\w+\)/)]);
  });

  test("an unknown format and a cost that is none are told with what is allowed", async () => {
    expect(await document([".", "--format", "pdf"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("markdown"),
    });
    expect(await document([".", "--max-cost", "none"])).toMatchObject({ code: 2 });
  });
});

/** A model that says true things about the page it is asked of and lies in one of ten, also when it is told so. */
class LyingModel {
  readonly said = new Set<string>();
  readonly lies = new Set<string>();
  asked = 0;
  private claims = 0;
  private readonly pool: Map<string, Told[]>;
  private readonly liar: Lies;
  private readonly random: () => number;
  private readonly answers = new Map<string, string>();
  private readonly graph: Graph;

  constructor(graph: Graph) {
    this.random = randomOf(11);
    this.graph = graph;
    const truths = new Truths(graph, this.random);
    this.liar = new Lies(truths, this.random);
    const all = Array.from({ length: Math.min(20_000, 10 * graph.edges.length) }, () => truths.one());
    this.pool = Map.groupBy(all, ({ about }) => about);
  }

  reply(body: string): WireReply {
    this.asked += 1;
    const facts = body.match(
      /(program|copybook|job|procedure|screen|table|transaction|module) ([^\s\\]+)\\nSource: ([^\s\\]+):(\d+)/,
    );
    const [, kind = "", name = "", file = ""] = facts ?? [];
    const node = this.graph.nodes.find(
      (each) => each.name === name && each.file === file && each.kind === (kind === "screen" ? "map" : kind),
    );
    const known = this.answers.get(node?.id ?? "");
    if (known !== undefined) return { text: known, deltaChars: 4000 };
    const claims: Told[] = [];
    for (const told of this.pool.get(node?.id ?? "") ?? []) {
      if (claims.length >= 6) break;
      if (this.said.has(told.text)) continue;
      const lie = this.claims++ % 10 === 4 ? this.lieOf(told) : undefined;
      this.said.add(told.text);
      if (lie && lie.text !== told.text && !this.said.has(lie.text)) {
        this.said.delete(told.text);
        this.lies.add(lie.text);
      }
      claims.push(lie && this.lies.has(lie.text) ? lie : told);
    }
    const text = JSON.stringify({ claims: claims.map(({ about: _, fact: __, ...claim }) => claim) });
    if (node) this.answers.set(node.id, text);
    return { text, deltaChars: 4000, usage: { input: 100, output: 100 } };
  }

  private lieOf(told: Told): Told | undefined {
    for (let tries = 0; tries < 40; tries += 1) {
      const lie = this.liar.of(told)?.told;
      if (lie && lie.text !== told.text) return lie;
    }
    return undefined;
  }
}

async function graphOf(root: string): Promise<Graph> {
  const cacheFolder = join(place.home, "cache-of-test");
  mkdirSync(cacheFolder, { recursive: true });
  const index = openCodeIndex({ root, cacheFolder });
  try {
    return await index.graph({ signal: new AbortController().signal });
  } finally {
    index.close();
  }
}

const MODEL = ["-m", "openai-compatible/played"];
const over = (url: string) => ({
  OPENAI_COMPATIBLE_BASE_URL: `${url}/v1`,
  OPENAI_COMPATIBLE_API_KEY: "not-to-be-shown",
});

/** The sentences of a page by how they are shown. */
function sentencesIn(text: string): { readonly verified: string; readonly unverified: string } {
  const [, verified = ""] = /## Summary\n\n((?:- .*\n)+)/.exec(text) ?? [];
  const unverified = text
    .split("\n")
    .filter((line) => line.startsWith("> - "))
    .join("\n");
  return { verified, unverified };
}

const written = (text: string): string =>
  text.replace(/[\\|`*_~<>&[\]]/g, (mark) => ({ "<": "&lt;", ">": "&gt;", "&": "&amp;" })[mark] ?? `\\${mark}`);

describe("with a model that lies in one of ten claims", () => {
  test("no lie stands among what is verified, what is true does, and nothing is asked twice", async () => {
    harbor();
    const model = new LyingModel(await graphOf(place.cwd));
    server = await startOpenAiChat(({ body }) => model.reply(body));
    const run = await document([".", ...MODEL], over(server.url));
    expect(run).toMatchObject({ code: 0, stdout: expect.stringMatching(/sentences verified, \d+ not verified/) });
    const texts = [...textsIn(join(place.cwd, "waymark-docs")).values()];
    const shown = texts.map(sentencesIn);
    expect(model.lies.size).toBeGreaterThan(2);
    for (const lie of model.lies) {
      expect(shown.filter(({ verified }) => verified.includes(`- ${written(lie)} (`))).toEqual([]);
      expect(shown.some(({ unverified }) => unverified.includes(written(lie)))).toBe(true);
    }
    const kept = [...model.said].filter((text) =>
      shown.some(({ verified }) => verified.includes(`- ${written(text)} (`)),
    );
    expect(kept.length / model.said.size).toBeGreaterThanOrEqual(0.95);
    const before = model.asked;
    expect((await document([".", ...MODEL], over(server.url))).stdout).toContain("0 written");
    expect(model.asked).toBe(before);
    appendFileSync(join(place.cwd, "cobol/AUDITLOG.cbl"), "      * one more line\n");
    await document([".", ...MODEL], over(server.url));
    expect(model.asked - before).toBeLessThanOrEqual(2);
  });

  test.skipIf(CARDDEMO === "")(`so it is of CardDemo (${CARDDEMO || "WAYMARK_CARDDEMO names no folder"})`, async () => {
    const model = new LyingModel(await graphOf(CARDDEMO));
    server = await startOpenAiChat(({ body }) => model.reply(body));
    const run = await document([CARDDEMO, "-o", "docs", ...MODEL], over(server.url));
    expect(run.code).toBe(0);
    const shown = [...textsIn(join(place.cwd, "docs")).values()].map(sentencesIn);
    const verified = shown.map((each) => each.verified).join("");
    expect([...model.lies].filter((lie) => verified.includes(`- ${written(lie)} (`))).toEqual([]);
    const kept = [...model.said].filter((text) => verified.includes(`- ${written(text)} (`));
    if (process.env["WAYMARK_FIGURES"])
      process.stdout.write(
        `CardDemo: ${model.asked} questions, ${model.said.size} true claims, ${kept.length} verified; ${model.lies.size} lies, none verified\n${run.stdout}`,
      );
    expect(model.lies.size).toBeGreaterThan(20);
    expect(kept.length / model.said.size).toBeGreaterThanOrEqual(0.95);
  });

  test("a run that is killed is gone on with", async () => {
    harbor();
    const model = new LyingModel(await graphOf(place.cwd));
    server = await startOpenAiChat(({ body }) => ({ ...model.reply(body), firstMs: 150 }));
    const child = startWaymark(["document", ".", ...MODEL], { ...place, environment: over(server.url) });
    while (model.asked < 3) await new Promise((done) => setTimeout(done, 20));
    child.kill("SIGKILL");
    await new Promise((done) => child.once("close", done));
    expect(await document([".", ...MODEL], over(server.url))).toMatchObject({ code: 0 });
    expect(readFileSync(join(place.cwd, "waymark-docs/programs/feepost.md"), "utf8")).toContain("## Summary");
  });

  test("an estate that changes meanwhile is documented as it is at the end", async () => {
    harbor();
    const model = new LyingModel(await graphOf(place.cwd));
    const path = join(place.cwd, "cobol/FEEPOST.cbl");
    server = await startOpenAiChat(({ body }) => {
      if (model.asked === 2)
        writeFileSync(path, readFileSync(path, "utf8").replaceAll("8100-OLD-REPORT", "8100-NEW-REPORT"));
      return model.reply(body);
    });
    const run = await document([".", ...MODEL], over(server.url));
    expect(run.stderr).toContain("has changed meanwhile");
    const text = readFileSync(join(place.cwd, "waymark-docs/programs/feepost.md"), "utf8");
    expect(text).toContain("8100-NEW-REPORT");
    expect(text).not.toContain("8100-OLD-REPORT");
  });

  test("an answer that is cut off gives a page of facts that says so", async () => {
    harbor();
    server = await startOpenAiChat(() => ({ text: '{"claims":[{"text":"FEEPOST calls', end: "length" }));
    const run = await document([".", ...MODEL], over(server.url));
    expect([run.code, run.stderr]).toEqual([1, expect.stringMatching(/pages have no summary/)]);
    const text = readFileSync(join(place.cwd, "waymark-docs/programs/feepost.md"), "utf8");
    expect(text).toContain("> No summary:");
    expect(text).toContain("## Paragraphs and sections (10)");
  });
});

test("a folder that is not there is told by the way it was given", async () => {
  expect((await document(["NOPE"])).stderr).toMatch(/NOPE does not exist; give another\.\n$/);
  expect((await document(["-C", "NOPE"])).stderr).toMatch(/NOPE does not exist; give another with -C\.\n$/);
});
