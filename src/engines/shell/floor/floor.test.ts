import { expect, test } from "vitest";
import { HARMLESS, LOSING } from "../../../../test/floor-cases.ts";
import { classifyCommand } from "../classify-command.ts";

const options = { root: "/home/ann/work/proj", home: "/home/ann" };
/** Whether a mode that asks for nothing would run it. */
const runsInBypass = (command: string): boolean => {
  const { verdict, isFloor } = classifyCommand(command, options);
  return verdict !== "deny" && isFloor !== true;
};

test("what must not be lost is not lost in any mode, whichever program does it", () => {
  expect(LOSING.length).toBeGreaterThan(400);
  expect(LOSING.filter(runsInBypass)).toEqual([]);
});

test("everyday commands are left to the mode", () => {
  expect(HARMLESS.length).toBeGreaterThan(150);
  expect(HARMLESS.filter((command) => !runsInBypass(command))).toEqual([]);
});

test.each(
  'find . -delete;find -delete;find . -type f -delete;find . -mindepth 1 -delete;cd src && find .. -delete;rimraf .;rimraf "$PWD";wipe -rf .;cmake -E remove_directory .;cmake -E rm -rf .;tini -- reboot'.split(
    ";",
  ),
)("nor is the whole working folder, or the machine ended: %s", (command) => {
  expect(runsInBypass(command)).toBe(false);
});

test.each(
  "find . -type d -empty -delete;find . -name '*.pyc' -delete;find . -type f -mtime +30 -delete;find . -maxdepth 1 -type f -delete;find build -delete;find . -size 0 -delete;rimraf dist;cmake -E remove_directory build;bazel shutdown".split(
    ";",
  ),
)("and housekeeping is left to the mode: %s", (command) => {
  expect(runsInBypass(command)).toBe(true);
});

const STARTS = 'require("child_process").execSync';

test.each([
  `node -e 'console.log(" ~", ${STARTS}("git log -1"))'`,
  `node -e 'console.log("..", ${STARTS}("git ls-files").length)'`,
  `python3 -c "import subprocess; print('~', subprocess.check_output(['git', 'ls-files']))"`,
  "cat > t.js <<'J'\nconst names = ['a b', 'c d'];\nJ\nnode t.js",
  "cat > t.js <<'J'\ntry { say(m.text('x', { a: 1 })) } catch (e) { say(e.name) }\nJ\nnode t.js",
])("code that starts what loses nothing is left to the mode: %s", (command) => {
  expect(runsInBypass(command)).toBe(true);
});

test.each([
  `node -e '${STARTS}("git -C ~ clean -fdx")'`,
  `node -e '${STARTS}("find ~ -delete")'`,
  `node -e '${STARTS}("shred " + "~")'`,
  `cat > t.js <<'J'\n${STARTS}("rm -rf ~")\nJ\nnode t.js`,
  "cat > t.js <<'J'\nrequire('fs').rmSync('/', { recursive: true })\nJ\nnode t.js",
])("code that starts what loses is not: %s", (command) => {
  expect(runsInBypass(command)).toBe(false);
});

test("every scheduled job is kept whatever is to start what removes them", () => {
  expect(["zz-run crontab -r", "zz-run --level 3 crontab -ri", "crontab -r"].filter(runsInBypass)).toEqual([]);
  expect(["grep -n crontab -r docs", "man crontab", "zz-run crontab -l"].filter((one) => !runsInBypass(one))).toEqual(
    [],
  );
});

test("a harmless word or redirection beside it does not hide what is lost", () => {
  for (const command of ["rm -rf ../other /", "rm -rf $X ~", "rm -rf / 2>../err", "PATH=/x rm -rf ~"])
    expect(classifyCommand(command, options).verdict, command).toBe("deny");
});

test("the folders of Waymark are where the caller says", () => {
  const elsewhere = { ...options, own: ["/data/waymark/config"] };
  expect(classifyCommand("echo x > /data/waymark/config/trust.json", elsewhere).verdict).toBe("deny");
  expect(classifyCommand("rm -rf /data/waymark", elsewhere).verdict).toBe("deny");
  expect(classifyCommand("rm -rf /data/other", elsewhere).verdict).toBe("ask");
});
