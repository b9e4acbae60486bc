import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { inTurn } from "../../../test/rounds.ts";
import { classifyCommand } from "./classify-command.ts";

/** Nothing here asks our own code how a shell reads: the shell itself is the judge of each encoding. */

const DESTROYS = ["rm -rf ~", "rm -rf ~/*", "rm -rf /", "find ~ -delete", "rm -fr $HOME"];

const bytes = (text: string): readonly number[] => [...Buffer.from(text)];
const octal = (text: string): string =>
  bytes(text)
    .map((byte) => `\\${byte.toString(8).padStart(3, "0")}`)
    .join("");
const hex = (text: string): string =>
  bytes(text)
    .map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`)
    .join("");
const quoted = (text: string): string => `'${text.replaceAll("'", `'"'"'`)}'`;
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const rotated = (text: string): string =>
  text.replace(/[a-z]/g, (one) => String.fromCharCode(((one.charCodeAt(0) - 84) % 26) + 97));

function base32(text: string): string {
  const bits = bytes(text)
    .map((byte) => byte.toString(2).padStart(8, "0"))
    .join("");
  const groups = bits.match(/.{1,5}/g) ?? [];
  const letters = groups.map((group) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[Number.parseInt(group.padEnd(5, "0"), 2)]);
  return letters.join("").padEnd(Math.ceil(letters.length / 8) * 8, "=");
}

/** Commands that print the text, each in its own way. */
const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => `printf %s ${quoted(text)}`,
  octal: (text) => `printf '${octal(text)}'`,
  hex: (text) => `printf '${hex(text)}'`,
  "octal value": (text) => `printf '%b' '${octal(text).replaceAll("\\", "\\0")}'`,
  "echo -e": (text) => `echo -e '${hex(text)}'`,
  "echo -ne": (text) => `echo -ne "${hex(text).replaceAll("\\", "\\\\")}"`,
  "letter by letter": (text) => `printf '%s' ${[...text].map(quoted).join(" ")}`,
  "two halves": (text) => `echo -n ${quoted(text.slice(0, 3))}${quoted(text.slice(3))}`,
  "ANSI-C": (text) => `echo $'${octal(text)}'`,
  base64: (text) => `echo ${base64(text)} | base64 -d`,
  "base64 --decode": (text) => `base64 --decode <<< ${base64(text)}`,
  "base64 twice": (text) => `echo ${base64(base64(text))} | base64 -d | base64 -d`,
  "base64 by a here-document": (text) => `{ base64 -d <<'X'\n${base64(text)}\nX\n}`,
  base32: (text) => `echo ${base32(text)} | base32 -d`,
  hexadecimal: (text) => `echo ${Buffer.from(text).toString("hex")} | xxd -r -p`,
  openssl: (text) => `echo ${base64(text)} | openssl base64 -d`,
  rev: (text) => `rev <<< ${quoted([...text].reverse().join(""))}`,
  tr: (text) => `echo ${quoted(rotated(text))} | tr a-z n-za-m`,
  sed: (text) => `sed 's/Q//g' <<< ${quoted([...text].join("Q"))}`,
  awk: (text) =>
    `awk 'BEGIN{printf "${bytes(text)
      .map(() => "%c")
      .join("")}",${bytes(text).join(",")}}'`,
  perl: (text) => `perl -e 'print pack("C*",${bytes(text).join(",")})'`,
  python: (text) => `python3 -c 'print("".join(map(chr,[${bytes(text).join(",")}])))'`,
  "a here-document": (text) => `{ cat <<'X'\n${text}\nX\n}`,
  "cut out": (text) => `echo ${quoted(`xx${text}`)} | cut -c3-`,
  pasted: (text) => `fold -w1 <<< ${quoted(text)} | paste -sd ''`,
};

