/** Programs that a machine may lack; see `optional-programs`. */
export type Needed = "make" | "go" | "cargo" | "mvn" | "pnpm" | "pytest" | "tox" | "python3";

/** One command of daily work, after those above it in the same folder. */
export interface EverydayCommand {
  readonly command: string;
  readonly needs?: Needed;
  /** Where a protection shows: what Waymark says beside, or in place of, what a bare shell says. */
  readonly protected?: RegExp;
}

const AT = "GIT_AUTHOR_DATE='@1700000000 +0000' GIT_COMMITTER_DATE='@1700000000 +0000'";
const plain = (...commands: readonly string[]): readonly EverydayCommand[] => commands.map((command) => ({ command }));
const needing = (needs: Needed, ...commands: readonly string[]): readonly EverydayCommand[] =>
  commands.map((command) => ({ command, needs }));

/** What the commands find. */
export const EVERYDAY_FILES: Readonly<Record<string, string>> = {
  "README.md": "# Shop\n\nSells things.\n",
  "src/price.js": "exports.price = (count) => count * 3;\n",
  "src/cart.js": 'const { price } = require("./price.js");\nexports.total = (n) => price(n) + 1;\n',
  "test/price.test.js":
    'const test = require("node:test");\nconst assert = require("node:assert");\nconst { price } = require("../src/price.js");\ntest("price", () => assert.equal(price(2), 6));\n',
  "package.json":
    '{"name":"shop","version":"1.0.0","scripts":{"test":"node --test --test-reporter=dot","lint":"node --check src/cart.js","fails":"exit 3"}}\n',
  "data/names.txt": "delta\nalpha\ncharlie\nbravo\n",
  "data/rows.csv": "id,amount\n1,10\n2,20\n3,30\n",
  "data/two words.txt": "two\nwords\n",
  Makefile: "all: built.txt\nbuilt.txt: data/names.txt\n\tsort $< > $@\nclean:\n\trm -f built.txt\n",
  "py/shop.py": "def price(count):\n    return count * 3\n",
  "py/test_shop.py": "from shop import price\n\n\ndef test_price():\n    assert price(2) == 6\n",
  "py/tox.ini": '[tox]\nskipsdist = true\n[testenv]\nskip_install = true\ncommands = python -c "print(1)"\n',
  "go/go.mod": "module example.com/shop\n\ngo 1.21\n",
  "go/shop.go": "package shop\n\nfunc Price(count int) int { return count * 3 }\n",
  "go/shop_test.go":
    'package shop\n\nimport "testing"\n\nfunc TestPrice(t *testing.T) {\n\tif Price(2) != 6 {\n\t\tt.Fatal("price")\n\t}\n}\n',
  "rust/Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
  "rust/src/lib.rs":
    "pub fn price(count: u32) -> u32 { count * 3 }\n#[test]\nfn prices() { assert_eq!(price(2), 6); }\n",
  "java/pom.xml":
    '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>a</groupId><artifactId>b</artifactId><version>1</version><packaging>pom</packaging></project>\n',
  ".env": "TOKEN=not-a-real-one\n",
  ".gitignore": "node_modules\nrust/target\nvenv\n*.log\n",
};

/** Makes the folder a repository with two commits. */
export const EVERYDAY_START = [
  "git init -q -b main",
  "git config user.name Ann && git config user.email ann@example.com",
  `git add README.md src test package.json .gitignore && ${AT} git commit -qm first`,
  `git add data Makefile py go rust java && ${AT} git commit -qm second`,
].join(" && ");

