import { expect, test } from "vitest";
import { classifyCommand } from "../classify-command.ts";

const judged = (command: string, denied: string, allowed = "shell(*)") =>
  classifyCommand(command, {
    root: "/w",
    home: "/home/me",
    rules: { allow: [allowed], deny: [`shell(${denied})`] },
  }).verdict;

test.each([
  ...["cp $(which rm) r; ./r x", "ln -s /bin/rm r; ./r x", "ln /bin/rm b/r && b/r x", "install /bin/rm r; ./r x"],
  ...["cat /bin/rm > r; chmod +x r; ./r x", "dd if=/bin/rm of=r; ./r x", "hash -p /bin/rm z; z x"],
  ...["alias z='rm -f'; z x", "cp $(command -v rm) r; env ./r x"],
])("a denied program is denied by the name that its line gives it: %s", (command) => {
  expect(judged(command, "rm")).toBe("deny");
  expect(judged(command.replace(/\brm\b/g, "ls"), "rm")).not.toBe("deny");
});

/** How a line comes to another name of a program, and hands that on. */
const COPIES = [
  ...[
    "cp /usr/bin/curl c",
    "cp '/usr/bin/curl' ./c",
    "cat < /usr/bin/curl > c",
    "cat /usr/bin/curl | cat > c",
    "tee c < /usr/bin/curl",
  ],
  ...[
    "sort -o c /usr/bin/curl",
    "link /usr/bin/curl c",
    "scp /usr/bin/curl c",
    "ln -s ${x:-/usr/bin/curl} c",
    "dd if=/usr/bin/curl of=c",
  ],
  ...["(cd /usr/bin; cp curl /tmp/c)", "tar c /usr/bin/curl | tar xOf - > c", "tar -C /usr/bin -c curl | tar xO > c"],
  ...[
    "hash -p/usr/bin/curl c",
    "hash -p /usr/bin/curl c",
    "hash -p /usr/bin/curl c d",
    "BASH_CMDS[c]=/usr/bin/curl",
    "shopt -s expand_aliases; BASH_ALIASES[c]=curl",
  ],
];
const ONWARD = [
  "; ./c x",
  "; mv c e; ./e x",
  "; ln -s c e; ./e x",
  "; cat c > d; cp d e; chmod +x e; ./e x",
  " && env ./c x",
];

test("what a command writes is another name of each program that it reads, however often it is handed on", () => {
  const lines = COPIES.flatMap((copy) =>
    ONWARD.filter((onward) => !/hash|BASH_/.test(copy) || /\/c x$/.test(onward)).map((onward) => copy + onward),
  );
  expect(lines.length).toBeGreaterThan(60);
  expect(lines.filter((line) => judged(line, "curl") !== "deny")).toEqual([]);
  expect(lines.filter((line) => judged(line, "wget") === "deny")).toEqual([]);
});

test("a pattern may find the program, which asks in every mode; what runs it for another machine is it", () => {
  for (const pattern of ["cur?", "[c]url", "c*"])
    expect(judged(`cp /usr/bin/${pattern} c; ./c x`, "curl"), pattern).not.toBe("allow");
  expect(judged("qemu-x86_64 /usr/bin/curl x", "curl")).toBe("deny");
});

/** Where git runs a text that it is given, `@`. */
const GIT_RUNS = [
  ...[
    "rebase -x @ HEAD~3",
    "rebase --exec=@ x",
    "rebase -ix @ x",
    "difftool -x @",
    "difftool --extcmd=@",
    "grep -O@ x",
  ],
  ...["rebase -ix@ x", "difftool -yx@", "clone -qu@ x", "grep -nO@ x"],
  ...[
    "grep --open-files-in-pager=@ x",
    "fetch --upload-pack @ o",
    "pull --upload-pack=@",
    "clone -u @ x",
    "archive --exec=@",
  ],
  ...["ls-remote --upload-pack=@ x", "push --receive-pack=@ o", "push --exec @ o", "send-pack --receive-pack=@ o"],
  ...["env tree index parent msg commit tag-name".split(" ").map((name) => `filter-branch --${name}-filter @`)].flat(),
  ...["bisect run @", "submodule foreach @", "submodule --quiet foreach --recursive @", "merge-index @ -a"],
  ...["send-email --sendmail-cmd=@ x", "send-email --smtp-server=@ x", "instaweb --httpd=@", "daemon --access-hook=@"],
  ...["core.sshCommand core.pager core.editor core.fsmonitor diff.external pager.log sequence.editor gpg.program"]
    .flatMap((names) => names.split(" "))
    .flatMap((name) => [`-c ${name}=@ log`, `config ${name} @`, `config --global --add ${name} @`]),
  ...[
    "clone -qccore.sshCommand=@ x:y y",
    "clone -qc core.sshCommand=@ x:y y",
    "config --comment a.b core.sshCommand @",
  ],
  ...["filter.x.clean", "merge.x.driver", "credential.helper", "alias.y"].map((name) => `-c ${name}=!@ status`),
].map((words) => `git ${words}`);
const VARIABLES = "SSH SSH_COMMAND EDITOR SEQUENCE_EDITOR PAGER EXTERNAL_DIFF ASKPASS PROXY_COMMAND".split(" ");
const LINES = [
  ...GIT_RUNS,
  ...VARIABLES.flatMap((name) => [
    `GIT_${name}=@ git fetch`,
    `export GIT_${name}=@; git fetch`,
    `GIT_${name}=@; git x`,
  ]),
  "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.sshCommand GIT_CONFIG_VALUE_0=@ git fetch",
  "export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.sshCommand; GIT_CONFIG_VALUE_0=@ git fetch",
  "printf -v GIT_SSH @; export GIT_SSH; git fetch",
  "MANPAGER=@ man ls",
];

test("what git is told to run is denied as itself, by whichever option, setting or variable", () => {
  const lines = ["curl", "'curl x'", "/usr/bin/curl"].flatMap((text) =>
    // A program by its name alone.
    LINES.filter((line) => !(text.includes(" ") && /bisect|merge-index/.test(line))).map((line) =>
      line.replace("@", text),
    ),
  );
  expect(lines.length).toBeGreaterThan(150);
  expect(lines.filter((line) => judged(line, "curl") !== "deny")).toEqual([]);
});

test("a program that git takes from a variable, or that stands in its own words for settings, is asked about", () => {
  const lines = ["X=curl git --config-env=core.sshCommand=X fetch", "git --config-env alias.y=X y"];
  expect(lines.filter((line) => judged(line, "curl") === "allow")).toEqual([]);
  expect(judged("GIT_CONFIG_PARAMETERS=\"'core.sshcommand'='curl'\" git fetch", "curl")).toBe("deny");
});

test("and a rule for the git command does not speak for it", () => {
  const lines = GIT_RUNS.map((line) => line.replace("@", "./x"));
  const words = (line: string): string => line.split(" ").slice(0, 2).join(" ");
  expect(lines.filter((line) => judged(line, "none", `shell(${words(line)})`) === "allow")).toEqual([]);
  expect(lines.filter((line) => judged(line, "none", "shell(git)") === "allow")).toEqual([]);
});

test("git's own sub-commands are denied behind what starts them", () => {
  for (const command of ["git for-each-repo --config=x push", "git for-each-repo --config x -- push --force"])
    expect(judged(command, "git push"), command).toBe("deny");
  expect(judged("git for-each-repo --config=x fetch", "git push")).not.toBe("deny");
});
