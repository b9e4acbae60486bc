import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { givesCode } from "../../engines/shell/programs/interpreters.ts";
import { leadingThere, namesWritten } from "./words-of-servers.ts";

const place = { cwd: "/w", home: "/home/u", path: "", writable: ["/w", "/home/u/v"] };

test.each([
  "/w/s.js",
  "-I/w/lib",
  "-r/w/pre.cjs",
  "-C/w",
  "--root=/w",
  "/w#server",
  "path:/w?dir=x",
  "git+file:///w#main",
  "/w[cli]",
  "~/v/s.js",
])("a word of a server that leads to what a session may have written: %s", (word) => {
  expect(namesWritten([word], "/away", place)).toBe(true);
});

test.each(["/opt/s.js", "-y", "@scope/server", "--port=80", "-I/usr/lib", "https://example.com/mcp?x=1#y"])(
  "a word of a server that leads to nothing of the kind: %s",
  (word) => {
    expect(namesWritten([word], "/away", place)).toBe(false);
  },
);

test("a word of a variable is a place of the folder, unless the variable says by its name that it is none", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "waymark-words-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "test"));
  const inFolder = { ...place, cwd: folder, writable: [folder] };
  const passing = {
    ...{ NODE_ENV: "test", RAILS_ENV: "test", LOG_LEVEL: "test", USER: "test", GIT_AUTHOR_EMAIL: "test@example.com" },
    ...{ GIT_AUTHOR_NAME: "test test", RUSTUP_TOOLCHAIN: "test", LANG: "test", PYTHONPATH: "/opt/test" },
  };
  const kept = {
    ...{ PYTHONPATH: "test", NODE_PATH: "test:/opt", VIRTUAL_ENV: "test", R_LIBS: "test", COBCPY: "test" },
    ...{ NODE_ENV: "./test", APP_MODE: folder, JAVA_OPTS: "-cp test", PIP_FIND_LINKS: "test" },
  };
  expect(leadingThere(passing, folder, inFolder)).toEqual([]);
  expect(leadingThere(kept, folder, inFolder)).toEqual(Object.keys(kept));
});

test("code in a word is not read, options of others are none", () => {
  const code = [
    ...[
      "sh -c x",
      "env bash -lc x",
      "python3 -c x",
      "node --eval x",
      "/usr/bin/perl -e x",
      "php -r x",
      "deno eval x",
      "perl -E x",
    ],
    ...[
      "lua -e x",
      "julia -E x",
      "tcsh -c x",
      "nodejs -pe x",
      "pypy3 -c x",
      "elixir -e x",
      "python3.12 -Ic x",
      "python3 -cx",
    ],
    ...[
      "node --import data:text/javascript,x",
      "node --eval=x",
      "pwsh -command x",
      "uv run python -c x",
      "env -S sh -c x",
    ],
  ];
  expect(code.filter((line) => !givesCode(line.split(" ")))).toEqual([]);
  const others = ["docker run -i -e TOKEN image", "node /opt/s.js", "npx -y -p pkg tool", "uvx -c x tool"];
  expect(others.filter((line) => givesCode(line.split(" ")))).toEqual([]);
});