export const EVERYDAY_COMMANDS: readonly EverydayCommand[] = [
  // Looking at a repository.
  ...plain(
    "git status --short",
    "git status",
    "echo 'exports.tax = 2;' >> src/price.js",
    "git diff",
    "git diff --stat",
    "git diff HEAD~1 --name-only",
    "git log --oneline",
    "git log -p -1 -- data/rows.csv",
    "git -p log -1 --format=%s",
    "git show --stat HEAD",
    "git show HEAD:README.md | head -1",
    "git blame -s src/cart.js",
    "git diff --exit-code",
    "git grep -n price -- src",
    "git ls-files | wc -l",
    "git rev-parse --abbrev-ref HEAD",
    "git show nothing-of-that-name",
  ),
  // Changing one.
  ...plain(
    "git add -A src && git status --short",
    `${AT} git commit -qm 'Add the tax' && git log -1 --format=%s`,
    "echo '// later' >> src/cart.js",
    `${AT} git stash -q && git stash list && git status --short`,
    "git stash pop",
    "git mv data/names.txt data/people.txt && git status --short",
    "git mv data/people.txt data/names.txt",
    "git switch -c topic",
    `${AT} git commit -qam 'On a topic' && git switch main && git merge topic`,
    "git branch topic-2 && git branch --list",
    "git tag v1 && git describe --tags",
    "git worktree add -q tree HEAD; git worktree list | wc -l; git worktree remove tree; git worktree list | wc -l",
    "git bisect start -q HEAD HEAD~2 >/dev/null; git bisect run sh -c 'exit 0' | tail -1; git bisect reset -q",
    `${AT} git revert --no-edit HEAD && git log -1 --format=%s`,
    "git checkout -q HEAD~1 && git checkout -q main && git rev-parse --abbrev-ref HEAD",
    "git restore --staged . && git reset -q --hard HEAD && git status --short",
    "touch junk.tmp && git clean -fdq -- junk.tmp && ls junk.tmp",
    "git push origin main",
  ),
  // Text and files.
  ...plain(
    "sed -i 's/Shop/Store/' README.md && cat README.md",
    "sed -n '2,3p' data/rows.csv",
    "awk -F, 'NR > 1 { sum += $2 } END { print sum }' data/rows.csv",
    "awk '{ print > \"copy.txt\" }' data/names.txt && sort copy.txt",
    "sort data/names.txt | head -2",
    "find . -name '*.js' -not -path './tree/*' | sort",
    "find src -name '*.js' -exec wc -l {} +",
    "find src -name '*.js' -exec sh -c 'basename \"$1\"' _ {} \\; | sort",
    "find . -name 'copy.txt' -delete; ls copy.txt",
    "ls src | xargs -n1 echo file:",
    "find data -name '*.txt' -print0 | sort -z | xargs -0 wc -l",
    "grep -rn price src | sort",
    "grep -c nothing README.md",
    "cat 'data/two words.txt'",
    "wc -l data/*.txt",
    'for f in src/*.js; do echo "$f: $(wc -l < "$f")"; done',
    "i=0; while [ $i -lt 3 ]; do echo $i; i=$((i+1)); done",
    'while IFS=, read -r id amount; do echo "$id=$amount"; done < data/rows.csv',
    "cat > notes.txt <<'END'\n$HOME stays as it is\nEND\ncat notes.txt",
    "cat <<END | tr a-z A-Z\nsum: $((2 + 3))\nEND",
    "tee one.txt two.txt < data/names.txt > /dev/null && cmp one.txt two.txt && rm one.txt two.txt",
    "diff <(sort data/names.txt) data/names.txt",
    'f=$(mktemp) && echo kept > "$f" && cat "$f" && rm "$f"',
    "mkdir -p a/b && cp README.md a/b/ && mv a/b/README.md a/R.md && ls -R a && rm -r a",
    "tar czf out.tgz src && tar tzf out.tgz | sort && rm out.tgz",
    "ln -s README.md link.md && readlink link.md && rm link.md",
    "chmod +x src/cart.js && test -x src/cart.js && echo yes; chmod -x src/cart.js",
    "printf '%s\\n' one two | paste -sd, -",
    "xxd -l 4 README.md",
  ),
  { command: "cat .env | cut -c1-5", protected: /Not allowed: .*secret/ },
  { command: "ls -a | grep env" },
  // A masked file is told of where it was read, and not where it was named alone.
  ...plain(
    "for f in * .e*; do echo $f; done",
    'cd src; for f in *; do wc -l "$f"; done',
    "grep -rn TOKEN . --include='*.yml'; echo $?",
    "ls src | sed 's|^|src/|' | xargs wc -l",
  ),
  { command: "echo x > .git/hooks/pre-commit", protected: /Not allowed: .*starts programs/ },
  { command: "git branch -d topic" },
  { command: "git config user.name Bob" },
  // Programs, and how they are started.
  ...plain(
    "X=1 node -p 'process.env.X'",
    "export GREETING=hi; node -p 'process.env.GREETING'",
    "node -e 'process.exit(7)'",
    "echo 'console.log(6 * 7)' | node",
    'node -e \'require("fs").writeFileSync("made.txt", "made")\' && cat made.txt',
    "npm test --silent",
    "npm run --silent lint && echo fine",
    "npm run --silent fails",
    "nothing-of-that-name",
    "ls does-not-exist",
    "false || echo saved; true && echo on",
    "(exit 5)",
    "set -e; false; echo never",
    "set -o pipefail; false | true",
    "kill -TERM $$",
    "sleep 0.2 & wait && echo waited",
    "(sleep 0.1; echo late) & echo early; wait",
    'read -r answer; echo "answer: [$answer] $?"',
    "less README.md",
    "PAGER=less git log -1 --format=%s",
    "timeout 0.2 sleep 5",
    "{ time -p true; } 2>/dev/null; echo $?",
    "sh -c 'echo $0 $1' name arg",
    'f() { echo "in $1"; return 4; }; f here',
    "trap 'echo bye' EXIT; echo hello",
    "echo out; echo err >&2",
    "date -u -d @0 +%Y; TZ=UTC date -d @0 +%H",
    "seq 3 | tac | tr '\\n' ' '",
    "echo $(( $(ls src | wc -l) * 10 ))",
  ),
  ...needing(
    "make",
    "make && cat built.txt",
    "make",
    "make clean && make -n",
    "make nothing 2>&1 | sed 's/make\\[.\\]/make/'",
  ),
  ...needing(
    "python3",
    'python3 -c \'open("p.txt", "w").write("py")\' && cat p.txt',
    "python3 -m venv --without-pip venv && venv/bin/python -c 'import sys; print(sys.prefix != sys.base_prefix)'",
    ". venv/bin/activate && python -c 'import os; print(os.path.basename(os.environ[\"VIRTUAL_ENV\"]))'",
    "cd py && python3 -c 'from shop import price; print(price(2))'",
    "python3 - <<'END'\nprint(sum(range(5)))\nEND",
  ),
  ...needing("pytest", "cd py && pytest -q 2>&1 | sed 's/ in .*//'", "cd py && pytest -q -k nothing > /dev/null"),
  ...needing("tox", "cd py && tox -q --version | cut -c1-1"),
  ...needing("pnpm", "pnpm run --silent lint && echo fine"),
  ...needing(
    "go",
    "cd go && go vet ./... && echo vetted",
    "cd go && go test ./... 2>&1 | awk '{ print $1, $2 }'",
    "cd go && gofmt -l .",
  ),
  ...needing(
    "cargo",
    "cd rust && cargo test -q --offline 2>&1 | grep -o 'test result: ok. 1 passed'",
    "cd rust && cargo check -q --offline",
  ),
  ...needing("mvn", "cd java && mvn -o -q validate && echo valid"),
];
