import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { createWorkspace } from "../../adapters/workspace/files.ts";
import { permissionPolicy } from "../permissions/permission-policy.ts";
import { attachMentions, findMentions, fromHome, namedFiles } from "./mentions.ts";

function folder() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "waymark-mentions-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "src/a.txt"), "1\n2\n3\n4\n");
  writeFileSync(join(root, "big.txt"), "x".repeat(1_000_001));
  writeFileSync(join(root, "binary.bin"), Buffer.from([1, 0, 2]));
  return createWorkspace({ root, addedRoots: [] });
}

const suggest = async (): Promise<readonly string[]> => ["src/a.txt"];

const options = { reader: { modelId: "a/b", abilities: {} }, suggest };

test("an @ counts at the start of a word only, and a sentence's end is not part of it", () => {
  expect(findMentions('me@x.org, see @a/b.ts. (@c.md) @"d e.txt" a@b').map(({ path }) => path)).toEqual([
    "a/b.ts",
    "c.md",
    "d e.txt",
  ]);
});

test("lines can be named", () => {
  expect(findMentions("@a.ts:3-7 @b.ts#L9")).toEqual([
    { path: "a.ts", fromLine: 3, toLine: 7 },
    { path: "b.ts", fromLine: 9, toLine: 9 },
  ]);
});

test("a file is attached whole or by lines, a folder as its list", async () => {
  const { text, attached, notices } = await attachMentions("see @src/a.txt:2-3 in @src", folder(), options);
  expect(text).toBe(
    'see @src/a.txt:2-3 in @src\n\n<file path="src/a.txt" lines="2-3">\n2\n3\n</file>\n\n<folder path="src">\na.txt\n</folder>',
  );
  expect(attached).toEqual(["src/a.txt", "src"]);
  expect(notices).toEqual([]);
});

test("packages, people and decorators stay words; a missing file is reported with what it may be", async () => {
  const { attached, notices } = await attachMentions(
    "@types/node @someone @Injectable() @src/b.txt",
    folder(),
    options,
  );
  expect(attached).toEqual([]);
  expect(notices).toEqual(["There is no file src/b.txt; it was not attached. Did you mean @src/a.txt?"]);
});

test("what is too large, not text, or outside is not attached, and says so", async () => {
  const { attached, notices } = await attachMentions("@big.txt @binary.bin @../../etc/passwd.txt", folder(), options);
  expect(attached).toEqual([]);
  expect(notices.length).toBe(3);
  expect(notices[2]).toMatch(
    /^\.\.\/\.\.\/etc\/passwd\.txt was not attached: .* is outside the working folder .*Did you mean @src\/a\.txt\?$/,
  );
});

test("what is refused by its whole path is told, whatever its name ends with", async () => {
  const { attached, notices } = await attachMentions("@/etc/ssl/private", folder(), options);
  expect(attached).toEqual([]);
  expect(notices).toEqual([expect.stringMatching(/^\/etc\/ssl\/private was not attached: /)]);
});

