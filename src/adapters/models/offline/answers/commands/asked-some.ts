import { plain } from "../../reading/tokens.ts";

/** What of all that a project can run is asked for alone. */
export type AskedSome =
  | { readonly kind: "tests"; readonly words: readonly string[] }
  | { readonly kind: "version"; readonly version: string | undefined }
  | { readonly kind: "lint" };

const ASKS =
  /^\W*(?:and |e )?(?:how|what|which|is there a way|can (?:i|we|you|one)|como|que|qual|posso|da para|ha como)\b/;
const RUNS =
  /\b(?:run|runs|running|execute|start|launch|corro|correr|corre|rodo|rodar|roda|executo|executar|executa|lanco|lancar)\b/;
const ONE =
  "one single individual particular specific certain given alone itself um uma unico unica determinado determinada certo certa sozinho";
const SOME = words(`only just so apenas somente ${ONE}`);
const SINGLE = words(ONE);
const OF_TESTS = words("test tests testing spec specs teste testes");
const OF_LINT = words("linter linters lint linting formatter typecheck typechecker verificador");
const OF_VERSION = words("python py interpreter interpretador");
/** What any such question may say besides; another word tells of something else. */
const BESIDES = words(
  "how do does can could would should i we you what what's which is there a an the way to command commands will of any my our your in here this that it its by name title on at time from and line without whole entire everything rest all not others other with against under for using version versions file files case cases suite project against run runs running execute start launch como e que se eu posso dos das do da de o os as ficheiro ficheiros arquivo sem todos com contra numa num na no em versao versoes comando corro correr corre rodo rodar roda executo executar executa lanco lancar qual ha existe maneira forma pelo nome local locally",
);

/**
 * Whether a question asks how one test, the tests of something, the tests under one version or the linter is run alone. Every word of it must be
 * known to say so, or to name what is meant: what remains in `words` names files of tests.
 */
export function readAskedSome(question: string): AskedSome | undefined {
  const text = plain(question);
  if (!ASKS.test(text) || !RUNS.test(text)) return undefined;
  const said = (text.match(/[\p{L}\d'][\p{L}\d._/'-]*/gu) ?? []).map((word) => word.replace(/[.'-]+$/, ""));
  const isSaid = (some: ReadonlySet<string>): boolean => said.some((word) => some.has(word));
  const others = said.filter((word) => ![SOME, OF_TESTS, OF_LINT, OF_VERSION, BESIDES].some((some) => some.has(word)));
  if (isSaid(OF_LINT)) return isSaid(SOME) && others.length === 0 && !isSaid(OF_TESTS) ? { kind: "lint" } : undefined;
  if (!isSaid(OF_TESTS)) return undefined;
  if (isSaid(OF_VERSION)) return versionAsked(others, isSaid(SINGLE));
  const isOne = isSaid(SOME) && (isSaid(SINGLE) || /\b(?:test|teste|spec)\b/.test(text) || others.length > 0);
  return isOne ? { kind: "tests", words: others } : undefined;
}

function versionAsked(others: readonly string[], isOne: boolean): AskedSome | undefined {
  const [version, ...more] = others;
  if (more.length > 0 || (version === undefined && !isOne)) return undefined;
  return version === undefined || /^\d\.\d+$/.test(version) ? { kind: "version", version } : undefined;
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}
