import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { missing } from "../../../test/optional-programs.ts";
import { createToolBench, type ToolBench } from "../../../test/tool-context.ts";
import { createProcesses } from "../../adapters/processes/processes.ts";
import { python } from "./python.ts";

let bench: ToolBench;

beforeEach(() => {
  bench = createToolBench({ "data.txt": "forty-two\n" });
});

afterEach(() => bench.close());

const noPython = missing("python3");

describe.skipIf(noPython !== undefined)("python (needs Python 3)", () => {
  test("CA-12: gives what the code prints, on both streams in order", async () => {
    const code = "import sys\nprint('one')\nprint('two', file=sys.stderr)\nprint('thr\u00e9\u00e9')";
    const output = await bench.run(python, { code });
    expect(output.text).toBe("one\ntwo\nthr\u00e9\u00e9");
    expect(output.failed).toBeUndefined();
  });

  test("keeps the traceback, with the lines of the code", async () => {
    const output = await bench.run(python, { code: "print('begun')\ndef broken():\n    return 1 / 0\nbroken()" });
    expect(output.failed).toBe(true);
    expect(output.text).toMatch(/^begun\nTraceback/);
    expect(output.text).toContain("line 3, in broken");
    expect(output.text).toContain("return 1 / 0");
    expect(output.text).toMatch(/ZeroDivisionError: division by zero\n\(exit code 1\)$/);
  });

  test("reads the project, and lists the files it made with their sizes", async () => {
    const code =
      "import os\nprint(open(os.path.join(os.environ['WORKSPACE'], 'data.txt')).read())\nos.mkdir('sub')\nopen('sub/a b.csv', 'w').write('x' * 10)";
    const { text } = await bench.run(python, { code });
    expect(text).toMatch(/^forty-two\nFiles it made:\n {2}\/.*\/scratch-\w+\/sub\/a b\.csv \(10 bytes\)$/);
  });

  test("a folder that it filled is one line, the files beside it are told of each", async () => {
    const code =
      "import os\nos.makedirs('copy/deep')\nfor i in range(30): open(f'copy/deep/{i}.py', 'w').write('x')\nopen('result.csv', 'w').write('x' * 10)";
    const { text } = await bench.run(python, { code });
    expect(text).toMatch(
      /^\(no output\)\nFiles it made:\n {2}\/\S*\/scratch-\w+\/copy\/ \(30 files\)\n {2}\/\S*\/result\.csv \(10 bytes\)$/,
    );
  });

  test("a module of the folder can be imported, from its top and from src, and the folder starts nothing of its own by that", async () => {
    await bench.close();
    bench = createToolBench({ "own.py": "X = 1\n", "src/other.py": "Y = 2\n" });
    expect((await bench.run(python, { code: "import own, other\nprint(own.X + other.Y)" })).text).toBe("3");
    await bench.close();
    bench = createToolBench({ "own.py": "X = 1\n", "sitecustomize.py": "print('hidden')\n" });
    expect((await bench.run(python, { code: "print('seen')" })).text).toBe("seen");
  });

  test("a module that is missing is told as that, not as a network that is closed", async () => {
    const { text } = await bench.run(python, { code: "import no_such_module_here" });
    expect(text).toMatch(
      /ModuleNotFoundError: No module named 'no_such_module_here'\n\(exit code 1\)\n\(This Python has no module no_such_module_here: it is not installed/,
    );
    expect(text).not.toMatch(/network|sandbox/i);
  });

  test("CA-12: is ended when its time is up", async () => {
    const output = await bench.run(python, { code: "print('up')\nwhile True: pass", timeout: 5 });
    expect(output.failed).toBe(true);
    expect(output.text).toMatch(/^up\n/);
    expect(output.text).toContain("Execution timeout after 5 seconds");
  });

  test("is kept within its memory", async () => {
    const output = await bench.run(python, { code: "x = bytearray(6 * 1024 ** 3)" });
    expect(output.text).toMatch(/MemoryError\n\(exit code 1; the limit is 4 GB of memory\)$/);
  });

  test("is kept within the size of a file", async () => {
    const code = "f = open('big', 'wb')\nf.seek(300 * 1024 ** 2)\nf.write(b'x')\nf.flush()";
    const output = await bench.run(python, { code });
    expect(output.failed).toBe(true);
    expect(output.text).toContain("the limit of a file is 256 MB");
  });

  test("takes code with quotes, dollars, backslashes and the shell's own words", async () => {
    const code = "print('$HOME `id` \\\\ \\x27 \"q\"')\nprint('EOF')";
    expect((await bench.run(python, { code })).text).toBe('$HOME `id` \\ \' "q"\nEOF');
  });
});

test("a machine without Python is told of in one sentence", async () => {
  const processes = createProcesses({
    root: bench.root,
    environment: { PATH: "/nowhere" },
    openOutput: () => ({ handle: "out-1", append: () => {}, close: () => {} }),
  });
  const context = { ...bench.context, processes };
  await expect(python.run({ code: "print(1)", timeout: 30 }, context)).rejects.toThrow("There is no Python 3");
  await processes.close();
});

test("policy judges the very code", () => {
  expect(python.intent({ code: "print('a')", timeout: 30 }).accesses).toEqual([
    { kind: "run", command: "python3 -c 'print('\\''a'\\'')'" },
  ]);
});

test("too much code is refused", async () => {
  await expect(bench.run(python, { code: "x".repeat(100_001) })).rejects.toThrow("100000 at most");
});
