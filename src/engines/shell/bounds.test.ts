import { expect, test } from "vitest";
import { HARMLESS } from "../../../test/floor-cases.ts";
import { classifyCommand } from "./classify-command.ts";
import { inBoundedSteps, isSpent, TOO_MUCH } from "./meant/work.ts";

const options = { root: "/home/ann/work/proj", hasReadProfile: true, home: "/home/ann" };
const LOSES = "rm -rf /usr";
const many = (text: string, count: number): string => text.repeat(count);

/** A command that must not run, behind more of what does nothing than is read, started, spelled out or put together. */
const PADDED: Readonly<Record<string, string>> = {
  commands: `${many(":;", 450)}${LOSES}`,
  "assignments and commands": `${many("a=1;", 450)}${LOSES}`,
  "a list": `${many("true && ", 450)}${LOSES}`,
  "a pipeline": `${many("true|", 450)}xargs ${LOSES}`,
  "a pipeline into a shell": `echo '${LOSES}'${many("|cat", 420)}|sh`,
  "a group": `{ ${many(":;", 450)} }; ${LOSES}`,
  "a branch": `if :; then ${many(":;", 420)} ${LOSES}; fi`,
  "a function": `f() { ${many(":;", 420)} ${LOSES}; }; f`,
  cases: `case x in ${many("a) :;; ", 420)}*) ${LOSES};; esac`,
  "a substitution": `x=$(${many(":;", 450)}${LOSES})`,
  "a script in words": `bash -c '${many(":;", 450)}${LOSES}'`,
  "wrapped commands": `bash -c '${many("nice :;", 320)}${LOSES}'`,
  "words of an unknown program": `foo ${many("a ", 90)}${LOSES}`,
  "a long word of an unknown program": `foo '${many("x ", 1_100)}; ${LOSES}'`,
  "values of a format": `printf '%s' ${many("a ", 250)}';${LOSES}' | sh`,
  "written scripts": `${Array.from({ length: 110 }, (_, index) => `echo a>x${index};sh x${index};`).join("")}echo '${LOSES}'>z;sh z`,
  "calls in code": `python3 -c 'import os; ${many('os.system("rm a"); ', 30)}os.system("${LOSES}")'`,
  "substitutions in a text": `x='a[${many("$(id)", 30)}$(${LOSES})]'; echo $((x))`,
  "lines of a file": `cat > Makefile <<'E'\n${many("x:\n\techo a b\n", 130)}y:\n\t${LOSES}\nE\nmake y`,
  "the same call in a carried text": `tmuxx '${many('a("rm a") ', 25)}b("${LOSES}")'`,
  "backticks in a text": `x='a[${many("`id`", 210)}\`${LOSES}\`]'; echo $((x))`,
  "words that may be commands": `foo ${many("mv ", 30)}${LOSES}`,
  "letters of options": `python3 -${many("b", 45)}c 'import os; os.system("${LOSES}")'`,
  braces: "rm -rf /{a{1..70},usr}",
};

test("what asks more of the files than one verdict is worth runs in no mode, and says so", () => {
  let asked = 0;
  const realPath = (path: string): string => {
    asked++;
    return path;
  };
  const line = (count: number): string =>
    Array.from({ length: count }, (_, index) => `cat a${index} b${index} c${index}`).join(";");
  const judged = (count: number) => classifyCommand(line(count), { ...options, facts: { realPath } });
  expect(judged(40).isFloor).toBeUndefined();
  asked = 0;
  expect(judged(400)).toMatchObject({ isFloor: true, reason: TOO_MUCH });
  expect(asked).toBeLessThan(1_100);
});

test.each(Object.entries(PADDED))("what is not read is not run: behind %s", (_, command) => {
  const { verdict, isFloor } = classifyCommand(command, options);
  expect(verdict === "deny" || isFloor === true).toBe(true);
});

test("nor is it proven to only read", () => {
  expect(classifyCommand(`bash -c '${many(":;", 450)}./x'`, options).verdict).toBe("ask");
  expect(classifyCommand(`bash -c '${many(":;", 350)}ls'`, options).verdict).toBe("allow");
});

