import { BOTH, FRESH, type Row } from "../row.ts";
import type { Stage } from "../stage.ts";

const cobol = (...lines: readonly string[]): string => `${lines.map((line) => `       ${line}`).join("\n")}\n`;

const analyze = async (stage: Stage, file: string): Promise<string> => {
  const { stdout, stderr, code } = await stage.run("code", "analyze", file, "--limit", "200");
  stage.expect([code, stderr]).toEqual([0, ""]);
  return stdout;
};

/** What the parsers understand, language by language. */
export const CITADEL_LANGUAGES: readonly Row[] = [
  {
    id: "CW-50",
    title: "sources are read by parsers that know columns, cases, comments and continued literals",
    what: "Fixed and free format, lower case, an apostrophe in a comment, a literal over two lines: all are read, without a model.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      stage.put({
        "odd.cbl": [
          "000100 identification division.                                         ODDPGM",
          "000200 program-id. oddpgm.                                              ODDPGM",
          "000300 procedure division.                                              ODDPGM",
          "000400 main-line.                                                       ODDPGM",
          "000500     perform 3 times display 'x' end-perform *> don't stop here   ODDPGM",
          "000600     call 'AFTER1'.                                               ODDPGM",
          "000700*    call 'NEVER1'.                                               ODDPGM",
          "000800     display 'a literal that goes on and on and on and on and o",
          "000900-    'n to the next line'.                                        ODDPGM",
          "001000     call 'AFTER2'.                                               ODDPGM",
          "",
        ].join("\n"),
        "free.cob":
          ">>SOURCE FORMAT FREE\nidentification division.\nprogram-id. freepgm.\nprocedure division.\nstart-here.\ncall 'AFTER3'.\n",
      });
      const fixed = await analyze(stage, "odd.cbl");
      stage.expect(fixed).toMatch(/calls AFTER1 .*odd\.cbl:6/);
      stage.expect(fixed).toMatch(/calls AFTER2 .*odd\.cbl:10/);
      stage.expect(fixed).not.toContain("NEVER1");
      stage.expect(await analyze(stage, "free.cob")).toMatch(/calls AFTER3 .*free\.cob:6/);
    },
  },
  {
    id: "CW-51",
    title: "all kinds of source of a mainframe system are recognised, and Java and TypeScript beside them",
    what: "COBOL, copybooks, JCL, DDL, BMS, control cards, assembler, PL/I, REXX, CSD, IMS, schedulers, Easytrieve and more.",
    ...{ status: "kept", from: BOTH, how: "command" },
    async run(stage) {
      stage.putEstate();
      stage.put({ "tool.py": "import os\n\ndef main():\n    helper()\n\ndef helper():\n    return 1\n" });
      const { stdout } = await stage.run("code", "index", "--root", ".");
      const languages = [
        "cobol",
        "copybook",
        "jcl",
        "hlasm",
        "ims",
        "pli",
        "java",
        "typescript",
        "bms",
        "csd",
        "control-cards",
        "dclgen",
        "sql",
        "easytrieve",
        "rexx",
        "scheduler",
        "python",
      ];
      for (const language of languages) stage.expect(stdout).toMatch(new RegExp(`^  ${language}: [1-9]`, "m"));
      stage
        .expect((await stage.run("code", "functions", "tool.py")).stdout)
        .toMatch(/main \(function\)[\s\S]*calls helper/);
    },
  },
  {
    id: "CW-52",
    title: "what is found has a kind: programs and paragraphs, jobs and steps, tables, maps, fields, classes and more",
    what: "A question can be narrowed to a kind, and each thing has its lines.",
    ...{ status: "partly", from: FRESH, how: "command" },
    missing: "Views count as tables; macros, queues, indexes and IMS segments have no kind of their own.",
    async run(stage) {
      stage.putEstate();
      const { stdout } = await stage.run("code", "graph");
      const kinds = [
        "program",
        "section",
        "paragraph",
        "copybook",
        "job",
        "step",
        "procedure",
        "dataset",
        "file",
        "table",
        "cursor",
        "transaction",
        "map",
        "mapset",
        "map-field",
        "data-item",
        "entry",
        "function",
        "class",
        "method",
        "module",
      ];
      for (const kind of kinds) stage.expect(stdout).toMatch(new RegExp(`^  ${kind}: [1-9]`, "m"));
    },
  },
  {
    id: "CW-53",
    title: "what refers to what has a kind as well, and every kind that is named occurs",
    what: "Calls, copies, performs, reads, writes, updates, deletes, sends, receives, starts, imports, inherits and more.",
    ...{ status: "partly", from: FRESH, how: "command" },
    missing: "Queues have no kinds of their own (a transient data queue is written like a file).",
    async run(stage) {
      stage.putEstate();
      const { stdout } = await stage.run("code", "graph");
      const edges = stdout.slice(stdout.indexOf("Edges:"));
      const kinds = [
        "performs",
        "goto",
        "falls-through",
        "calls",
        "links",
        "xctls",
        "starts",
        "copies",
        "includes",
        "executes",
        "reads",
        "writes",
        "updates",
        "deletes",
        "opens",
        "closes",
        "sends",
        "receives",
        "selects",
        "inserts",
        "references",
        "imports",
        "inherits",
      ];
      for (const kind of kinds) stage.expect(edges).toMatch(new RegExp(`^  ${kind}: [1-9]`, "m"));
    },
  },
  {
    id: "CW-54",
    title: "a COBOL program's calls, jumps, SQL, CICS, DL/I and file statements are all found",
    what: "Also a call through a variable, with the line its value came from.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      stage.putEstate();
      const post = await analyze(stage, "cbl/ACCTPOST.cbl");
      for (const part of [
        "calls CREDIT [possibly, through WS-ROUTINE from cbl/ACCTPOST.cbl:53]",
        "goto 2000-EXIT",
        "reads TRAN-FILE",
        "updates ACCT-FILE",
        "opens REJECT-FILE",
      ])
        stage.expect(post).toContain(part);
      const sql = await analyze(stage, "cbl/ACCTUPD.cbl");
      for (const part of ["selects BANK.CARD", "updates BANK.ACCOUNT", "inserts BANK.ACCOUNT_HIST", "reads CARDCUR"])
        stage.expect(sql).toContain(part);
      const menu = await analyze(stage, "cbl/MENUPGM.cbl");
      for (const part of ["receives BMENU", "sends BMENU", "xctls ACCTINQ", "starts BMEN"])
        stage.expect(menu).toContain(part);
      stage.expect(await analyze(stage, "cbl/IMSUPD.cbl")).toMatch(/CUSTROOT[\s\S]*CUSTADDR|CUSTADDR[\s\S]*CUSTROOT/);
    },
  },
  {
    id: "CW-55",
    title: "JCL is read with its symbols, procedures, overrides, continuations and in-stream cards",
    what: "Each step shows what it runs and each dataset what is done to it, also on continued lines.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      stage.putEstate();
      const job = await analyze(stage, "jcl/POSTJOB.jcl");
      for (const part of [
        "executes POSTPROC",
        "executes ACCTPOST",
        "reads BANK.PROD.TRANS.LATE",
        "deletes BANK.PROD.REJECTS.OLD",
        "writes &&SORTED",
        "updates &&SORTED",
      ])
        stage.expect(job).toContain(part);
      stage.expect(job).not.toContain("NOTASTEP");
      stage.expect(await analyze(stage, "jcl/CARDJOB.jcl")).toMatch(/executes CARDLIST[\s\S]*executes CARDSORT/);
    },
  },
  {
    id: "CW-56",
    title: "tables with all their columns, maps with all their fields, copybooks with all their items, utility cards",
    what: "What a file declares is found whole, not only its first line.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      stage.putEstate();
      const ddl = await analyze(stage, "ddl/BNKDDL.sql");
      for (const part of [
        "Data items: 9",
        "BANK.CARD (table)",
        "references BANK.ACCOUNT",
        "BANK.OPEN_CARD (table)",
        "selects BANK.ACCOUNT",
      ])
        stage.expect(ddl).toContain(part);
      const screens = await stage.run("code", "screens", ".");
      stage.expect(screens.stdout).toContain("BNKSET1/BACCT, 2 fields");
      stage.expect(await analyze(stage, "cpy/ACCTREC.cpy")).toContain("Data items: 4");
      stage.expect((await stage.run("code", "impact", "ACCT-STATUS")).stdout).toMatch(/PIC X, 1 bytes? at offset 11/);
      const jobs = await stage.run("code", "jobs", ".");
      stage.expect(jobs.stdout).toMatch(/CARDJOB\/UNLOAD: R +BANK\.CARD \(table\)/);
      stage.expect(await analyze(stage, "ctl/ACCTREPR.ctl")).toContain("references BANK.PROD.ACCTS");
    },
  },
  {
    id: "CW-57",
    title: "statements are counted by what they are for, and those that do not occur are named",
    what: "Data flow, control flow, error handling and input/output, with the share of the known patterns.",
    ...{ status: "partly", from: FRESH, how: "command" },
    missing: "Checks of a file status, of SQLCODE and of a CICS response are not counted as patterns.",
    async run(stage) {
      stage.put({
        "p.cbl": cobol(
          "IDENTIFICATION DIVISION.",
          "PROGRAM-ID. P.",
          "PROCEDURE DIVISION.",
          "A.",
          "    MOVE 1 TO X. MOVE CORRESPONDING Y TO Z.",
          "    COMPUTE X = 1 ON SIZE ERROR MOVE 2 TO X.",
          "    EVALUATE X WHEN 1 GO TO A WHEN OTHER CONTINUE.",
          "    END-EVALUATE.",
          "    PERFORM A VARYING I FROM 1 BY 1 UNTIL I > 3.",
          "    GO TO A B DEPENDING ON X.",
          "    IF SQLCODE NOT = 0 PERFORM B.",
          "B.",
          "    STRING 'a' DELIMITED BY SIZE INTO X ON OVERFLOW STOP RUN.",
        ),
      });
      const { stdout } = await stage.run("code", "patterns", "p.cbl");
      for (const pattern of [
        "MOVE",
        "MOVE CORRESPONDING",
        "COMPUTE",
        "STRING",
        "EVALUATE",
        "PERFORM VARYING",
        "GO TO DEPENDING ON",
        "ON SIZE ERROR",
        "ON OVERFLOW",
      ])
        stage.expect(stdout).toMatch(new RegExp(`^- ${pattern}: [1-9]`, "m"));
      stage.expect(stdout).toMatch(/Pattern coverage: \d+ %[\s\S]*Not used here: .*UNSTRING/);
    },
  },
  {
    id: "CW-58",
    title: "a description of an unknown language made by a model",
    what: "A source language that no parser knows gets a specification from a model.",
    ...{ status: "absent", from: FRESH, how: "command" },
    missing: "A language is added in code; no model writes or disambiguates one.",
  },
  {
    id: "CW-59",
    title: "what was parsed is kept on disk, and a changed, new or deleted file is noticed",
    what: "The second question parses nothing; after an edit only what changed is parsed.",
    ...{ status: "kept", from: BOTH, how: "command" },
    async run(stage) {
      stage.putEstate();
      const index = async (): Promise<string> => (await stage.run("code", "index")).stdout;
      stage.expect(await index()).toMatch(/Parsed now: [1-9]/);
      stage.expect(await index()).toMatch(/Parsed now: 0,.* gone: 0/);
      stage.put({
        "cbl/NEW.cbl": cobol(
          "IDENTIFICATION DIVISION.",
          "PROGRAM-ID. NEWPGM.",
          "PROCEDURE DIVISION.",
          "A.",
          "    CALL 'ACCTINQ'.",
        ),
      });
      stage.expect((await stage.run("code", "callers", ".", "ACCTINQ")).stdout).toContain("cbl/NEW.cbl:5");
      stage.expect(await index()).toMatch(/Parsed now: 0/);
    },
  },
];
