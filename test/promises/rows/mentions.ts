import { BOTH, FRESH, type Row } from "../row.ts";

/** Files and programs named in a prompt. */
export const MENTIONS: readonly Row[] = [
  {
    id: "BC-70",
    title: "a file named by @ comes with the prompt; an address or a package is none; a missing or large one is told",
    what: "A wrong name never stops the prompt.",
    ...{ status: "partly", from: BOTH, how: "headless" },
    missing: "Names near to a wrong one are suggested in the terminal only, not with -p.",
    async run(stage) {
      stage.put({ "src/dates.txt": "forty-two\n", "big.txt": "x".repeat(1_200_000), "read me.txt": "seven\n" });
      const { bodies, stderr, code } = await stage.ask({
        prompt:
          'see @src/dates.txt, and @"read me.txt", @src/date.txt and @big.txt; mail me@host.org about @types/node',
        replies: [{ text: "Read." }],
      });
      const sent = JSON.stringify(bodies[0]?.messages[1]?.content);
      stage.expect([code, sent.includes("forty-two"), sent.includes("seven")]).toEqual([0, true, true]);
      stage.expect(stderr).toMatch(/no file src\/date\.txt; it was not attached/);
      stage.expect(stderr).toMatch(/big\.txt has 1\.2 MB and was not attached/);
      stage.expect(stderr).not.toMatch(/host\.org|types\/node/);
    },
  },
  {
    id: "BC-71",
    title: "Tab completes folders, files and programs, and passes over what git ignores",
    what: "Folders come first, programs complete by their name.",
    ...{ status: "partly", from: BOTH, how: "terminal" },
    missing: "A file that was just made is offered only after a quarter of a minute.",
    async run(stage) {
      stage.putEstate();
      stage.put({ ".gitignore": "build/\n", "build/cbl.o": "x" });
      const seat = await stage.sit();
      seat.type("see @cbl");
      const screen = await seat.until(/❯ @cbl\//);
      stage.expect(screen).not.toContain("build/");
      seat.type("\t");
      await seat.until("@cbl/ACCTINQ.cbl");
      seat.type("\x03@MENUP");
      await seat.until(/❯ @MENUPGM +facts of cbl\/MENUPGM\.cbl/);
    },
  },
  {
    id: "BC-74",
    title: "a mentioned file brings what it imports, a mentioned program what it has to do with",
    what: "Declarations, callers and copybooks come along as facts, each with its line.",
    ...{ status: "partly", from: FRESH, how: "terminal" },
    missing: "A program named by @ brings its facts in the terminal only; with -p only files do.",
    async run(stage) {
      stage.putEstate();
      stage.put({
        "app.py": "from helper import add\nprint(add(1, 2))\n",
        "helper.py": "def add(a, b):\n    return a + b\n",
      });
      const { bodies } = await stage.ask({ prompt: "what is @app.py?", replies: [{ text: "A sum." }] });
      const sent = JSON.stringify(bodies[0]?.messages[1]?.content);
      stage.expect(sent).toContain("print(add(1, 2))");
      stage.expect(sent).toContain("helper.py (imported by app.py)\\n  1: def add(a, b):");
      const seat = await stage.sit({ replies: [{ expect: "cbl/MENUPGM.cbl:27", text: "Facts." }] });
      seat.type("\x1b[200~what is @ACCTINQ, and who calls it?\x1b[201~\r");
      stage.expect(await seat.until("● Facts.")).toContain("Attached: ACCTINQ (cbl/ACCTINQ.cbl)");
    },
  },
  {
    id: "BC-75",
    title: "a prompt template is a Markdown file and becomes a command, with its arguments",
    what: "Templates of a folder count once it is trusted, your own always.",
    ...{ status: "kept", from: FRESH, how: "terminal" },
    async run(stage) {
      stage.put({ ".waymark/commands/audit.md": "---\ndescription: looks it over\n---\nLook $1 over for $ARGUMENTS" });
      const seat = await stage.sit({
        args: ["--trust"],
        replies: [{ expect: "Look a.cbl over for a.cbl twice", text: "Looked." }],
      });
      seat.type("/audit a.cbl twice\r");
      stage.expect(await seat.until("Looked.")).toContain("› Look a.cbl over for a.cbl twice");
    },
  },
];
