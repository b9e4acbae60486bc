import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { BOTH, type Row } from "../row.ts";

/** The two tools that every question about code begins with. */
export const SEARCH_AND_READ: readonly Row[] = [
  {
    id: "CW-40",
    title: "search_code finds lines by expression, in chosen files, with context, and says when there is more",
    what: "The same question gives the same answer with ripgrep and without it.",
    ...{ status: "kept", from: BOTH, how: "command" },
    async run(stage) {
      stage.put({ "a.py": "one\nHERON here\nthree\n", "b.txt": "HERON there\n", "c/d.py": "heron small\n" });
      writeFileSync(join(stage.cwd, "binary.py"), Buffer.from([72, 69, 82, 79, 78, 0, 1, 2]));
      writeFileSync(join(stage.cwd, "latin.py"), Buffer.from("caf\xe9 HERON\n", "latin1"));
      const found = await stage.tool("search_code", { pattern: "HER.N", glob: "*.py", context: 1 });
      stage.expect(found.text).toContain("a.py\n1-one\n2:HERON here\n3-three");
      stage.expect(found.text).toMatch(/latin\.py\n1:.*HERON/);
      stage.expect(found.text).not.toMatch(/b\.txt|binary|c\/d/);
      stage
        .expect((await stage.tool("search_code", { pattern: "her.n", ignore_case: true })).text)
        .toMatch(/c\/d\.py\n1:/);
      stage.put({ "many.txt": "egret\n".repeat(90) });
      const many = await stage.tool("search_code", { pattern: "egret", limit: 5 });
      stage.expect(many.text.match(/^\d+:egret$/gm)).toHaveLength(5);
      stage.expect(many.text).toMatch(/90|more/);
      stage.expect((await stage.tool("search_code", { pattern: "(" })).text).toMatch(/The pattern \( is not valid/);
      stage.expect((await stage.tool("search_code", { pattern: "zebra" })).text).toMatch(/No match for zebra/);
      const input = JSON.stringify({ pattern: "HER.N", glob: "*.py", context: 1 });
      const bare = await stage.command({
        args: ["tool", "run", "search_code", input],
        environment: { WAYMARK_RIPGREP: "off", PATH: "/nonexistent" },
      });
      stage.expect(bare.stdout).toBe(found.text);
    },
  },
  {
    id: "CW-41",
    title: "read_file gives numbered lines from any line on, in any encoding, and only inside the folder",
    what: "Long files can be read to their end; other encodings are decoded; paths outside are refused.",
    ...{ status: "kept", from: BOTH, how: "command" },
    async run(stage) {
      const lines = Array.from({ length: 3000 }, (_, index) => `line ${index + 1}`);
      stage.put({ "long.txt": `${lines.join("\n")}\n` });
      writeFileSync(join(stage.cwd, "latin.txt"), Buffer.from("caf\xe9\n", "latin1"));
      const part = await stage.tool("read_file", { path: "long.txt", offset: 2501, limit: 2 });
      stage.expect(part.text).toMatch(/^2501\tline 2501\n2502\tline 2502\n/);
      stage.expect(part.text).toMatch(/2501-2502 of 3000/);
      const code = Array.from({ length: 1000 }, (_, index) => `\tconst value${index} = read(source, ${index});`);
      stage.put({ "large.js": `${code.join("\n")}\n` });
      const paths = ["large.js", "latin.txt", "../x", "none", ".", "/etc/hostname", "~/x"];
      const [large, latin, ...refused] = await stage.calls(
        paths.map((path) => ({ name: "read_file", input: { path } })),
      );
      stage.expect(large?.text).toBe(code.map((line, index) => `${index + 1}\t${line}`).join("\n"));
      stage.expect(latin?.text).toContain("café");
      const why = [/outside the working folder/, /does not exist/, /is a folder/, /./, /./];
      stage.expect(refused).toEqual(why.map((text) => ({ isError: true, text: stage.expect.stringMatching(text) })));
    },
  },
];