/** What hands a text to a shell; `%` is the command that prints it. */
const FEEDERS: readonly string[] = [
  ...[
    "% | sh",
    "% | bash -s",
    "(%) | sh",
    "{ %; } | bash",
    "% | cat | sh",
    "% | sudo sh",
    "% | env sh",
    "% | $SHELL",
    "% | tee x | sh",
  ],
  ...[
    'eval "$(%)"',
    "eval $(%)",
    "eval `%`",
    'sh -c "$(%)"',
    'bash -c "$(%)" x',
    "$(%)",
    'x=$(%); eval "$x"',
    'x="$(%)" && sh -c "$x"',
  ],
  ...[
    "bash <(%)",
    "bash --rcfile <(%) -i",
    "bash --norc --init-file <(%) -ic true",
    "% | bash --rcfile /dev/fd/0 -ic true",
    "source <(%)",
    ". <(%)",
    'sh <<< "$(%)"',
    "sh < <(%)",
    "% | xargs -0 sh -c",
    "% | xargs -I{} sh -c '{}'",
  ],
  ...[
    '% | while read -r x; do eval "$x"; done',
    "% > x.sh; sh x.sh",
    "% > x.sh && . ./x.sh",
    "% | tee x.sh; sh < x.sh",
    'nohup sh -c "$(%)" &',
  ],
];

