import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { openCodeIndex } from "../src/adapters/code-index/code-intelligence.ts";
import type { Graph } from "../src/engines/citadel/model.ts";
import { checkClaim } from "../src/engines/claims/check-claim.ts";
import { FactBase } from "../src/engines/claims/facts.ts";
import { Lies } from "./claims/lies.ts";
import { randomOf, type Told, Truths } from "./claims/truths.ts";

const CARDDEMO = process.env["WAYMARK_CARDDEMO"] ?? "";
const CLAIMS = 2000;

test("of the example estate no lie is verified, and what is true is", async () => {
  await judge("examples/harbor-ledger", CLAIMS);
});

test.skipIf(CARDDEMO === "")(
  `of CardDemo no lie is verified, and what is true is (${CARDDEMO || "WAYMARK_CARDDEMO names no folder"})`,
  async () => {
    await judge(CARDDEMO, CLAIMS);
  },
);

/** On the page of FEEPOST; lines without a file are of it. */
const TRUE: readonly (readonly [text: string, cites: string])[] = [
  ["FEEPOST calls RATECALC and AUDITLOG.", "55 59"],
  ["`FEEPOST` reads `FEE-FILE`, updates `BERTH-FILE` and calls `RATECALC`.", "45 57 55"],
  ['`FEEPOST` says "Posts the fees of the day to the berth accounts".', "3"],
  ["FEEPOST is a COBOL program of 73 lines and 10 paragraphs.", "1"],
  ["FEEPOST calls two programs: RATECALC and AUDITLOG.", "55 59"],
  ["FEEPOST calls 2 programs, RATECALC and AUDITLOG.", "55 59"],
  ["FEEPOST copies two copybooks, FEEREC and BERTHREC.", "18 20"],
  ["FEEPOST reads HARBOR.FEES.SORTED.", "45"],
  ["The program reads `FEE-FILE` in paragraph `2000-READ-FEE`.", "45"],
  ["FEEPOST is run by step POST of job NIGHTRUN.", "jcl/NIGHTRUN.jcl:9"],
  ["FEEPOST, a COBOL program, calls RATECALC.", "55"],
  ["FEEPOST calls RATECALC, which copies FEEREC.", "55 cobol/RATECALC.cbl:8"],
  ["`3000-POST-FEE` writes `BERTH-BALANCE` at line 56.", "56"],
  ["RATECALC is called by 1 program.", "55"],
  ["BERTHINQ is a CICS program.", "cobol/BERTHINQ.cbl:1"],
  ["FEEPOST used RATECALC.", "55"],
  ["FEEPOST uses FEEREC.", "18"],
  ["FEEPOST is defined in cobol/FEEPOST.cbl.", "1"],
  ["HARBOR.FEES.SORTED is read by FEEPOST.", "45"],
  ["FEEPOST reads FEEIN.", "45"],
  ["FEEPOST ends at line 73.", "1"],
  ["RATECALC, AUDITLOG are called by FEEPOST.", "55 59"],
  ["FEEPOST calls RATECALC and it calls AUDITLOG.", "55 59"],
];
const FALSE: readonly (readonly [text: string, cites: string])[] = [
  ["It performs 2000-READ-FEE twice.", "32 61"],
  ["3000-POST-FEE is called by FEEPOST.", "55"],
  ["RATECALC calls FEEPOST.", "55"],
  ["RATECALC is read by FEEPOST.", "55"],
  ["FEEPOST calls RATECALC and AUDITLOG calls RATECALC.", "55 59"],
  ["FEEPOST writes FEE-FILE.", "45"],
  ["FEEPOST reads and writes FEE-FILE.", "45"],
  ["FEEPOST reads FEE-FILE once.", "45"],
  ["FEEPOST reads FEE-FILE 3 times.", "45"],
  ["FEEREC is copied from FEEPOST.", "18"],
  ["FEEPOST is copied by FEEREC.", "18"],
  ["FEEPOST, which is never called, calls RATECALC.", "55"],
  ["FEEPOST is never called.", "1"],
  ["No program calls FEEPOST.", "1"],
  ["FEEPOST calls only RATECALC.", "55"],
  ["FEEPOST alone calls RATECALC.", "55"],
  ["FEEPOST calls RATECALC instead of AUDITLOG.", "55"],
  ["FEEPOST calls RATECALC to compute interest.", "55"],
  ["FEEPOST hardly calls RATECALC.", "55"],
  ['FEEPOST says "Posts the fees of the month".', "3"],
  ['FEEPOST says "fees" and deletes BERTH-FILE.', "3 57"],
  ['RATECALC says "Posts the fees of the day".', "3"],
  ["FEEPOST has 7 paragraphs.", "1"],
  ["FEEPOST calls 3 programs.", "55"],
  ["FEEPOST is a copybook.", "1"],
  ["FEEPOST is a CICS program.", "1"],
  ["The copybook FEEPOST calls RATECALC.", "55"],
  ["FEEPOST calls RATECALC in 0000-MAIN.", "55"],
  ["FEEPOST calls RATECALC at line 59.", "55"],
  ["FEEPOST calls the copybook RATECALC.", "55"],
  ["FEEPOST calls RATECALC of AUDITLOG.", "55"],
  ["AUDITLOG's RATECALC calls FEEPOST.", "55"],
  ["The programs call RATECALC.", "55"],
  ["Programs call RATECALC.", "55"],
  ["The job calls RATECALC.", "55"],
  ["FEEPOST calls rateCalc2.", "55"],
  ["FEEPOST calls RATECALC. RATECALC deletes FEE-FILE.", "55"],
  ["FEEPOST calls RATECALC! It deletes FEE-FILE", "55"],
  ["FEEPOST calls RATECALC (not AUDITLOG).", "55"],
  ["FEEPOST calls RATECALC (cobol/FEEPOST.cbl:59).", "55"],
  ["FEEPOST calls `RATECALC and deletes all`.", "55"],
  ["FEEPOST calls RATECALC\n\nand also FEEREC.", "55"],
  ["FEEPOST calls RATECALC; BERTHINQ reads FEE-FILE.", "55"],
  ["FEEPOST can call RATECALC.", "55"],
  ["FEEPOST would call RATECALC.", "55"],
  ["FEEPOST calls RATECALC, RATECALC calls AUDITLOG.", "55"],
  ["FEEREC uses FEEPOST.", "18"],
  ["FEEPOST starts at line 5.", "5"],
  ["FEEPOST is defined in cobol/RATECALC.cbl.", "1"],
  ["FEEPOST is part of NIGHTRUN.", "1"],
  ["9000-CLOSE-FILES is part of RATECALC.", "68"],
  ["NIGHTRUN runs RATECALC.", "jcl/NIGHTRUN.jcl:9"],
  ["FEEPOST sends BERTHM.", "cobol/BERTHINQ.cbl:21"],
  ["HARBOR.FEES.DAILY is read by FEEPOST.", "45"],
  ["FEEPOST updates HARBOR.FEES.SORTED.", "57"],
  ["9900-ABORT ends the program.", "71"],
  ["FEEPOST has seventy lines.", "1"],
  ["FEEPOST has 7 3 lines.", "1"],
  ["FEEPOST has no lines.", "1"],
  ["FEEPOST consists of zero paragraphs.", "1"],
  ["RATECALC is called from FEEPOST and is deleted by FEEPOST.", "55"],
  ["FEEPOST is called by RATECALC, AUDITLOG.", "55 59"],
  ["Neither FEEPOST calls RATECALC.", "55"],
  ["FEEPOST calls RATECALC or AUDITLOG.", "55 59"],
  ["If it rains, FEEPOST calls RATECALC.", "55"],
  ["FEEPOST and RATECALC call AUDITLOG.", "59"],
  ["FEEPOST calls RATECALC, which calls AUDITLOG.", "55 59"],
  ["FEEPOST calls 2 programs in 0000-MAIN.", "55"],
  ["The job program FEEPOST calls RATECALC.", "55"],
  ["`3000-POST-FEE` starts once at line 48.", "48"],
  ["In `0000-MAIN`, FEEPOST calls RATECALC in 3000-POST-FEE.", "55"],
  ['FEEPOST says "the fees of the day to the berth accounts".', "3"],
  ["FEEPOST is 10 paragraphs.", "1"],
  ["FEEPOST has 73 lines in RATECALC.", "1"],
];