test("a picture goes along for a model that sees, or may; for others it is only named, and the person is told", async () => {
  const workspace = folder();
  const png = await sharp({ create: { width: 640, height: 400, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  writeFileSync(join(workspace.root, "shot.png"), png);
  writeFileSync(join(workspace.root, "old.bmp"), Buffer.from(`424d${"00".repeat(40)}`, "hex"));
  const text = 'what is on @shot.png\n\n<image path="shot.png" facts="PNG, 640 × 400 pixels, 4.5 kB" />';
  const attach = (images?: boolean) =>
    attachMentions("what is on @shot.png", workspace, {
      ...options,
      reader: { modelId: "a/b", abilities: images === undefined ? {} : { images } },
    });
  const image = { mediaType: "image/png", base64: png.toString("base64") };
  expect(await attach(true)).toEqual({ text, attached: ["shot.png"], notices: [], images: [image] });
  expect((await attach()).images).toEqual([image]);
  expect(await attach(false)).toEqual({
    ...{ text, attached: [], images: [] },
    notices: [expect.stringMatching(/^Image shot\.png .*its pixels are not sent: a\/b sees no pictures; use a model/)],
  });
  const { notices } = await attachMentions("@old.bmp", workspace, options);
  expect(notices).toEqual([expect.stringContaining("save it as PNG")]);
});

test("BC-74: what an attached file imports goes along, over two steps, as declarations with lines", async () => {
  const workspace = folder();
  const write = (name: string, text: string): void => writeFileSync(join(workspace.root, name), text);
  mkdirSync(join(workspace.root, "pkg"));
  write("main.py", "import os\nfrom pkg.util import helper\n");
  write("pkg/util.py", "from . import store\n\ndef helper(x):\n    return store.get(x)\n");
  write("pkg/store.py", "from . import deep\nclass Store:\n    def get(self, x): return x\n");
  write("pkg/deep.py", "def never(): pass\n");
  const { text, attached } = await attachMentions("explain @main.py", workspace, options);
  expect(text).toContain(
    [
      "<imports>",
      "pkg/util.py (imported by main.py)",
      "  3: def helper(x):",
      "pkg/store.py (imported by pkg/util.py)",
      "  2: class Store:",
      "  3:     def get(self, x): return x",
      "</imports>",
    ].join("\n"),
  );
  expect(text).not.toContain("never");
  expect(attached).toEqual(["main.py"]);
});

test("BC-74: a Java class brings the Kotlin and Java it imports; what leaves the folder is not read", async () => {
  const workspace = folder();
  const java = "src/main/java/com/x";
  for (const name of [`${java}/pay`, `${java}/tax`, "src/main/kotlin/com/x"])
    mkdirSync(join(workspace.root, name), { recursive: true });
  const write = (name: string, text: string): void => writeFileSync(join(workspace.root, name), text);
  write(
    `${java}/pay/Pay.java`,
    "package com.x.pay;\nimport com.x.tax.Rate;\nimport com.x.Money;\nimport java.util.List;\n",
  );
  write(`${java}/tax/Rate.java`, "package com.x.tax;\npublic class Rate {\n  public int of(int a) { return a; }\n}\n");
  write("src/main/kotlin/com/x/Money.kt", "package com.x\ndata class Money(val cents: Long)\n");
  write("src/out.ts", 'import x from "../../../../../etc/passwd";\n');
  const { text } = await attachMentions(`see @${java}/pay/Pay.java and @src/out.ts`, workspace, options);
  expect(text).toContain(
    `${java}/tax/Rate.java (imported by ${java}/pay/Pay.java)\n  2: public class Rate {\n  3:   public int of`,
  );
  expect(text).toContain("src/main/kotlin/com/x/Money.kt");
  expect(text).not.toContain("root:");
});

test("a file is attached as its bytes mean, whatever its encoding, and lines that it has not are told of", async () => {
  const workspace = folder();
  const at = (name: string): string => join(workspace.root, name);
  writeFileSync(at("latin.csv"), Buffer.from("caf\u00e9;1\nna\u00efve;2\n", "latin1"));
  writeFileSync(at("wide.txt"), Buffer.from("\ufeffwide\n", "utf16le"));
  const { text, notices } = await attachMentions("@latin.csv @wide.txt @src/a.txt:9-12", workspace, options);
  expect(text.split("\n\n").slice(1)).toEqual([
    '<file path="latin.csv">\ncaf\u00e9;1\nna\u00efve;2\n</file>',
    '<file path="wide.txt">\nwide\n</file>',
  ]);
  expect(notices).toEqual(["src/a.txt has 4 lines; what is behind them was not attached."]);
});

test("of many files so many are attached as a model reads, and the others are told", async () => {
  const workspace = folder();
  const names = Array.from({ length: 7 }, (_, index) => `f${index}.txt`);
  for (const name of names) writeFileSync(join(workspace.root, name), "x".repeat(900_000));
  const { text, attached, notices } = await attachMentions(
    names.map((name) => `@${name}`).join(" "),
    workspace,
    options,
  );
  expect(attached).toEqual(names.slice(0, 4));
  expect(text.length).toBeLessThan(4_000_000);
  expect(notices.map((notice) => notice.split(":", 1)[0])).toEqual(
    names.slice(4).map((name) => `${name} was not attached`),
  );
});

test("what a person's own words name outside is attached, and nothing else that is asked about or ruled", async () => {
  const workspace = folder();
  const outside = realpathSync(mkdtempSync(join(tmpdir(), "waymark-elsewhere-")));
  onTestFinished(() => rmSync(outside, { recursive: true, force: true }));
  for (const name of ["notes.txt", "denied.txt", "kept.txt"]) writeFileSync(join(outside, name), `${name} here\n`);
  writeFileSync(join(outside, ".env"), "A_TOKEN=ghp_0123456789abcdefghijABCDEFGHIJ012345\n");
  writeFileSync(join(outside, "id_rsa"), "-----BEGIN OPENSSH PRIVATE KEY-----\n");
  const rules = { allow: [], ask: [`read_file(/${outside}/kept.txt)`], deny: [`read_file(/${outside}/denied.txt)`] };
  const policy = permissionPolicy({ mode: "default", rules, cwd: workspace.root, home: undefined });
  const attachedOf = async (written: string) =>
    attachMentions(written, namedFiles(written, workspace, policy), options);
  const { text, attached, notices } = await attachedOf(`see @${outside}/notes.txt and @src/a.txt:1`);
  expect([attached, notices]).toEqual([[join(outside, "notes.txt"), "src/a.txt"], []]);
  expect(text).toContain("notes.txt here");
  const others = ["denied.txt", "kept.txt", ".env", "id_rsa"].map((name) => `@${outside}/${name}`);
  expect((await attachedOf(others.join(" "))).attached).toEqual([]);
  expect((await attachedOf(`@${outside}`)).text).toContain("notes.txt");
  const typed = fromHome('see @~/notes.txt, @"~/no such.txt", a~/b, @~ann/x and @src/~/x', outside);
  expect(typed).toBe(`see @${outside}/notes.txt, @"${outside}/no such.txt", a~/b, @~ann/x and @src/~/x`);
  expect((await attachedOf(typed)).attached).toEqual([join(outside, "notes.txt")]);
});