const runs = (command: string): boolean => {
  try {
    execFileSync("bash", ["-c", `command -v ${command}`], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

/** Whether it would start in the loosest mode, `bypassPermissions`. */
function startsUnasked(command: string): boolean {
  const { verdict, isFloor } = classifyCommand(command, {
    root: "/srv/app",
    hasReadProfile: true,
    home: "/home/dev",
    otherwise: "allow",
  });
  return verdict === "allow" || (verdict === "ask" && isFloor !== true);
}

describe("a text that is fed to a shell", () => {
  test.each(Object.entries(ENCODINGS))("is what the shell says it is: %s", (_, encode) => {
    const text = "rm -rf ~/a";
    const command = encode(text);
    const program = /xxd|openssl|python3|perl/.exec(command)?.[0];
    if (program !== undefined && !runs(program)) return;
    expect(execFileSync("bash", ["-c", command], { encoding: "utf8" }).replace(/\n$/, "")).toBe(text);
  });

  test("never destroys unasked, however it is written, in no mode", () => {
    const commands = DESTROYS.flatMap((text) =>
      Object.values(ENCODINGS).flatMap((encode, at) =>
        inTurn(3, FEEDERS, at).map((feeder) => feeder.replace("%", () => encode(text))),
      ),
    );
    expect(commands.length).toBeGreaterThan(1000);
    expect(commands.filter(startsUnasked)).toEqual([]);
  });

  test("a program's name that is put together is asked for too", () => {
    const names = [
      "$(printf rm)",
      "`echo rm`",
      "$(printf '\\162m')",
      "/bin/r?",
      "{rm,-v}",
      "$(rev <<< mr)",
      "${x:-rm}",
      "$(echo cm0= | base64 -d)",
    ];
    expect(names.map((name) => `${name} -rf ~`).filter(startsUnasked)).toEqual([]);
    expect(
      ["x=r; x+=m; $x -rf src", "printf -v x rm; $x -rf src", "read x <<< rm; $x -rf src"].filter(startsUnasked),
    ).toEqual([]);
  });

  test("a home is not lost by the folder a command stands in, by what is handed on, or by code that starts it", () => {
    const losses = [
      ...["cd ~ && rm -rf *", "cd ~; rm -rf ./*", "cd / && rm -rf *", "(cd ~ && rm -rf -- *)", "pushd ~ && rm -rf *"],
      ...["cd ~ && ls | xargs rm -rf", "cd ~ && find . -delete", "echo ~/* | xargs rm -rf", "ls -d ~/* | xargs rm -rf"],
      ...[
        'for x in ~/*; do rm -rf "$x"; done',
        'f(){ rm -rf "$@"; }; f ~',
        'set -- ~; rm -rf "$@"',
        'x=~; rm -rf "$x"/*',
      ],
      ...[
        "rm -rf ~/{*,.*}",
        'rm -rf "$HOME"/*',
        "rm -rf ${HOME:?}/*",
        "rm -rf ~root",
        "rm -rf $(cd ~ && pwd)",
        'rm -rf "$(realpath ~)"',
      ],
      ...[
        "bash -c 'rm -rf $0' ~",
        "sh -c 'rm -rf \"$@\"' x ~",
        "xargs rm -rf <<< ~",
        "find ~ -exec sh -c 'rm -rf \"$1\"' _ {} \\;",
      ],
      ...[
        "awk 'BEGIN{system(\"rm -rf ~\")}'",
        "sed '1e rm -rf ~' f",
        "php -r 'system(\"rm -rf ~\");'",
        "python3 -c 'import os; os.system(\"rm -rf ~\")'",
      ],
      ...[
        "printf 'all:\\n\\trm -rf ~' | make -f - all",
        "at now <<< 'rm -rf ~'",
        "chmod -R 000 ~",
        "shred ~/*",
        "mv ~/* /tmp/x",
        "rsync -a --delete empty/ ~/",
      ],
    ];
    expect(losses.filter(startsUnasked)).toEqual([]);
  });

  test("what cannot be read to its end is asked for, although a shell would begin with it", () => {
    expect(
      [`rm -rf ~ ; # ${"x".repeat(11_000)}`, "rm -rf ~\n)", `${"(".repeat(60)}rm -rf ~${")".repeat(60)}`].filter(
        startsUnasked,
      ),
    ).toEqual([]);
  });
});

describe("harmless work", () => {
  const LOOKS = [
    ...[
      "ls -la",
      "git status",
      "git log --oneline -5",
      "git diff HEAD~1",
      "cat src/a.ts",
      "head -20 README.md",
      "wc -l src/a.ts",
    ],
    ...[
      "grep -rn foo src",
      "rg -n 'a|b' src",
      "find . -name '*.ts'",
      "sort names.txt | uniq -c",
      "du -sh .",
      "which node",
      "date",
    ],
    ...[
      "printf '%s\\n' a b",
      "echo -e '\\x41'",
      "echo aGVsbG8= | base64 -d",
      "seq 3 | tac",
      "rev <<< abc",
      "xxd -l 16 a.bin",
      "echo 'rm -rf ~'",
    ],
    ...[
      "cut -d, -f1 a.csv | sort -u",
      "awk '{print $1}' a.txt",
      "sed -n 1,5p a.txt",
      "tr a-z A-Z < a.txt",
      "jq .name package.json",
    ],
  ];
  const JOINS = [
    "%",
    "% | head -3",
    "cd src; %; cd ..",
    "cd src && %",
    "if true; then %; fi",
    "% 2>/dev/null",
    "(%)",
    "% && pwd",
    "%; echo done",
    "timeout 5 %",
  ];

  test("is not asked for, however it is put", () => {
    const commands = LOOKS.flatMap((look) => JOINS.map((join) => join.replace("%", () => look)));
    const asked = commands.filter(
      (command) =>
        classifyCommand(command, { root: "/srv/app", hasReadProfile: true, home: "/home/dev" }).verdict !== "allow",
    );
    expect(asked).toEqual([]);
  });

  test("what a person lets run freely is not held up for being clever", () => {
    const free = [
      ...[
        "make -j$(nproc)",
        "PY=$(which python3); $PY x.py",
        'cd "$(git rev-parse --show-toplevel)" && npm test',
        'bash scripts/build.sh "$(date +%F)"',
      ],
      ...[
        'for f in *.sh; do bash -n "$f"; done',
        "export CC=clang; $CC -c a.c",
        "${CC:-gcc} -c a.c",
        "echo hi | sh",
        "sh -c 'npm test'",
        "npm ci && npm run build",
      ],
      ...[
        "cat > x.sh <<'E'\necho hi\nE\nbash x.sh",
        'eval "$(direnv hook bash)"',
        "docker run --rm -it app sh -c 'npm test'",
        "xargs -n1 npm run < list",
        "source .venv/bin/activate && pytest",
        'grep -rl TODO src | while read -r f; do rm -f "$f.bak"; done',
        'tmp=$(mktemp -d) && git clone . "$tmp" && rm -rf "$tmp"',
        "cd ~/project && rm -rf dist",
        "find src -name '*.orig' -print0 | xargs -0 rm -f",
      ],
    ];
    expect(
      free.filter(
        (command) => classifyCommand(command, { root: "/srv/app", hasReadProfile: true, home: "/home/dev" }).isFloor,
      ),
    ).toEqual([]);
  });
});