describe("of the example estate", () => {
  let facts: FactBase;
  beforeAll(async () => {
    const { graph, textOf } = await graphOf("examples/harbor-ledger");
    facts = new FactBase(graph, textOf);
  });
  const verdict = (text: string, cites: string) => {
    const places = cites.split(" ").map((place) => {
      const [, file = "cobol/FEEPOST.cbl", line = ""] = /^(?:(.*):)?(\d+)$/.exec(place) ?? [];
      return { file, line: Number(line) };
    });
    return checkClaim({ text, cites: places }, facts.estate.named("FEEPOST")[0], facts);
  };

  test.each(TRUE)("%s is verified", (text, cites) => expect(verdict(text, cites)).toEqual({ kind: "verified" }));
  test.each(FALSE)("%s is not", (text, cites) => expect(verdict(text, cites).kind).toBe("unproven"));

  test("what a claim says as data must be in its text", () => {
    const claim = { text: "FEEPOST calls RATECALC.", cites: [{ file: "cobol/FEEPOST.cbl", line: 55 }] };
    const relations = (verb: string, to: string) => ({ ...claim, relations: [{ from: "FEEPOST", verb, to }] });
    expect(checkClaim(relations("calls", "RATECALC"), undefined, facts).kind).toBe("verified");
    expect(checkClaim(relations("reads", "RATECALC"), undefined, facts).kind).toBe("unproven");
    expect(checkClaim(relations("calls", "AUDITLOG"), undefined, facts).kind).toBe("unproven");
    expect(
      checkClaim({ ...claim, numbers: [{ value: 2, unit: "programs", of: "FEEPOST" }] }, undefined, facts).kind,
    ).toBe("unproven");
  });
});

