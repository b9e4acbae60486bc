/**
 * Commands written in as many ways as a shell, a wrapper or a language offers, each way knowing nothing of who judges it. The same
 * ways are used for what must not be lost and for what may be, so that a judge can neither let everything run nor stop everything.
 */

import { numbersOf } from "./random.ts";

export interface Spelled {
  readonly command: string;
  /** The names of the ways that were taken, the innermost first. */
  readonly ways: readonly string[];
}

type Random = () => number;
type Way = (text: string, random: Random) => string;
type Ways = Readonly<Record<string, Way>>;

export const HOME = "/home/ann";
export const ROOT = "/home/ann/work/proj";

const VITAL_FOLDERS = [HOME, "/", "/home", "/etc", "/usr", "/home/ann/work", "/usr/lib", "/boot"];
const FREE_FOLDERS = [
  "dist",
  "./build",
  "node_modules",
  "/tmp/scratch-7",
  `${ROOT}/out`,
  "src/gen",
  `${HOME}/Downloads/old`,
];
const VITAL_FILES = ["/etc/passwd", "/etc/shadow", "/bin/sh", "/etc/fstab", "/usr/bin/env"];
const FREE_FILES = ["out.log", "src/a.txt", "/tmp/scratch-7.txt", `${ROOT}/notes`, "a.json"];

const one = <T>(items: readonly T[], random: Random): T => items[Math.floor(random() * items.length)] as T;
const single = (text: string): string => `'${text.replaceAll("'", `'"'"'`)}'`;
const double = (text: string): string => `"${text.replace(/[\\"$`]/g, "\\$&")}"`;
const ansi = (text: string): string =>
  `$'${[...text].map((letter) => `\\x${letter.charCodeAt(0).toString(16).padStart(2, "0")}`).join("")}'`;
const cutAt = (text: string, random: Random): [string, string] => {
  const at = 1 + Math.floor(random() * Math.max(text.length - 1, 1));
  return [text.slice(0, at), text.slice(at)];
};

/** One path as a word of a shell. */
const PATHS: Ways = {
  plain: (path) => path,
  single,
  double,
  ansi,
  "half quoted": (path, random) => cutAt(path, random).map(single).join(""),
  "empty quotes": (path, random) => cutAt(path, random).join(`""`),
  slashes: (path) => (path === "/" ? "//" : path.replaceAll("/", "//")),
  "dot names": (path) => (path === "/" ? "/." : path.replaceAll("/", "/./")),
  "there and back": (path) => (path.startsWith("/") ? `/tmp/..${path}` : `./x/../${path.replace(/^\.\//, "")}`),
  "slash behind": (path) => `${path.replace(/\/$/, "")}/`,
  "from a variable": (path) =>
    path.replace(
      HOME,
      one(["$HOME", "${HOME}", "~"], () => 0.99),
    ),
  tilde: (path) => (path.startsWith(HOME) ? `~${path.slice(HOME.length)}` : path),
  backslashes: (path) => [...path].map((letter) => (/[a-z]/.test(letter) ? `\\${letter}` : letter)).join(""),
};

/** A command that does to a path what it does. */
const ON_FOLDERS: Ways = {
  rm: (path) => `rm -rf ${path}`,
  "rm late options": (path) => `rm -r --force -- ${path}`,
  "rm all in it": (path) => `rm -rf ${path}/*`,
  find: (path) => `find ${path} -delete`,
  "find exec": (path) => `find ${path} -exec rm -rf {} +`,
  "find pipe": (path) => `find ${path} -type f -print0 | xargs -0 rm -f`,
  mv: (path) => `mv ${path} /tmp/gone`,
  "git clean": (path) => `git -C ${path} clean -ffdx`,
  "cd first": (path) => `cd ${path} && rm -rf ./*`,
  "in a loop": (path) => `for f in ${path}/*; do rm -rf "$f"; done`,
  rsync: (path) => `rsync -a --delete empty/ ${path}/`,
  held: (path) => `d=${path}; rm -rf "$d"`,
  "held in two": (path) => `p=rm; d=${path}; $p -rf "$d"`,
  "given to a function": (path) => `f() { rm -rf "$1"; }; f ${path}`,
  "as arguments": (path) => `set -- ${path}; rm -rf "$@"`,
};
const ON_FILES: Ways = {
  truncate: (path) => `truncate -s 0 ${path}`,
  redirect: (path) => `: > ${path}`,
  tee: (path) => `tee ${path} < /dev/null`,
  cp: (path) => `cp /dev/null ${path}`,
  dd: (path) => `dd if=/dev/zero of=${path} count=1`,
  rm: (path) => `rm -f ${path}`,
  sed: (path) => `sed -i d ${path}`,
  perl: (path) => `perl -i -ne 1 ${path}`,
  awk: (path) => `awk -i inplace 0 ${path}`,
  shred: (path) => `shred -u ${path}`,
  mv: (path) => `mv ${path} /tmp/gone.txt`,
  sort: (path) => `sort -o ${path} /dev/null`,
  install: (path) => `install -m 644 /dev/null ${path}`,
};

