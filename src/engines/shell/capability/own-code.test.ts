import { expect, test } from "vitest";
import { classifyCommand } from "../classify-command.ts";

const isCovered = (leave: string, command: string): boolean =>
  classifyCommand(command, { root: "/w/proj", home: "/home/me", rules: { allow: [`shell(@${leave})`] } }).verdict ===
  "allow";

/** What names another program, a plug-in, a place elsewhere, or other work than that of the project. */
const MORE = [
  "gcc -wrapper sh,-c,'touch W2' a.c",
  "gcc -fplugin=./x.so a.c",
  "gcc -specs=x a.c",
  "gcc @args a.c",
  "clang -Xclang -load -Xclang ./x.so a.c",
  "javac -J-javaagent:x a.java",
  "rustc -C linker=./x a.rs",
  "rustc -Clinker=./x a.rs",
  "cargo build --config 'build.rustc-wrapper=\"x\"'",
  "pylint --init-hook='import os' a.py",
  "python3 -m pylint --init-hook='import os' a.py",
  "gcc -Wl,-Map=../MAP a.c",
  "gcc -Wa,-al=../AL a.c",
  "pytest --cov-report=xml:/etc/x",
  "pytest --cov-report=xml:../x",
  "vitest --outputFile.json=../x",
  "vitest run --coverage.reportsDirectory=../x",
  "go build -gcflags='-cpuprofile=../x'",
  "npx turbo login",
  "npx nx connect",
  "npx playwright install --with-deps",
  "mypy --install-types --non-interactive",
  "npm pkg set scripts.test=evil",
  "npm version patch",
  "make install",
  "make SHELL=/bin/sh a",
  "make 'X=$(shell touch ../S)' a",
  "make CC='touch ../MADE;:' a",
  "make a 'CFLAGS=`cd ..;touch FROMBT`'",
  "make a 'LDLIBS=;cd ..;touch FROMLD'",
  "cmake --build build --target install",
  "esbuild --serve=0.0.0.0:80",
  "c8 curl x",
  "nyc -a touch x",
  "npx c8 curl x",
];
const OWN = [
  "gcc -Wall -Wextra -O2 -std=c11 -o sub/a a.c -lm",
  "g++ -fsanitize=address -g -Iinclude a.cc -o a",
  "clang -fPIC -shared -o a.so a.c",
  "javac -d out -cp lib src/A.java",
  "rustc --edition 2021 -C opt-level=3 a.rs",
  "rustc -Copt-level=3 a.rs",
  'rustc --cfg feature="x" a.rs',
  "cargo build --release",
  "cargo test -p core -- --nocapture",
  "cargo clippy --all-targets -- -D warnings",
  "cargo fmt --all -- --check",
  "cargo fmt --check",
  "cargo run -- --x",
  "cargo +nightly fmt",
  "pylint --rcfile=.pylintrc src",
  "python3 -m pylint -E src",
  "python -m pytest -q",
  "python3 -m mypy --strict src",
  "mypy --ignore-missing-imports src",
  "make",
  "make -j4 test",
  "make -C sub all",
  "make CC=clang test",
  'make CFLAGS="-O2 -g" all',
  "make DEBUG=1",
  "make -sj2 test",
  "make -j 4",
  "cmake -S . -B build -DCMAKE_BUILD_TYPE=Release",
  "cmake --build build -j4 --target test",
  "cmake --build build",
  "ninja -C build test",
  "esbuild src/a.ts --bundle --outfile=dist/a.js --platform=node",
  "npx playwright test --project=chromium",
  "npx turbo run build --filter=web",
  "npx nx test web",
  "npx vitest run --coverage",
  "c8 vitest run",
  "nyc --reporter=text mocha",
  "pytest --cov=src --cov-report=xml:out/c.xml",
  'go build -ldflags "-s -w -X main.v=1" ./...',
  "eslint --rule 'no-x: off' src",
];

test.each(MORE)("leave to run the project's code covers nothing but that: %s", (command) => {
  expect(isCovered("run-project", command)).toBe(false);
});
test.each(OWN)("and covers what it is for: %s", (command) => {
  expect(isCovered("run-project", command)).toBe(true);
});

test("other leaves look at the parts of a word, and at what a look shows", () => {
  expect(isCovered("dependencies", "npm install file:../../evil")).toBe(false);
  expect(isCovered("dependencies", "npm install @scope/x@1 a:b")).toBe(true);
  expect(isCovered("inspect-system", "docker-compose config")).toBe(false);
  expect(isCovered("containers", "docker compose config")).toBe(false);
  for (const words of ["pr view --web", "pr view -w 1", "repo view evil.com/x/y"])
    expect(isCovered("github-read", `gh ${words}`), words).toBe(false);
  expect(isCovered("github-read", "gh repo view a/b --json name")).toBe(true);
  expect(isCovered("containers", "docker run --rm -v ./:/app node:20 npm test")).toBe(true);
  for (const words of ["add :/", "commit -m 'fix: a, b=/x'"])
    expect(isCovered("git-local", `git ${words}`), words).toBe(true);
  expect(isCovered("edit-files", "sed -i s,/usr,/opt, a")).toBe(true);
});