async function judge(folder: string, count: number): Promise<void> {
  const { graph, textOf } = await graphOf(folder);
  const facts = new FactBase(graph, textOf);
  const random = randomOf(Number(process.env["WAYMARK_SEED"] ?? 7));
  const truths = new Truths(graph, random);
  const lies = new Lies(truths, random);
  const rejected: string[] = [];
  const believed: string[] = [];
  const ways = new Map<string, number>();
  const verdict = (told: Told) => checkClaim(told, facts.estate.node(told.about), facts);
  let lied = 0;
  for (let at = 0; at < count; at += 1) {
    const told = truths.one();
    const judged = verdict(told);
    if (judged.kind === "unproven")
      rejected.push(`${told.text} ${JSON.stringify(told.cites)}: ${judged.reasons.join("; ")}`);
    const lie = lies.of(told);
    if (!lie) continue;
    lied += 1;
    ways.set(lie.how, (ways.get(lie.how) ?? 0) + 1);
    if (verdict(lie.told).kind === "verified")
      believed.push(`${lie.how}: ${lie.told.text} ${JSON.stringify(lie.told.cites)} FROM ${told.text}`);
  }
  if (process.env["WAYMARK_FIGURES"])
    process.stdout.write(
      `${folder}: ${count} true claims, ${count - rejected.length} verified; ${lied} lies, ${believed.length} verified ${JSON.stringify(Object.fromEntries(ways))}\n${[...rejected.slice(0, 25), ...believed.slice(0, 40)].join("\n")}\n`,
    );
  expect(believed).toEqual([]);
  expect(rejected.length / count).toBeLessThanOrEqual(0.05);
  expect(lied).toBeGreaterThan(count / 3);
  expect(ways.size).toBe(13);
}

async function graphOf(folder: string): Promise<{ graph: Graph; textOf: (file: string) => string | undefined }> {
  const cacheFolder = mkdtempSync(join(tmpdir(), "waymark-claims-"));
  const index = openCodeIndex({ root: realpathSync(folder), cacheFolder });
  try {
    const graph = await index.graph({ signal: new AbortController().signal });
    const texts = new Map(graph.files.map(({ path }) => [path, index.textOf(path)]));
    return { graph, textOf: (file) => texts.get(file) };
  } finally {
    index.close();
    rmSync(cacheFolder, { recursive: true, force: true });
  }
}