const python = (code: string): string => `python3 -c ${single(code)}`;
const node = (code: string): string => `node -e ${single(code)}`;
/** A text as an expression of most languages, in several pieces. */
const EXPRESSIONS: Readonly<Record<string, (text: string, plus: string, random: Random) => string>> = {
  whole: (text) => JSON.stringify(text),
  added: (text, plus, random) =>
    cutAt(text, random)
      .map((half) => JSON.stringify(half))
      .join(` ${plus} `),
  "letter by letter": (text, plus) => [...text].map((letter) => JSON.stringify(letter)).join(plus),
  escaped: (text) =>
    `"${[...text].map((letter) => `\\x${letter.charCodeAt(0).toString(16).padStart(2, "0")}`).join("")}"`,
};
/** A folder deleted by code. */
const BY_CODE: Readonly<Record<string, (text: string, random: Random) => string>> = {
  python: (path, random) => python(`import shutil; shutil.rmtree(${expression(path, "+", random)})`),
  "python name": (path, random) => python(`from shutil import rmtree as r\np = ${expression(path, "+", random)}\nr(p)`),
  "python join": (path) => python(`import os, shutil; shutil.rmtree(os.path.join(${listOf(path)}))`),
  "python pieces": (path) => python(`import shutil; shutil.rmtree("/".join([${piecesOf(path)}]))`),
  "python format": (path, random) => {
    const [left, right] = cutAt(path, random);
    return python(`import shutil; x = "${right}"; shutil.rmtree(f"${left}{x}")`);
  },
  "python list": (path) => python(`import subprocess; subprocess.run(["rm", "-rf", ${JSON.stringify(path)}])`),
  "python text": (path, random) => python(`import os; os.system(${expression(`rm -rf ${path}`, "+", random)})`),
  "python by a word": (path) => `${python("import shutil, sys; shutil.rmtree(sys.argv[1])")} ${path}`,
  node: (path, random) => node(`require("fs").rmSync(${expression(path, "+", random)}, { recursive: true })`),
  "node name": (path, random) =>
    node(`const p = ${expression(path, "+", random)}; require("fs").rmSync(p, {recursive: true})`),
  "node join": (path) => node(`fs.rmSync(require("path").join(${listOf(path)}), { recursive: true })`),
  "node pieces": (path) => node(`fs.rmSync([${piecesOf(path)}].join("/"), { recursive: true })`),
  "node template": (path, random) => {
    const [left, right] = cutAt(path, random);
    return node(`const x = "${right}"; fs.rmSync(\`${left}\${x}\`, { recursive: true })`);
  },
  "node text": (path, random) =>
    node(`require("child_process").execSync(${expression(`rm -rf ${path}`, "+", random)})`),
  "node list": (path) => node(`require("child_process").spawnSync("rm", ["-rf", ${JSON.stringify(path)}])`),
  perl: (path, random) => `perl -e ${single(`use File::Path; remove_tree(${expression(path, ".", random)})`)}`,
  "perl text": (path, random) => `perl -e ${single(`system(${expression(`rm -rf ${path}`, ".", random)})`)}`,
  ruby: (path, random) => `ruby -rfileutils -e ${single(`FileUtils.rm_rf(${expression(path, "+", random)})`)}`,
  php: (path, random) => `php -r ${single(`system(${expression(`rm -rf ${path}`, ".", random)});`)}`,
  lua: (path, random) => `lua -e ${single(`os.execute(${expression(`rm -rf ${path}`, "..", random)})`)}`,
  awk: (path, random) => `awk ${single(`BEGIN { system(${expression(`rm -rf ${path}`, " ", random)}) }`)}`,
  "read from a here-document": (path) => `python3 - <<'E'\nimport shutil\nshutil.rmtree(${JSON.stringify(path)})\nE`,
  "a written script": (path) => `printf '%s\\n' 'import shutil' 'shutil.rmtree("${path}")' > x.py; python3 x.py`,
};
/** The same where only running tells which folder it is. */
const BY_HIDING_CODE: typeof BY_CODE = {
  "python changed": (path) =>
    python(
      `import shutil; shutil.rmtree("${path.replace(/[a-z]/, "Q")}".replace("Q", "${/[a-z]/.exec(path)?.[0] ?? ""}"))`,
    ),
  "python numbers": (path) =>
    python(
      `import shutil; shutil.rmtree("".join(chr(c) for c in [${[...path].map((one) => one.charCodeAt(0)).join(", ")}]))`,
    ),
  "node bytes": (path) =>
    node(
      `fs.rmSync(Buffer.from([${[...path].map((one) => one.charCodeAt(0)).join(", ")}]).toString(), { recursive: true })`,
    ),
};
const expression = (text: string, plus: string, random: Random): string =>
  one(Object.values(EXPRESSIONS), random)(text, plus, random);