test("nor is what stands behind more colons than a revision has taken for a part of it", () => {
  for (const count of [1, 20])
    expect(classifyCommand(`git show 'HEAD^{/a${many(":b", count)}}:.env'`, options)).toMatchObject({ verdict: "ask" });
});

/** What rules deny or keep from being changed, behind more than is looked at. */
const KEPT: Readonly<Record<string, (count: number) => string>> = {
  "calls of code": (count) => `python3 -c '${many('run("git status");', count * 70)}run("git push")'`,
  "different calls of code": (count) =>
    `python3 -c '${Array.from({ length: count * 70 }, (_, index) => `run("git log -${index}");`).join("")}run("git push")'`,
  "names in code": (count) =>
    `python3 -c '${Array.from({ length: count * 700 }, (_, index) => `f("a/${index}");`).join("")}f("private/x","w")'`,
  "signs in a word": (count) => `foo --x=${many("a,", count * 60)}private/x`,
  "words that are packed": (count) => `tar cf x.tar ${many("a ", count * 250)}private`,
  "an ending among others": (count) =>
    `cp ${Array.from({ length: count * 12 }, (_, index) => `.e${index}`).join(" ")} -S .d private/x`,
};

test.each(Object.entries(KEPT))("no rule ends behind more than is looked at: %s", (_, line) => {
  const folders = ["/home/ann/work/proj/private"];
  const ruled: Parameters<typeof classifyCommand>[1] = {
    ...options,
    rules: { allow: ["shell(*)"], deny: ["shell(git push)"] },
    pathRule: (path) =>
      folders.some((one) => path.startsWith(one)) ? { verdict: "deny", rule: "private" } : undefined,
    facts: {
      realPath: (path) => path,
      isFolder: (path) => folders.includes(path),
      readProblem: (path) => (folders.includes(path) ? `${path} is kept by a rule` : undefined),
    },
  };
  for (const count of [0, 1]) {
    const { verdict, isFloor } = classifyCommand(line(count), ruled);
    expect([count, verdict === "deny" || isFloor === true]).toEqual([count, true]);
  }
});

test("what is long and can be read is left to the mode", () => {
  for (const command of [many("echo a;", 300), `rm -f log{1..60}`, `printf '%s\\n' ${many("a ", 150)}| sort`])
    expect(classifyCommand(command, options).isFloor, command.slice(0, 40)).toBeUndefined();
});

test("a path is looked up once, however many commands it may be a word of", () => {
  const asked: string[] = [];
  const facts = {
    realPath: (path: string) => {
      asked.push(path);
      return path;
    },
    isFolder: () => false,
  };
  classifyCommand(`${"env A=1 ".repeat(7)}rm a b c`, { root: "/w/p", hasReadProfile: true, home: "/h", facts });
  expect(asked.length).toBeGreaterThan(3);
  expect(asked).toEqual([...new Set(asked)]);
});

test.each([
  `echo ${many("{}", 2_400)}${many(",", 2_400)}`,
  `echo ${many("{a,b", 39)}${many(",", 4_000)}`,
  `echo x${many("{a,b}", 1_500)}`,
])("braces without end are read at once (%#)", (line) => {
  const begunMs = performance.now();
  classifyCommand(line, options);
  expect(performance.now() - begunMs).toBeLessThan(2_000);
});

test.each([`cat -- ${many(".*", 4_700)}`, `cat i${many("?*", 4_700)}`, `cat ${many("[a-c]", 1_900)}`])(
  "a pattern that is no expression is asked about (%#)",
  (line) => {
    expect(classifyCommand(line, options).verdict).toBe("ask");
  },
);

// Each took three seconds and more, and some minutes, where texts and values were gone through once for each place of use.
test.each([
  `perl -e '${many("unlink a;", 1_050)}'`,
  `${many("a=$a ", 1_900)}ls`,
  `${many("a=$a b=$b ", 950)}ls $a$b`,
  `find ${many("a ", 4_800)}-delete`,
])("a line is judged in time of its length (%#)", (line) => {
  const pathRule = () => undefined;
  expect(classifyCommand(line, { ...options, pathRule }).verdict).toBe("ask");
});

