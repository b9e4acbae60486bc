import { expect, test } from "vitest";
import { hiddenNamed, keptFrom } from "./masked-names.ts";

test("a hidden place is named where it, or what would lie in it, stands in a text, and not where another name begins as it does", () => {
  const paths = ["/home/me/.config/mytool", "/home/me/.docker", "/etc/shadow"];
  const named = (text: string): readonly string[] => hiddenNamed(paths, { text, home: "/home/me" });
  expect(named("No such file: '/home/me/.config/mytool/conf'")).toEqual(["/home/me/.config/mytool"]);
  expect(named("cat ~/.docker/config.json ~/.docker.")).toEqual(["/home/me/.docker"]);
  expect(named("cat /etc/shadow")).toEqual(["/etc/shadow"]);
  expect(named("/home/me/.config/mytools /home/me/.docker-x /etc/shadow.d ~/.dockerignore")).toEqual([]);
});

test("of masked files those are told that a result may mislead about", () => {
  const masked = ["/w/.env", "/w/credentials.json", "/w/config/secrets.yml", "/w/certs/k.pem"];
  const told = (command: string, written = "", exitCode = 0): readonly string[] =>
    keptFrom({ masked, hidden: [] }, command, { root: "/w", environment: {}, written, exitCode }).masked;
  expect(told("cat .env")).toEqual([".env"]);
  expect(told("cat ./config/secrets.yml /w/.env")).toEqual([".env", "config/secrets.yml"]);
  expect(told("cd config && cat secrets.yml")).toEqual(["config/secrets.yml"]);
  expect(told("cat $PWD/certs/k.pem")).toEqual(["certs/k.pem"]);
  // Another file of that name.
  expect(told("cat tests/fixtures/credentials.json /other/.env config/credentials.json", "{}")).toEqual([]);
  // By a pattern.
  expect(told("cat config/*.yml", "a: 1")).toEqual(["config/secrets.yml"]);
  expect(told("cat *.json", "{}")).toEqual(["credentials.json"]);
  // A search that finds nothing: what lies where it looked.
  expect(told("grep -rn Zk39 config", "", 1)).toEqual(["config/secrets.yml"]);
  expect(told("grep -rn Zk39 .", "", 1)).toEqual([".env", "credentials.json", "config/secrets.yml", "certs/k.pem"]);
  // Names are shown truly, sizes are not.
  for (const line of [
    "ls certs",
    "ls -a | grep env",
    "find . -name '*.pem' | head",
    "test -f .env && echo there",
    "if [ -e .env ]; then echo yes; fi",
  ])
    expect([line, told(line, "k.pem .env")]).toEqual([line, []]);
  for (const line of [
    "ls -la .env",
    "find . -size 0 -name .env",
    "ls .env | xargs cat",
    "test -s .env",
    "ls; cat .env",
  ])
    expect([line, told(line, ".env")]).toEqual([line, [".env"]]);
});

test("where names of what is read come only while it runs, those of masked files in their place are told", () => {
  const masked = ["/w/.env", "/w/keys/k1.pem", "/w/keys/k2.pem"];
  const told = (command: string, written = "65 total", cwd?: string): readonly string[] =>
    keptFrom({ masked, hidden: [] }, command, { root: "/w", environment: {}, written, exitCode: 0, cwd }).masked;
  const keys = ["keys/k1.pem", "keys/k2.pem"];
  for (const line of [
    "for f in $(ls keys); do head -c 60 keys/$f; done | head -3",
    "ls keys | sed 's|^|keys/|' | xargs cat | head",
    "ls keys | while read f; do wc -l keys/$f; done",
    "cat `ls keys/*`",
  ])
    expect([line, told(line, "")]).toEqual([line, keys]);
  for (const line of ["git ls-files | xargs wc -l | tail -1", "git ls-files | grep -v '[.]js$' | xargs -n 5 cat"])
    expect([line, told(line)]).toEqual([line, [".env", ...keys]]);
  // Other names alone, names without what they name, and patterns of a folder without any.
  for (const line of [
    "find . -name '*.js' | xargs wc -l",
    "git ls-files | xargs -n 1 basename",
    'cd src; for f in *; do wc -l "$f"; done',
    "for f in src/*; do echo $(wc -l < $f); done",
  ])
    expect([line, told(line)]).toEqual([line, []]);
  expect(told("for f in *; do wc -l $f; done", "", "keys")).toEqual(keys);
});

test("what a command is known to come to is told, and nothing else", () => {
  const told = (met: readonly string[]): readonly string[] =>
    keptFrom({ masked: ["/w/.env", "/w/keys/"], hidden: [] }, "grep -rn x .", {
      ...{ root: "/w", environment: {}, written: ".env", exitCode: 0, met },
    }).masked;
  expect(told([])).toEqual([]);
  expect(told(["/w/keys/"])).toEqual(["keys/"]);
});
