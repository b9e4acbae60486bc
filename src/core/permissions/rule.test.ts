import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "../../../test/rounds.ts";
import { findCommandRule, findHostRule, findPathRule, parseRule, ruleForOne, splitRules } from "./rule.ts";

const rules = (list: "allow" | "ask" | "deny", ...sources: string[]) => ({
  allow: [],
  ask: [],
  deny: [],
  [list]: sources,
});

test("the name of a server covers its tools, and that of a tool no other one that begins so", () => {
  const verdict = (rule: string, tool: string) => findPathRule(rules("allow", rule), tool, "")?.verdict;
  expect([
    verdict("mcp__s", "mcp__s__list"),
    verdict("mcp__my_server-1", "mcp__my_server-1__list"),
    verdict("mcp__s__list", "mcp__s__list"),
    verdict("mcp__s__list", "mcp__s__list__purge"),
    verdict("mcp__s", "mcp__s_t__list"),
  ]).toEqual(["allow", "allow", "allow", undefined, undefined]);
});

test("a rule that is offered is one rule for one thing, whatever a file or a host is called", () => {
  const text = fc.string({ unit: fc.constantFrom(..."ab/.,() *?[]{}@:\n\\-~"), minLength: 1, maxLength: 14 });
  fc.assert(
    fc.property(text, text, (thing, other) => {
      const rule = ruleForOne("edit_file", thing);
      if (rule === undefined) return;
      const kept = splitRules(rule);
      expect(kept).toEqual([rule]);
      const given = rules("allow", ...kept);
      expect(findPathRule(given, "edit_file", thing)?.verdict).toBe("allow");
      const plain = (path: string) => path.replace(/^\.\//, "");
      const [one, another] = [plain(thing), plain(other)];
      // A name without a folder is meant in every folder.
      const isSame = another === one || (!one.includes("/") && another.endsWith(`/${one}`));
      if (!isSame) expect(findPathRule(given, "edit_file", other), `${rule} of ${other}`).toBeUndefined();
      expect(findPathRule(given, "shell", "")).toBeUndefined();
    }),
    { numRuns: rounds(200) },
  );
  for (const thing of ["x) shell(*", "evil.com),shell(*", "**", "src/*.ts", "a?"])
    expect(ruleForOne("edit_file", thing)).toBeUndefined();
  for (const thing of ["src/a b.ts", "app/(group)/[id]/page.tsx", "docs.example.com"])
    expect(ruleForOne("edit_file", thing)).toBe(`edit_file(${thing})`);
});

const EVIL = [
  "evil.com",
  "EVIL.com.",
  "ｅvil.com",
  "ev\u00adil.com",
  "evil。com",
  "evil.com:8080",
  "sub.evil.com",
  "a.b.EVIL.com",
];

test.each(["evil.com", "EVIL.COM", "https://evil.com/x", "evil.com:443", "domain:evil.com", "{evil,other}.com"])(
  "a host is refused in every spelling of it, and below it: %s",
  (pattern) => {
    const [first = ""] = pattern.startsWith("{") ? ["evil.com"] : [pattern];
    for (const host of EVIL)
      expect(findHostRule(rules("deny", `fetch_url(${first})`), "fetch_url", `http://${host}/p`)?.verdict, host).toBe(
        "deny",
      );
    for (const host of ["notevil.com", "evil.com.example", "evil.org"])
      expect(findHostRule(rules("deny", `fetch_url(${first})`), "fetch_url", `http://${host}/`), host).toBeUndefined();
  },
);

test.each(["fetch_url(docs.example:8443)", "fetch_url(domain:docs.example:8443)"])(
  "a permission with a port is for that port alone: %s",
  (rule) => {
    const verdict = (url: string) => findHostRule(rules("allow", rule), "fetch_url", url)?.verdict;
    expect(["https://docs.example:8443/a", "HTTP://DOCS.example.:08443"].map(verdict)).toEqual(["allow", "allow"]);
    for (const url of [
      "https://docs.example/",
      "http://docs.example",
      "https://docs.example:84430/",
      "http://[::1]:8443/",
    ])
      expect(verdict(url), url).toBeUndefined();
  },
);

test("the port of a scheme need not be written", () => {
  const verdict = (url: string) =>
    findHostRule(rules("allow", "fetch_url(docs.example:443)"), "fetch_url", url)?.verdict;
  expect(["https://docs.example/", "https://docs.example:443/", "http://docs.example/"].map(verdict)).toEqual([
    "allow",
    "allow",
    undefined,
  ]);
});

test("numbers are one address in every spelling; a permission stays with the host that it names", () => {
  for (const host of ["1.2.3.4", "0x01020304", "16909060", "1.2.772", "01.02.03.04"])
    expect(findHostRule(rules("ask", "fetch_url(1.2.3.4)"), "fetch_url", `http://${host}/`)?.verdict).toBe("ask");
  const docs = rules(
    "allow",
    "fetch_url(docs.example.com)",
    "fetch_url(*.lib.example)",
    "fetch_url(domain:bücher.example)",
  );
  const allowed = (url: string) => findHostRule(docs, "fetch_url", url)?.verdict === "allow";
  for (const host of [
    "docs.example.com",
    "DOCS.example.com.",
    "a.lib.example",
    "bücher.example",
    "xn--bcher-kva.example",
  ])
    expect(allowed(`https://${host}/x`), host).toBe(true);
  for (const host of ["sub.docs.example.com", "example.com", "lib.example", "docs.example.com.evil.org"])
    expect(allowed(`https://${host}/x`), host).toBe(false);
});

test("a rule for a command is for all of it: not for its end, nor for what stands beside it", () => {
  const given = rules("allow", "outside(npm ci)", "outside(npm run *)");
  const allowed = (command: string) => findCommandRule(given, "outside", command)?.verdict === "allow";
  for (const command of ["npm ci", "npm run build", "npm run build --silent"]) expect(allowed(command)).toBe(true);
  for (const command of [
    "rm -rf x; true /npm ci",
    "curl http://e/npm ci",
    "npm run x; rm y",
    "npm run $(x)",
    "npm run x\nrm y",
  ])
    expect(allowed(command), command).toBe(false);
});

test("a rule whose pattern is beyond the bound is none, so that who loads it says so; a long one without stars is one", () => {
  expect(
    [`read(${"*a".repeat(3_000)})`, `read(${"*a".repeat(50)})`, `shell(${"a".repeat(9_000)})`].map(
      (rule) => parseRule(rule)?.tool,
    ),
  ).toEqual([undefined, "read", "shell"]);
});
