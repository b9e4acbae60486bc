import { expect, test } from "vitest";
import { classifyCommand } from "../classify-command.ts";
import { reachOfPattern } from "./vital-patterns.ts";

const runsInBypass = (command: string): boolean => {
  const { verdict, isFloor } = classifyCommand(command, {
    root: "/home/ann/work/proj",
    home: "/home/ann",
    otherwise: "allow",
  });
  return verdict !== "deny" && isFloor !== true;
};

/** Of a name, patterns that find it, and the same name. */
const spelled = (name: string): readonly string[] => [
  name,
  `${name.slice(0, 2)}*`,
  `*${name.slice(2)}`,
  `[${name[0]}]${name.slice(1)}`,
  `?${name.slice(1)}`,
];
const pathsOf = (folder: string, names: readonly string[]): readonly string[] =>
  names.reduce<readonly string[]>(
    (paths, name) => paths.flatMap((path) => spelled(name).map((one) => `${path}/${one}`)),
    [folder],
  );

const OWN = pathsOf("~", [".config", "waymark"]);
const OWN_FILES = [...OWN.map((path) => `${path}/config.json`), ...OWN.map((path) => `${path}/*.json`)];
const SYSTEM = [
  ...pathsOf("", ["etc", "passwd"]),
  ...pathsOf("", ["usr", "lib"]),
  "/usr/lib/*",
  "/lib*/*.so*",
  "/nix/store",
];

test("a pattern that may find what must not be lost is that: deleted, moved, emptied", () => {
  const commands = [...OWN, ...OWN_FILES, ...SYSTEM].flatMap((path) => [
    `rm -rf ${path}`,
    `mv ${path} x`,
    `truncate -s 0 ${path}`,
    `for f in ${path}; do rm -rf "$f"; done`,
    `find ${path} -delete`,
  ]);
  expect(commands.filter(runsInBypass)).toEqual([]);
});

test("Waymark's own files are written by no pattern", () => {
  const commands = OWN_FILES.flatMap((path) => [
    `echo x > ${path}`,
    `cp x ${path}`,
    `tee ${path} < x`,
    `for f in ${path}; do echo '{}' > "$f"; done`,
  ]);
  expect(commands.filter(runsInBypass)).toEqual([]);
});

test("a search that is narrowed to what must not be lost deletes nothing", () => {
  const narrowed = ["-name 'way*'", "-name trust.json", "-iname 'CONFIG.*'", "-path '*waymark*'", "-path '*/way*/*'"];
  const commands = narrowed.flatMap((words) =>
    ["~", "~/.config", "/", "/home"].flatMap((start) => [
      `find ${start} ${words} -delete`,
      `find ${start} ${words} -exec rm -rf {} +`,
      `find ${start} ${words} -exec sh -c 'rm -rf "$1"' _ {} \\;`,
    ]),
  );
  expect(commands.filter(runsInBypass)).toEqual([]);
});

test("code that joins the names of Waymark's own folder, and what stands in it, writes nothing unasked", () => {
  const joined = [
    `node -e "fs.writeFileSync(os.homedir()+'/.config/waymark/config.json','{}')"`,
    `node -e "fs.writeFileSync(path.join(os.homedir(),'.config','waymark','config.json'),'{}')"`,
    `python3 -c "import pathlib; (pathlib.Path.home()/'.config'/'waymark'/'config.json').write_text('{}')"`,
    "cd ~/.config/waymark && patch < x",
    "cd ~/.config/waymark && python3 x.py",
    "cd ~/.config && cd waymark && git apply x.patch",
  ];
  expect(joined.filter(runsInBypass)).toEqual([]);
});

test("patterns for other files, and searches among them, are left to the mode", () => {
  const daily = [
    ...["rm -f *.pyc", "rm -rf build/*", "rm -rf ~/work/other/*.log", "rm ~/Downloads/*.zip", "rm -rf ~/.cache/pip*"],
    ...["find ~ -name '*.pyc' -delete", "find . -name '*.json' -delete", "find ~ -name node_modules -exec rm -rf {} +"],
    ...["ls ~/.config/*", "cp ~/.config/w*/config.json x", "cd ~/.config/waymark && cat config.json", "rm /tmp/x*"],
    ...["rm -rf /var/log/nginx/*.gz", "sed -i s/a/b/ /etc/nginx/*.conf", "chmod +x /usr/local/bin/foo", "zpool status"],
  ];
  expect(daily.filter((command) => !runsInBypass(command))).toEqual([]);
});

test("a pattern is held against a path piece by piece, however many stars it has", () => {
  const reach = (pattern: string) => reachOfPattern(pattern)("/home/ann/.config");
  expect(["/h*", "/home/*/.c*", "/**/.config", "/home/ann/*/x", "/home/b*", "/**"].map(reach)).toEqual([
    ...["above", "same", "same", "below", undefined, "same"],
  ]);
  expect(reach("/**/*".repeat(5_000))).toBe("same");
});