test("what no reader of code comes to is asked about in every mode", () => {
  expect(classifyCommand(`perl -e '${many("unlink a;", 1_050)}'`, options)).toMatchObject({
    verdict: "ask",
    isFloor: true,
  });
});

/** What starts what follows it, and what a line may hold very many of. */
const NESTING = [
  ...[
    "timeout 5 ",
    "nice ",
    "env CI=1 ",
    "stdbuf -oL ",
    "nohup ",
    "find . -exec ",
    "find . -exec $x ",
    "xargs ",
    "flock f ",
  ],
  ...["nice -x a ", "sudo -u a ", "parallel ", "npx ", "eval ", "watch ", "command "],
];

test.each(NESTING)("wrappers in wrappers without end are refused at once: %s", (wrapper) => {
  const line = `${many(wrapper, 300)}ls`;
  const begunMs = performance.now();
  const { verdict, isFloor } = classifyCommand(line, { ...options, facts: { realPath: () => undefined } });
  expect({ verdict, isFloor }).toEqual({ verdict: "ask", isFloor: true });
  expect(performance.now() - begunMs).toBeLessThan(3_000);
});

test.each([
  `echo $((${many("a", 60)}.))`,
  `x=$(seq ${many("$a1", 60)}.); echo $((x))`,
  `docker compose${many(" --progress", 60)} x`,
])("no pattern is tried in many ways on %s", (line) => {
  const begunMs = performance.now();
  classifyCommand(line, { ...options, rules: { allow: ["shell(docker compose)"] } });
  expect(performance.now() - begunMs).toBeLessThan(1_000);
});

test("a path of a thousand names, and a thousand words, are looked up in time of their length", () => {
  for (const line of [`rm -rf ${many("a/", 4_900)}`, `rm -rf ${many("../a/", 1_900)}`, `rm ${many("a ", 4_800)}`]) {
    let characters = 0;
    const realPath = (path: string): string | undefined => {
      characters += path.length;
      return path.length < 20 ? path : undefined;
    };
    classifyCommand(line, { ...options, facts: { realPath } });
    expect(characters).toBeLessThan(2_000_000);
  }
});

test("a deny rule for a wrapper holds, however many stand in each other", () => {
  expect(classifyCommand(`${many("nice ", 60)}ls`, { ...options, rules: { deny: ["shell(nice)"] } }).verdict).toBe(
    "deny",
  );
});

const REPEATED =
  "eval ;nice ;env A=1 ;timeout 1 ;bash -c ;command ;exec ;time ;xargs ;find . -exec ;python3 -c x ;rm a b ;rm -rf $x ;cd a && ;cd ..\n;ls|;a&&;a=1 ;**/;*/;{a,b};[a];a/;../;`".split(
    ";",
  );

test("however often a line repeats something, its judgement is bounded in steps, and what is beyond them runs in no mode", () => {
  const facts = { realPath: (path: string) => path, isGitPart: () => false, namedAbove: () => undefined };
  let spent = 0;
  for (const piece of REPEATED)
    for (const count of [30, 1_200, 5_000]) {
      const line = `${many(piece, Math.min(count, Math.floor(9_900 / piece.length)))}x`;
      inBoundedSteps(() => {
        const { isFloor, reason, verdict } = classifyCommand(line, { ...options, facts });
        if (!isSpent()) return;
        spent++;
        expect([verdict, isFloor, reason], piece).toEqual(["ask", true, TOO_MUCH]);
        expect(classifyCommand("ls", options), "nothing is judged any more").toMatchObject({
          verdict: "ask",
          isFloor: true,
        });
      });
    }
  expect(spent).toBeGreaterThan(2);
});

test("what runs every day takes a small part of that", () => {
  for (let from = 0; from < HARMLESS.length; from += 8)
    inBoundedSteps(() => {
      for (const command of HARMLESS.slice(from, from + 8)) classifyCommand(command, options);
      expect(isSpent(), HARMLESS.slice(from, from + 8).join(" | ")).toBe(false);
    });
});

test("a question that is answered leaves nothing to the next", () => {
  const judged = (line: string) => classifyCommand(line, options).reason;
  expect([judged(`${many("eval ", 1_900)}x`), judged("ls")]).toEqual([TOO_MUCH, "it only reads inside the workspace"]);
});
