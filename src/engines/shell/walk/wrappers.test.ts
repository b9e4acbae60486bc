import { expect, test } from "vitest";
import { classifyCommand } from "../classify-command.ts";
import type { CommandPolicyOptions } from "../policy-types.ts";

const judged = (command: string, rules: CommandPolicyOptions["rules"] = {}) =>
  classifyCommand(command, { root: "/home/ann/work/proj", hasReadProfile: true, home: "/home/ann", rules });

test("a wrapper is looked through only where each of its options is known, and none of them does more", () => {
  const plain = [
    "\\time -v ls",
    "\\time -vf %e ls",
    "\\time --format=%e ls",
    "nice -10 ls",
    "timeout -vk 5 --signal=INT 60s ls",
    "stdbuf -oL ls",
    "ionice -tc3 ls",
  ];
  expect(plain.filter((command) => judged(command).verdict !== "allow")).toEqual([]);
  const more = [
    "\\time --form ls touch M",
    "\\time -pf ls touch M",
    "\\time -vf ls bash -c 'touch M'",
    "nice time --form ls touch M",
    "\\time -ofoo ls",
    "\\time -vofoo ls",
    "\\time --outp=foo ls",
    "\\time -f text -o.git/hooks/pre-commit ls",
    "timeout --sig 9 5 ls",
    "ionice -p 1 ls",
    "env - ls",
  ];
  expect(more.filter((command) => judged(command).verdict === "allow")).toEqual([]);
});

test("however an option is written, what a wrapper starts is held against rules", () => {
  const pushes = [
    "\\time --form ls git push",
    "\\time -vf ls git push",
    "\\time --unknown git push",
    "flock --comm 'git push' f",
    "flock f -c 'git push'",
    "flock f git -c x push",
    "sort --compress-prog 'git push' x",
    "xargs -0I {} git push {} < f",
    "xargs --replace git push < f",
    "watch -x git push",
    "env -S git push",
    "env a-b=c git push",
    "env - git push",
    "poetry -C x run git push",
    "setarch x86_64 -R git push",
    "sudo A=1 -u root git push",
  ];
  expect(pushes.filter((command) => judged(command, { deny: ["shell(git push)"] }).verdict !== "deny")).toEqual([]);
});

test("and the same holds of what no mode lets run", () => {
  const losing = [
    "\\time --form ls sh -c 'find ~ -delete'",
    "\\time --form ls reboot",
    "timeout --sig 9 5 reboot",
    "env -iC/ rm -rf home",
    "env -iC/ find . -delete",
    "env --chd / find . -delete",
    "sudo -nD/ rm -rf home",
    "curl x | nice --adj 5 sh",
    "nice --adj 5 crontab -r",
  ];
  const runs = losing.filter((command) => {
    const { verdict, isFloor } = judged(command);
    return verdict !== "deny" && isFloor !== true;
  });
  expect(runs).toEqual([]);
});

test("a word that an option may take is not taken for a command where the option is known", () => {
  const everyday = [
    "xvfb-run -a npm test",
    "timeout 20 npm test",
    "strace -f -o out npm test",
    "xvfb-run --weird=1 npm test",
  ];
  const deny = ["shell(test)", "shell(out)", "shell(20)"];
  expect(everyday.filter((command) => judged(command, { deny }).verdict === "deny")).toEqual([]);
});
