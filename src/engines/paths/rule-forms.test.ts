import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "../../../test/rounds.ts";
import { createWalkDenial, pathRuleVerdict } from "./path-rules.ts";
import { refusalForms, refusalInCopy } from "./rule-forms.ts";

const GROUND = {
  root: "/home/ann/work",
  home: "/home/ann",
  realPath: (path: string) => (/^\/(?:home|data)(?:\/ann)?$/.test(path) ? path : undefined),
};

const name = fc.constantFrom("a", "b", "src", "priv", "x.txt", ".env", "[id]");
const below = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
/** Ways to write the same file in a rule: what is put in changes nothing of what it means. */
const detour = fc.constantFrom("", "./", ".//", "a/../", "./a/../");
const place = fc.constantFrom(
  { start: "", folder: "/home/ann/work" },
  { start: "~/work/", folder: "/home/ann/work" },
  { start: "$HOME/work/", folder: "/home/ann/work" },
  { start: "//home/ann/work/", folder: "/home/ann/work" },
  { start: "/home/ann/work/", folder: "/home/ann/work" },
  { start: "../other/", folder: "/home/ann/other" },
  { start: "~/other/", folder: "/home/ann/other" },
  { start: "${" + "HOME}/other/", folder: "/home/ann/other" },
  { start: "../../ann/other/", folder: "/home/ann/other" },
  { start: "other/", folder: "/home/ann/other" },
);
const ending = fc.constantFrom("", "/", "/*", "/**");

const isDenied = (rules: readonly string[], absolute: string, folder: string): boolean => {
  const places = absolute
    .slice(folder.length + 1)
    .split("/")
    .map((_name, depth, names) => names.slice(0, depth + 1).join("/"))
    .map((relative) => ({
      ...{ relative, absolute: `${folder}/${relative}` },
      ...(folder === GROUND.root ? {} : { below: folder.split("/").at(-1) }),
    }));
  const isIt = pathRuleVerdict(places.slice(-1), "read", { deny: rules })?.verdict === "deny";
  // A walk that comes by its folders finds the same.
  expect(places.some(createWalkDenial(rules, "read"))).toBe(isIt);
  return isIt;
};

test("a refusal holds however its path is written, in the working folder and in added ones", () => {
  fc.assert(
    fc.property(place, detour, below, ending, ({ start, folder }, around, path, end) => {
      const rule = `read_file(${start}${around}${path}${end})`.replaceAll("[id]", "id");
      const file = `${folder}/${path.replaceAll("[id]", "id")}${end.includes("*") ? "/deep.txt" : ""}`;
      expect(isDenied(refusalForms(rule, GROUND), file, folder), `${rule} of ${file}`).toBe(true);
      // It says nothing of a file beside it.
      expect(isDenied(refusalForms(rule, GROUND), `${folder}/innocent-neighbour`, folder)).toBe(false);
    }),
    { numRuns: rounds(100) },
  );
});

test("braces are alternatives in paths, hosts and commands; the rule itself is always among its forms", () => {
  expect(refusalForms("edit_file({src,lib}/gen/**)", GROUND)).toEqual([
    "edit_file({src,lib}/gen/**)",
    "edit_file(src/gen/**)",
    "edit_file(lib/gen/**)",
  ]);
  expect(refusalForms("shell(git {push,pull})", GROUND)).toContain("shell(git pull)");
  expect(refusalForms("fetch_url({a,b}.example)", GROUND)).toContain("fetch_url(b.example)");
  for (const plain of ["shell", "shell(git push)", "edit_file(src/**)", "mcp__x", "*"])
    expect(refusalForms(plain, GROUND)).toEqual([plain]);
});

test("a link on the way stands for where it leads", () => {
  const realPath = (path: string) => (path === "/home/ann/notes" ? "/data/notes" : path === "/home" ? path : undefined);
  expect(refusalForms("read_file(~/notes/**)", { ...GROUND, realPath })).toEqual([
    "read_file(~/notes/**)",
    "read_file(//home/ann/notes/**)",
    "read_file(//data/notes/**)",
  ]);
});

test("a link in the working folder stands for where it leads as well, and a folder for itself", () => {
  const leads: Readonly<Record<string, string>> = { current: "releases/42", "one/in": "private", plain: "plain" };
  const root = GROUND.root;
  const realPath = (path: string) => {
    const at = Object.keys(leads).find((link) => path === `${root}/${link}`);
    if (at !== undefined) return `${root}/${leads[at]}`;
    return root.startsWith(path) || path === root ? path : undefined;
  };
  const forms = (rule: string) => refusalForms(rule, { ...GROUND, realPath });
  expect(forms("read_file(current/**)")).toEqual(["read_file(current/**)", `read_file(/${root}/releases/42/**)`]);
  expect(forms("edit_file(one/in/x)")).toEqual(["edit_file(one/in/x)", `edit_file(/${root}/private/x)`]);
  for (const rule of ["read_file(plain/**)", "read_file(none/x)", "read_file(*.ts)"])
    expect(forms(rule)).toEqual([rule]);
  expect(isDenied(forms("read_file(current/**)"), `${root}/releases/42/a`, root)).toBe(true);
});

test("a refusal of a file by its whole path means the copy of that file, too, and of no other", () => {
  const copy = "/cache/copies/one/files";
  const inCopy = (rule: string): readonly string[] =>
    refusalForms(rule, GROUND).flatMap((form) => refusalInCopy(form, GROUND.root, copy));
  const whole = fc.constantFrom("//home/ann/work/", "~/work/", "$HOME/work/", "//**/work/", "/home/*/work/", "//**/");
  fc.assert(
    fc.property(whole, below, ending, (start, path, end) => {
      const plain = path.replaceAll("[id]", "id");
      const rules = inCopy(`read_file(${start}${plain}${end})`);
      expect(isDenied(rules, `${copy}/${plain}${end.includes("*") ? "/deep.txt" : ""}`, copy), rules.join(" ")).toBe(
        true,
      );
      expect(isDenied(rules, `${copy}/innocent-neighbour`, copy)).toBe(false);
    }),
    { numRuns: rounds(60) },
  );
  expect(isDenied(inCopy("read_file(//home/ann/**)"), `${copy}/a`, copy)).toBe(true);
  for (const other of ["read_file(//home/ann/other/**)", "read_file(src/**)", "shell(git push)", "shell"])
    expect(inCopy(other).filter((rule) => rule.includes("/cache/"))).toEqual([]);
});

test.each([
  ["sub/secret/**", "secret/x"],
  ["/sub/secret", "secret/x"],
  ["sub/../sub/secret/", "secret/x"],
  ["x", "secret/x"],
  ["../proj*/sub/secret/x", "secret/x"],
])("a pattern of a project's settings, %s, starts where they stand, wherever Waymark is started", (pattern, denied) => {
  const from = "/data/proj [1]";
  const rules = refusalForms(`read_file(${pattern})`, { ...GROUND, root: `${from}/sub`, from });
  expect(isDenied(rules, `${from}/sub/${denied}`, `${from}/sub`)).toBe(true);
  expect(isDenied(rules, `${from}/sub/other/y`, `${from}/sub`)).toBe(false);
});
