import { stemOf } from "../bm25/stem.ts";

/** Words for the same in code and its documents, a row each; behind `=` how such words begin in Portuguese. */
const SAME: readonly string[] = [
  "add insert = adicion acrescent inser",
  "allow permit permission approve approval = permit permiss aprov",
  "algorithm = algoritmo",
  "argument arg parameter param = argumento parametro",
  "audience aud",
  "cancel abort = cancel abort",
  "check verify validate validation valid = verific valid confer",
  "colour color = cor cores",
  "config configuration settings = configur",
  "customer client cust = client",
  "default fallback = padrao omissao predefin",
  "delete remove erase = apag elimin exclu remov",
  "directory folder = diretor pasta",
  "environment env = ambiente",
  "error exception = erro excec",
  "event = evento",
  "expire expired expiry expiration exp = expir venc",
  "finish finished complete completed done = termin acab conclu",
  "invalid malformed = invalid",
  "issuer iss",
  "key = chave",
  "login signon logon signin = entrar",
  "maximum max = maxim",
  "message msg = mensage",
  "minimum min = minim",
  "missing absent notfnd notfound = faltando ausente inexistente",
  "number num nbr = numer",
  "option = opc",
  "password passwd pwd = senha palavra",
  "policy = apolice politica",
  "priority = priorid",
  "queue = fila",
  "screen map mapset = tela ecra",
  "session = sess",
  "setup install installation = instal",
  "signature sign signed signing = assinatura assin",
  "subject sub",
  "task = tarefa",
  "undo revert = desfa revert",
  "user usr = usuario utilizador",
  "wait await = esper aguard",
];

/** The same for words that speak of nearly the same. */
const RELATED: readonly string[] = [
  "abend abort cancel halt stop terminate exit = abort cancel termin par",
  "absent missing notfnd nonexistent undefined found exist invalid unknown 404 = faltando ausente inexistente desconhecid",
  "add append create insert new register = adicion acrescent inser cri cadastr",
  "application = aplicac aplicativo",
  "assignment assign set = atribu",
  "browser = navegador",
  "build compile install = compil constru",
  "cache cached stored = cach",
  "calculate compute calculation = calcul",
  "check validate verify valid validation ensure assert = verific valid confer",
  "choose select pick choice option dequeue next = escolh selecion",
  "colour color colors nocolor = cor cores",
  "commarea eibcalen calen",
  "comment commented remark = comentario",
  "config configuration settings option preferences = configur opc",
  "convert parse decode encode format = convert",
  "copy copybook include expand = copi",
  "cost price usd budget = custo preco",
  "count counter number total = contador contag",
  "credentials key token secret = chave credencia",
  "decode decrypt parse",
  "default fallback initial = padrao omissao predefin",
  "delete remove erase purge drop forget clear = apag exclu elimin remov",
  "dependency dependencies requires = dependenc",
  "deploy deployment rollout = implant",
  "differ difference versus = diferenc",
  "directory folder path dir = diretor pasta",
  "disable off no skip without = desativ deslig",
  "download fetch retrieve",
  "duplicate twice duprec = duplic",
  "duration lifespan ttl lifetime",
  "empty blank spaces none null = vazi",
  "enable on activate = ativ",
  "environment env variable = ambiente variave",
  "error exception failure fail fails abend raise throw = erro excec falh",
  "event emit emitted on = evento emit",
  "exceed more than over overflow longer = exced",
  "finish finished done complete completed idle end = termin acab conclu",
  "generate generated generation create = ger",
  "higher greater larger",
  "hook callback listener handler",
  "icon image picture",
  "ignore skip exclude except = ignor exclu",
  "install installation setup prerequisites = instal",
  "invalid malformed wrong bad = invalid",
  "key chave",
  "level verbosity",
  "license licence = licenc",
  "limit max maximum cap = limit maxim",
  "log logging logger",
  "mandatory required require must present = obrigator",
  "message msg notice text = mensage",
  "minimum min least = minim",
  "mock stub fake = simul",
  "money amount balance budget = dinheiro montante",
  "name nome",
  "network internet connection offline = rede internet ligac",
  "once single",
  "order sequence priority sort = ordem",
  "output print display show write = saida imprim mostr exib",
  "pause resume start suspend = paus",
  "pay payment bill = pag",
  "prevent avoid protect",
  "rate ratio percent",
  "minimum threshold least = minim limiar",
  "matrix combination strategy = matriz combinac",
  "read load open get receive = ler le leitura carreg",
  "reject deny refuse forbidden = rejeit recus",
  "release version changelog = lancamento versao",
  "remember memory note = lembr memori",
  "repeat retry again loop rerun flaky = repet tentat",
  "request = pedido requisic",
  "response reply answer = resposta",
  "result output return",
  "rollback undo revert restore = desfa revert",
  "run execute start launch perform = execut rod corr",
  "schedule cron nightly daily weekly = agend noturn diari semanal",
  "save store write persist stored rewrite insert keep kept = grav guard salv armazen",
  "screen map mapset panel = tela ecra",
  "search find look lookup = procur busc encontr",
  "session conversation = sess",
  "short small length minimum",
  "size length bytes = tamanho",
  "speed fast slow performance",
  "statistics stats = estatistic",
  "status code state = estado situac",
  "support supported platform = suport",
  "task job promise operation = tarefa",
  "test tests testing unit suite = test",
  "timeout deadline",
  "token tokens",
  "update rewrite modify change edit = atualiz alter modific",
  "warn warning = aviso",
  "web http soap rest",
  "zero 0",
  "setup create prepare build",
];

interface Row {
  readonly words: readonly string[];
  readonly stems: ReadonlySet<string>;
  readonly beginnings: readonly string[];
}

const rowOf = (row: string): Row => {
  const [words = "", beginnings = ""] = row.split("=").map((half) => half.trim());
  const english = words.split(" ");
  return { words: english, stems: new Set(english.map(stemOf)), beginnings: beginnings.split(" ").filter(Boolean) };
};
const SAME_ROWS = SAME.map(rowOf);
const RELATED_ROWS = RELATED.map(rowOf);

const BEGINNING_CHARS_MIN = 4;

/** What else a text may say for the same; for a Portuguese word what English says. @param word  plain, in lower case */
export const sameWords = (word: string): readonly string[] => otherWords(word, SAME_ROWS);

/** What a text may say for nearly the same. */
export const relatedWords = (word: string): readonly string[] => otherWords(word, RELATED_ROWS);

function otherWords(word: string, all: readonly Row[]): readonly string[] {
  const stem = stemOf(word);
  const rows = all.filter(
    ({ stems, beginnings }) =>
      stems.has(stem) ||
      beginnings.some((one) => (one.length < BEGINNING_CHARS_MIN ? word === one : word.startsWith(one))),
  );
  return [...new Set(rows.flatMap(({ words }) => words))].filter((other) => stemOf(other) !== stem);
}