const piecesOf = (path: string): string =>
  path
    .split("/")
    .map((piece) => JSON.stringify(piece))
    .join(", ");
const listOf = (path: string): string => {
  const pieces = path
    .split("/")
    .filter(Boolean)
    .map((piece) => JSON.stringify(piece));
  return (path.startsWith("/") ? ['"/"', ...pieces] : pieces).join(", ");
};

/** A whole line in another line that runs it. */
const WRAPPED: Ways = {
  nice: (line) => prefixed("nice -n 5", line),
  ionice: (line) => prefixed("ionice -c 3", line),
  stdbuf: (line) => prefixed("stdbuf -oL", line),
  setsid: (line) => prefixed("setsid -w", line),
  env: (line) => prefixed("env A=1", line),
  "env -S": (line) => (isPlain(line) ? `env -S ${single(line)}` : line),
  busybox: (line) => `busybox sh -c ${single(line)}`,
  doas: (line) => prefixed("doas", line),
  timeout: (line) => prefixed("timeout -k 1 9", line),
  nohup: (line) => prefixed("nohup", line),
  script: (line) => `script -qc ${single(line)} /dev/null`,
  watch: (line) => `watch -n 1 ${single(line)}`,
  parallel: (line) => `parallel ::: ${single(line)}`,
  "unknown program": (line) => prefixed("zz-run --level 3", line),
  "sh -c": (line) => `sh -c ${single(line)}`,
  "bash -c": (line) => `/bin/bash -c ${double(line)}`,
  eval: (line) => `eval ${single(line)}`,
  trap: (line) => `trap ${single(line)} EXIT`,
  subshell: (line) => `(\n${line}\n)`,
  braces: (line) => `{ ${line}\n}`,
  if: (line) => `if true; then ${line}\nfi`,
  or: (line) => `false || ${line}`,
  behind: (line) => `echo start; ${line}`,
  while: (line) => `while true; do ${line}\nbreak; done`,
  case: (line) => `case a in a) ${line}\n;; esac`,
  background: (line) => `{ ${line}\n} &`,
  substitution: (line) => `echo "$(${line}\n)"`,
  "process substitution": (line) => `cat <(${line}\n)`,
  function: (line) => `go() { ${line}\n}; go`,
  "here-string": (line) => `bash <<< ${single(line)}`,
  "here-document": (line) => `sh <<'END'\n${line}\nEND`,
  piped: (line) => `echo ${single(line)} | sh`,
  xargs: (line) => `echo x | xargs -I% sh -c ${single(line)}`,
  // A search puts what it finds in place of each mark.
  find: (line) => (line.includes("{}") ? line : `find . -maxdepth 0 -exec sh -c ${single(line)} \\;`),
  "a written script": (line) => `cat > go.sh <<'END'\n${line}\nEND\nbash go.sh`,
};
/** A line that some program runs by itself: of a setting, a recipe, an alias. */
const CARRIED: Ways = {
  "git pager": (line) => `GIT_PAGER=${single(line)} git log`,
  pager: (line) => `export PAGER=${single(line)}; man ls`,
  lessopen: (line) => `LESSOPEN=${single(`|${line}`)} less a.txt`,
  editor: (line) => `EDITOR=${single(line)} crontab -e`,
  ssh: (line) => `GIT_SSH_COMMAND=${single(line)} git fetch`,
  "git alias": (line) => `git -c alias.x=${single(`!${line}`)} x`,
  "git setting": (line) => `git -c core.pager=${single(line)} log`,
  // A recipe is one line.
  make: (line) =>
    line.includes("\n") ? line : `cat > Makefile <<'END'\nall:\n\t${line.replaceAll("$", "$$$$")}\nEND\nmake`,
  npm: (line) => `echo ${single(JSON.stringify({ scripts: { go: line } }))} > package.json; npm run go`,
  hook: (line) => `mkdir -p .husky\ncat > .husky/pre-commit <<'END'\n${line}\nEND\ngit commit -m x`,
  "manual's pager": (line) => `man -P ${single(line)} ls`,
  "set script": (line) => `npm pkg set scripts.go=${single(line)} && npm run go`,
  macro: (line) => (/[()`'"\n]/.test(line) ? line : `m4 <<< ${single(`syscmd(${line})`)}`),
  alias: (line) => `alias go=${single(line)}; go`,
  at: (line) => `at now <<< ${single(line)}`,
};
const ENCODED: Ways = {
  base64: (line) => `echo ${Buffer.from(line).toString("base64")} | base64 -d | sh`,
  hex: (line) => `echo ${Buffer.from(line).toString("hex")} | xxd -r -p | bash`,
  octal: (line) =>
    `printf '${[...Buffer.from(line)].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("")}' | sh`,
  "ANSI-C": (line) => `eval ${ansi(line)}`,
  "substituted base64": (line) => `eval "$(base64 -d <<< ${Buffer.from(line).toString("base64")})"`,
  // It turns each line alone.
  rev: (line) => (line.includes("\n") ? line : `rev <<< ${single([...line].reverse().join(""))} | sh`),
};

const isPlain = (line: string): boolean => !/[\n|;&<>(){}'"$*\\~]/.test(line);
/** Before a simple command; another one is given to a shell first. */
const prefixed = (words: string, line: string): string =>
  /[\n|;&()]|^(?:for|if|while|case|:|f\(|set|d=|p=|\w+=)|[<>]/.test(line)
    ? `${words} sh -c ${single(line)}`
    : `${words} ${line}`;

/** A line as it is, or within one other that runs it and can be read. */
export function wrapped(spelled: Spelled, random: Random): Spelled {
  if (random() < 0.5) return spelled;
  const [name, way] = one(Object.entries(WRAPPED), random);
  return { command: way(spelled.command, random), ways: [...spelled.ways, name] };
}

const LAYERS: readonly Ways[] = [WRAPPED, WRAPPED, CARRIED, ENCODED];
const LAYERS_MAX = 3;

/**
 * Commands that lose what must not be lost, or do the same to what may be.
 * @param mode  `plain`: no way is taken in which the line cannot be read before it runs
 */
export function* spelledCommands(
  kind: "losing" | "free",
  { count, seed, hides }: { readonly count: number; readonly seed: number; readonly hides: boolean },
): Generator<Spelled> {
  const random = numbersOf(seed);
  for (let made = 0; made < count; made++) {
    const ways: string[] = [];
    const take = (all: Ways, text: string): string => {
      const [name, way] = one(Object.entries(all), random);
      ways.push(name);
      return way(text, random);
    };
    const isFolder = random() < 0.75;
    const byCode = isFolder && random() < 0.35;
    const places = kind === "losing" ? (isFolder ? VITAL_FOLDERS : VITAL_FILES) : isFolder ? FREE_FOLDERS : FREE_FILES;
    const path = one(places, random);
    let command = byCode
      ? take(hides && random() < 0.15 ? BY_HIDING_CODE : BY_CODE, path)
      : take(isFolder ? ON_FOLDERS : ON_FILES, take(PATHS, path));
    const layers = Math.floor(random() * (LAYERS_MAX + 1));
    for (let layer = 0; layer < layers; layer++)
      command = take(one(hides ? LAYERS : LAYERS.filter((each) => each === WRAPPED), random), command);
    yield { command, ways };
  }
}
