import { expect, test } from "vitest";
import { classifyCommand } from "./classify-command.ts";

const judged = (command: string) =>
  classifyCommand(command, { root: "/w", hasReadProfile: true, cwd: "/w", home: "/h" });
const verdictOf = (command: string): string => judged(command).verdict;

test.each([
  "for i in 1 2 3; do echo $((i*3)); done",
  'for i in {1..9}; do echo $((i * i + 1)) "$i"; done',
  "x=5; y=$((x*3)); echo $((y % 4)) $(( (x + y) / 2 ))",
  "x=5; echo $(( x > 3 ? 1 : 0 ))",
  "for ((i=0; i<3; i++)); do echo $i; done",
  "i=1; ((i++)); echo $i",
  "i=1; i=$((i+1)); [[ $i -lt 3 ]] && echo $i",
  "echo $(( ${#HOME} + 1 ))",
])("a sum of numbers that the line gives is understood: %s", (command) => {
  expect(judged(command)).toMatchObject({ verdict: "allow" });
});

test.each([
  "x='a[$(rm -rf /w/b)]'; echo $((x))",
  "echo $((a[$(rm x)]))",
  "echo $((SECRET * 2))",
  "echo $(( $1 * 2 ))",
  "f() { echo $(( $1 * 2 )); }; f 'a[$(rm f)]'",
  "set -- 'a[$(rm f)]'; echo $(( $1 ))",
  "read x < f; echo $((x))",
  "x=3; eval x=$y; echo $((x))",
  "x=3; read x < f; echo $((x))",
  "x=3; declare x=$Y; echo $((x))",
  "x=3; printf -v x %s 'a[$(rm f)]'; echo $((x))",
  "x=3; f() { x='b[$(rm f)]'; }; f; echo $((x))",
  "wc() { cat f; }; n=$(cat a | wc -l); echo $((n))",
  "n=$(cat f || cat a | wc -l); echo $((n))",
  "n=$(cat f; cat a | wc -l); echo $((n))",
  "for i in 1 'a[$(rm f)]'; do echo $((i)); done",
  "for i in *; do echo $((i)); done",
  "for ((i=x; i<3; i++)); do rm $i; done",
  "((rm x))",
  "x=1; [[ $x -lt $y ]]",
  "x=y; y='a[$(rm f)]'; echo $((x))",
])("what arithmetic may run as code is asked about: %s", (command) => {
  expect(verdictOf(command)).not.toBe("allow");
});

test.each(["py=ls; $py", 'py="ls"; ${py} src', 'py=ls; "$py" -l'])(
  "a program in a name of the line is that program: %s",
  (command) => {
    expect(verdictOf(command)).toBe("allow");
  },
);

test.each([
  "py=eval; $py x",
  'py="eval"; $py x',
  "py=ls; py=rm; $py x",
  "read py < f; $py",
  "py=$X; $py",
  "py=ls; . f; $py",
  "py=command; $py rm x",
  "if a; then py=ls; fi; $py",
])("what may be another program is asked about: %s", (command) => {
  expect(verdictOf(command)).not.toBe("allow");
});

test.each([
  `for i in "\${x:-$(('$(touch m)'))}"; do :; done`,
  'for i in "${x:-$((PATH=5))}"; do ls; done',
  "case a in [$((PATH=5))]) ls;; esac",
  "[[ a = *[${x:-$((a[b]))}]* ]]",
  "[[ -n {a,$((PATH=5))} ]]",
  'for i in {"${x:-$((PATH=5))}",b}; do ls; done',
  'for i in $"${x:-$((PATH=5))}"; do ls; done',
  "for i in ${x/a/$((PATH=5))}; do ls; done",
  'select i in ${x:-"${y:-$((PATH=5))}"}; do ls; done',
])("a sum within an expansion, a pattern, braces or a text to be translated is looked at: %s", (command) => {
  expect(classifyCommand(command, { root: "/w", hasReadProfile: true }).verdict).toBe("ask");
});

test.each(['for i in "${x:-$((1+2))}" ${y%.txt}; do ls; done', "case a in [$((1+2))]) ls;; esac", "ls {a,b}.txt"])(
  "one that only computes is free there as well: %s",
  (command) => {
    expect(classifyCommand(command, { root: "/w", hasReadProfile: true }).verdict).toBe("allow");
  },
);
