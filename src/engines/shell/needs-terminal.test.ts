import { expect, test } from "vitest";
import { needsTerminal } from "./needs-terminal.ts";

const needs = (command: string): string | undefined => needsTerminal(command, { root: "/w", cwd: "/w", home: "/h" });

test.each([
  ["vim a.txt", /^vim waits .*edit_file/],
  ["cd src && nano a.txt", /^nano waits/],
  ["EDITOR=x timeout 5 vi +3 a.txt", /^vi waits/],
  ["top", /top -b -n 1/],
  ["htop -d 5", /ps aux/],
  ["watch -n 1 ls", /background: true/],
  ["python3", /here-document/],
  ["python3 -i", /here-document/],
  ["make && node", /^node waits/],
  ["bash -l", /^bash waits/],
  ["psql -h localhost -U me shop", /statements/],
  ["mysql shop", /statements/],
  ["sqlite3 a.db", /statements/],
  ["gdb ./a.out", /^gdb waits/],
  ["bc -l", /^bc waits/],
  ["tmux new -s x", /shell_output/],
])("%s waits for a terminal, and what to do instead is told", (command, told) => {
  expect(needs(command)).toMatch(told);
});

test.each([
  "python3 x.py",
  "python3 -c 'print(1)'",
  "python3 - <<'END'\nprint(1)\nEND",
  "echo 'print(1)' | python3",
  "python3 < a.py",
  "python3 -m pytest",
  "python3 --version",
  "node -e 1",
  "node --version",
  "bash x.sh",
  "bash -c 'ls'",
  "bash -s < x.sh",
  "echo 1+1 | bc -l",
  "bc <<< 1+1",
  "psql -c 'select 1' shop",
  "psql -f a.sql",
  "psql shop < a.sql",
  "psql -lqt",
  "mysql -e 'select 1'",
  "sqlite3 a.db 'select 1'",
  "sqlite3 a.db < a.sql",
  "sqlite3 a.db <<'END'\nselect 1;\nEND",
  "gdb -batch -ex bt ./a.out",
  "top -b -n 1",
  "top -bn1",
  "vim -es -c ':wq' a.txt",
  "emacs --batch -l x.el",
  "nvim --headless +q",
  "vim --version",
  "less a.txt",
  "man ls",
  "tmux new -d -s x",
  "ls | fzf --filter=a",
  "git commit",
  "redis-cli get x",
  "echo vim",
  "grep vim a.txt",
  "R CMD build .",
  "which python3",
])("%s does not", (command) => {
  expect(needs(command)).toBeUndefined();
});
