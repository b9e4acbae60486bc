import { expect, test } from "vitest";
import { classifyCommand } from "../classify-command.ts";

const options = { root: "/home/ann/work/proj", home: "/home/ann" };
const isLeftToTheMode = (code: string, program: string): boolean => {
  const { verdict, isFloor } = classifyCommand(`${program} <<'EOF'\n${code}\nEOF`, options);
  return verdict !== "deny" && isFloor !== true;
};

const VITAL = ["/*", "~", "..", "/home", "/home/ann", "/etc/*", "/usr"];
/** Waymark's own are asked about however code names them. */
const OWN = "/home/ann/.config/waymark";
/** By language: changes of a file's text, with a path at T that is only looked for. */
const LOOKS: Readonly<Record<string, readonly string[]>> = {
  "python3 -": [
    "parts = text.split('T')",
    "i = text.rindex('T')",
    "text = text.replace('T', '')",
    "text = '\\n'.join(l for l in text.split('\\n') if not l.startswith('T'))",
    "n = text.count('T') if 'T' in text else 0",
    "if text == 'T': text = ''",
  ],
  "node -": [
    "text = text.replaceAll('T', '')",
    "const at = text.indexOf('T')",
    "if (text.startsWith('T')) text = ''",
    "const parts = text.split('T')",
    "if (text !== 'T') text += '\\n'",
  ],
  "ruby -": ["text = text.gsub('T', '')", "i = text.index('T')", "text = '' if text.start_with?('T') || text == 'T'"],
};
/** What it does with the file, @: only writing, or by a call of which the name is that of a deleter as well. */
const WRITES: Readonly<Record<string, readonly string[]>> = {
  "python3 -": ["open('a.css', 'w').write(text)", "os.remove('a.bak')", "print('removed all of it')"],
  "node -": ["fs.writeFileSync('a.css', text)", "fs.rmSync('a.bak')", "console.log('removed all of it')"],
  "ruby -": ["File.write('a.css', text)", "File.delete('a.bak')", "puts 'removed all of it'"],
};
const linesOf = (code: string, path: string): string => code.replaceAll("T", () => path);

test("code that only compares texts with a path, or looks for it in them, is left to the mode, whatever else it writes", () => {
  const asked = Object.entries(LOOKS).flatMap(([program, looks]) =>
    looks
      .flatMap((look) =>
        VITAL.flatMap((path) => (WRITES[program] ?? []).map((write) => `${linesOf(look, path)}\n${write}`)),
      )
      .filter((code) => !isLeftToTheMode(code, program)),
  );
  expect(asked).toEqual([]);
});

test("a text that is written may speak of a path, as comments do", () => {
  const codes = VITAL.flatMap((path) => [
    `s = open('a.c').read()\nopen('a.c', 'w').write(s + " ${path} is never deleted ")`,
    `s = open('a.c').read()\nopen('a.c', 'w').write("${path} removed */" + s)`,
  ]);
  expect(codes.filter((code) => !isLeftToTheMode(code, "python3 -"))).toEqual([]);
});

test("the same paths ask where the code takes hold of them", () => {
  const takes: Readonly<Record<string, readonly string[]>> = {
    "python3 -": [
      "import shutil; shutil.rmtree('T')",
      "p = 'T'\nif p != 'x': os.remove(p)",
      "for p in glob.glob('T'): os.remove(p)",
      "import os; os.system('rm -rf T')",
      "getattr(shutil, 'rmtree')('T')",
      "asyncio.run(asyncio.create_subprocess_shell('rm -rf T'))",
      "for p in [ # ==\n'T']: shutil.rmtree(p)",
      "class A:\n  def find(s, p): shutil.rmtree(p)\nA().find('T')",
      "o = SimpleNamespace(index=shutil.rmtree)\no.index('T')",
      "p = 'x'.replace('x', 'T'); shutil.rmtree(p)",
      "exec(\"shutil.rmtree('T')\")",
    ],
    "node -": [
      "fs.rmSync('T', { recursive: true })",
      "fs['rmSync']('T')",
      "const x = `${fs.rmSync('T')}`",
      "fs.rmSync( // ==\n'T')",
      "o = { find: fs.rmSync }; o.find('T')",
    ],
    "ruby -": [
      "FileUtils.rm_rf('T')",
      "FileUtils.send(:rm_rf, 'T')",
      "FileUtils.rm_rf %w(a T)",
      "FileUtils.rm_rf %(T)",
      "Open3.capture2('rm -rf T')",
      "IO.readlines('| rm -rf T')",
      "puts %x{rm -rf T}",
      "'T' in p\nFileUtils.rm_rf(p)",
    ],
    "perl -": [
      "unlink glob('a T')",
      "unlink <a T>",
      "rmtree('T') if 'T' ne 'x'",
      "print qx{rm -rf T}",
      "remove_tree(q,T,)",
      "remove_tree(q{T})",
    ],
  };
  const free = Object.entries(takes).flatMap(([program, codes]) =>
    codes.flatMap((code) =>
      [...VITAL, OWN].map((path) => linesOf(code, path)).filter((one) => isLeftToTheMode(one, program)),
    ),
  );
  expect(free).toEqual([]);
});

test("what code writes over is asked about where the loss cannot be mended, and a pattern where the code finds files by it", () => {
  const codes = [
    "open('/etc/passwd', 'w').write('')",
    "open('/dev/sda', 'wb').write(b'')",
    `open('${OWN}/config.json', 'w').write('{}')`,
    "for p in glob.glob('/home/ann/*'): open(p, 'w').write('')",
  ];
  expect(codes.filter((code) => isLeftToTheMode(code, "python3 -"))).toEqual([]);
});
