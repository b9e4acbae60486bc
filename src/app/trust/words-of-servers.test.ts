import { expect, test } from "vitest";
import { givesCode } from "../../engines/shell/programs/interpreters.ts";
import { namesWritten } from "./words-of-servers.ts";

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
