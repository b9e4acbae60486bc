import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { rounds } from "../../../../../test/rounds.ts";
import { createTreeSitterFrontends } from "../../../../adapters/code-index/tree-sitter.ts";
import type { LanguageFrontend } from "../../frontend.ts";
import type { FileFacts } from "../../model.ts";

let frontends: readonly LanguageFrontend[] = [];
beforeAll(async () => {
  frontends = await createTreeSitterFrontends();
});

/** A bit of everything, so that pieces of any language meet the grammar of any other. */
// biome-ignore-start lint/suspicious/noTemplateCurlyInString: the pieces are source text with interpolations of its own
const PIECES = [
  "import { a as b } from './x';\nexport class K extends L<T> implements M { run(): void { this.go(a.b?.c!(1)); } }\n",
  "const f = async (x) => x.y.z(), g = { p() {}, q: function () { super.m(); } };\n",
  "@dec\ndef f(a: B) -> C:\n    return super().m(self.x(), 'y')\nclass D(E, m=F): pass\nfrom .x import y as z\n",
  'package a.b; import static c.d.E; @Table(name="ACCT") record R(int a) implements H { R { n(); } }\n',
  "func (s *S) M() { s.N(); fmt.Println(`SELECT a FROM t`) }\ntype S struct { Base; c int }\n",
  "#include <a/b.h>\nnamespace n { struct A : public B<C> { A(); ~A() { x->y(); } }; }\nvoid n::A::q(int a) { A::s(); }\n",
  'EXEC SQL SELECT A INTO :B FROM ACCT; EXEC CICS LINK PROGRAM("ACCTINQ");\n',
  'impl<T> Open for S<T> { fn d(&self) { Self::new(); a::b::<C>(); println!("{}", x); } }\nuse a::{b, c::{d as e}};\n',
  "module M\n class A < B::C\n include K\n def m(x) = x.go('a')\n end\nend\ndb.execute(<<~SQL)\n SELECT id FROM t\nSQL\n",
  "<?php use C\\D as E; class K { use Tr; function m() { $this->x(); E::z(); \\strlen('a'); } }\n",
  'source ./a.sh\nf() { g "UPDATE T SET A = $1"; h | i; }\n',
  'callProgram("ACCTINQ", { program: \'ACCTUPD\' }); program.setName(PGM); const PGM = "ACCTDEL";\n',
  '"SELECT " + col + " FROM " + "T" + `UPDATE ${x} SET y = ${`z`}` + \'{call P(?)}\' + """DELETE\nFROM t"""',
  "{{{{((((<<<<[[[[",
  "]]]]>>>>))))}}}}",
  "\\\"'`",
  "\u0000\ufffd\ud83d",
  "\r\n\t",
  '#define X "ACCTINQ"\n',
  "é漢字 = λ()\n",
];
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: see above
const source = fc
  .array(fc.tuple(fc.constantFrom(...PIECES), fc.nat(200), fc.nat(200), fc.nat(3)), { minLength: 1, maxLength: 8 })
  .map((parts) =>
    parts
      .map(([piece, from, length, how]) =>
        how === 0 ? piece.slice(from % piece.length, (from % piece.length) + length) : piece,
      )
      .join(""),
  );

/** What every reader of facts relies on. */
function faults({ symbols, references, problems, lines, parse }: FileFacts): string[] {
  const keys = new Set(symbols.map(({ key }) => key));
  const last = Math.max(1, lines);
  const inside = (line: number) => Number.isInteger(line) && line >= 1 && line <= last;
  return [
    ...(keys.size === symbols.length ? [] : ["keys are not unique"]),
    ...(problems.length > 0 === (parse === "full") ? ["problems and parse state disagree"] : []),
    ...problems.filter(({ line }) => !inside(line)).map(({ line }) => `problem on line ${line}`),
    ...symbols
      .filter(({ start, end }) => !inside(start) || !inside(end) || start > end)
      .map(({ key }) => `extent of ${key}`),
    ...symbols.filter(({ owner }) => owner !== undefined && !keys.has(owner)).map(({ key }) => `owner of ${key}`),
    ...references.filter(({ line }) => !inside(line)).map(({ name }) => `line of ${name}`),
    ...references
      .filter(({ from, to }) => !keys.has(from) || (to !== undefined && !keys.has(to)))
      .map(({ name }) => `ends of ${name}`),
    ...references.filter(({ name, text }) => name === "" || text.length > 100).map(({ name }) => `text of ${name}`),
  ];
}

const read = (frontend: LanguageFrontend, text: string) =>
  frontend.parse({ path: "src/x", text }, { find: () => undefined });

test("any text gives facts that hang together, in every language", () => {
  fc.assert(
    fc.property(fc.nat(100), source, (which, text) => {
      const frontend = frontends[which % frontends.length];
      if (!frontend) throw new Error("no language");
      expect(faults(read(frontend, text))).toEqual([]);
    }),
    { numRuns: rounds(60) },
  );
});

test("the same text gives the same facts, whatever was read before", () => {
  fc.assert(
    fc.property(fc.nat(100), source, source, (which, text, other) => {
      const frontend = frontends[which % frontends.length];
      if (!frontend) throw new Error("no language");
      const first = read(frontend, text);
      read(frontend, other);
      expect(read(frontend, text)).toEqual(first);
    }),
    { numRuns: rounds(25) },
  );
});

test("deep nesting, endless lines and long chains are read or refused, never fatal", () => {
  const hostile = [
    "(".repeat(4_000),
    "{".repeat(4_000),
    `x${".y()".repeat(1_000)};`,
    `"a" ${'+ "b" '.repeat(1_000)}`,
    "SELECT ".repeat(1_000),
    `f("${"x".repeat(200_000)}")`,
    "<".repeat(2_000),
    "'`\"".repeat(1_000),
  ];
  for (const frontend of frontends) for (const text of hostile) expect(faults(read(frontend, text))).toEqual([]);
});
