import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { atOnce } from "../../base/steps.ts";
import { isInside } from "../inside.ts";
import { readableOfSystem, secretFiles } from "./reading-profile.ts";

/** So many `.env.INDEX` in each of these folders, and one secret beside them. */
function rootWith(crowds: Readonly<Record<string, number>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "waymark-secrets-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const crowd = Object.entries(crowds).flatMap(([folder, count]) =>
    Array.from({ length: count }, (_, index) => `${folder}/.env.${index}`),
  );
  for (const path of [...crowd, "deploy/prod/.env", "deploy/notes.txt"]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), "PASSWORD=blue-horse-7\n");
  }
  return root;
}

function masked(root: string): readonly string[] {
  return atOnce(secretFiles([root], { reads: "workspace" })).map(
    ({ path, kind }) => relative(root, path) + (kind === "folder" ? "/" : ""),
  );
}

test("secrets that are many are masked one by one as long as they can be, and the folder around them then: none unmasks another", () => {
  expect(masked(rootWith({ few: 499 })).length).toBe(500);
  expect(masked(rootWith({ crowd: 501 })).toSorted()).toEqual(["crowd/", "deploy/prod/.env"]);
  expect(
    masked(rootWith({ "a/b": 301, c: 300 }))
      .toSorted()
      .slice(0, 3),
  ).toEqual(["a/b/", "c/.env.0", "c/.env.1"]);
});

test("what lies at the top is masked one by one, and closes no folder", () => {
  const all = masked(rootWith({ ".": 600 }));
  expect([all.length, all.includes("deploy/prod/.env")]).toEqual([601, true]);
});

/** Files of somebody's home, and whether programs on the PATH have anything to do with them. */
const HOME_FILES: readonly (readonly [path: string, isOpen: boolean])[] = [
  ["dotfiles/bin/tool", true],
  ["dotfiles/lib/tool/a.js", true],
  ["dotfiles/share/tool/a.txt", true],
  ["dotfiles/node_modules/a/index.js", true],
  ["dotfiles/tools/other.sh", true],
  ["dotfiles/tools/diary.txt", false],
  ["dotfiles/diary.txt", false],
  ["dotfiles/library/letter.txt", false],
  ["dotfiles/src/mail/a.txt", false],
  ["dotfiles/etc/a.txt", false],
  ["venv/bin/python", true],
  ["venv/lib/python3/os.py", true],
  ["venv/pyvenv.cfg", true],
  ["venv/notes.txt", false],
  ["jdk/bin/java", true],
  ["jdk/jmods/java.base.jmod", true],
  ["jdk/conf/net.properties", true],
  ["sdk/go/bin/go", true],
  ["sdk/go/go.env", true],
  ["sdk/go/src/fmt/a.go", true],
  ["sdk/notes.txt", false],
  ["brew/bin/x", true],
  ["brew/Cellar/x/1/lib/x.so", true],
  [".rbenv/shims/ruby", true],
  [".rbenv/versions/3/bin/ruby", true],
  ["go/bin/gopls", true],
  ["go/src/mine/a.go", false],
  ["maven/bin/mvn", true],
  ["maven/boot/plexus-classworlds-2.8.0.jar", true],
  ["maven/conf/settings.xml", true],
  // A project of one's own with folders of the same names.
  ["shop/bin/run", true],
  ["shop/boot/start.js", false],
  ["shop/jars/a.jar", false],
  ["shop/jmods/a", false],
  ["shop/conf/database.properties", false],
  ["bin/x", true],
  ["lib/letters.txt", false],
  ["notes.txt", false],
];

test("beside the programs on the PATH what they need is open, and nothing else of the folders that they lie in; secrets there are masked", () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "waymark-home-")));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const secrets = ["dotfiles/bin/.env", "dotfiles/share/tool/id_rsa", "bin/.netrc"];
  for (const path of [...HOME_FILES.map(([path]) => path), ...secrets]) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), "PASSWORD=blue-horse-7\n");
  }
  symlinkSync("../tools/other.sh", join(home, "dotfiles/bin/other"));
  symlinkSync("../../diary.txt", join(home, "dotfiles/share/tool/led"));
  const bins = [
    "dotfiles/bin",
    "venv/bin",
    "jdk/bin",
    "sdk/go/bin",
    "brew/bin",
    ".rbenv/shims",
    "go/bin",
    "maven/bin",
    "shop/bin",
    "bin",
  ];
  const environment = { HOME: home, PATH: ["/usr/bin", ...bins.map((bin) => join(home, bin))].join(":") };
  const open = readableOfSystem(environment);
  // `dpkg -l`, `rpm -qa`: without it nothing is told to be installed.
  const packages = ["/var/lib/dpkg", "/var/lib/rpm"].filter((path) => existsSync(path));
  expect(open).toEqual(expect.arrayContaining(packages));
  const isOpen = (path: string): boolean => open.some((place) => isInside(join(home, path), place));
  expect(HOME_FILES.map(([path]) => [path, isOpen(path)])).toEqual(HOME_FILES);
  const masked = atOnce(secretFiles([], { reads: "workspace", environment })).map(({ path }) => relative(home, path));
  expect(masked.toSorted()).toEqual(secrets.toSorted());
  expect(atOnce(secretFiles([], { reads: "machine", environment }))).toEqual([]);
});
