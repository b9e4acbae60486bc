/** Sentences of answers about programs, jobs and data, as those of `frames.ts`. */
export const ESTATE_SENTENCES: readonly (readonly [english: string, portuguese: string])[] = [
  ["{} is a {}, {} (total lines {}; paragraph count {}).", "{} é um {}, {} ({} linhas ao todo; {} parágrafos)."],
  ["It says of itself ({}):", "Diz de si ({}):"],
  ["It calls and sends ({}):", "Chama e envia ({}):"],
  ["It calls and uses ({}):", "Chama e usa ({}):"],
  ["Who calls or runs it ({}):", "Quem o chama ou executa ({}):"],
  [
    "What it does to data (C creates, R reads, U updates, D deletes) ({}):",
    "O que faz aos dados (C cria, R lê, U altera, D apaga) ({}):",
  ],
  ["With the USAGE {} are declared in {} ({}):", "Com a USAGE {} estão declarados em {} ({}):"],
  ["Lines of {} with {}, comments left aside ({}):", "Linhas de {} com {}, sem contar comentários ({}):"],
  ["No field of {} has the USAGE {}.", "Nenhum campo de {} tem a USAGE {}."],
  ["No line of {} has {}, comments left aside.", "Nenhuma linha de {} tem {}, sem contar comentários."],
  ['{} rows on one page of {}, which is said to be "{}":', '{} linhas numa página de {}, de que se diz "{}":'],
  [
    "Other lists of which the same words are said, and more ({}):",
    "Outras listas de que se dizem as mesmas palavras, e mais ({}):",
  ],
  ["Values of {} that are named ({}):", "Valores de {} que têm nome ({}):"],
  [
    'These are the fields whose names hold "{}" and below which values are named (level 88).',
    'São os campos cujos nomes contêm "{}" e abaixo dos quais há valores com nome (nível 88).',
  ],
  ['By its name, what holds "{}" is {} ({}){}.', 'Pelo nome, o que guarda "{}" é {} ({}){}.'],
  ["Where {} tests {}:", "Onde {} testa {}:"],
  ["More lines that test {} ({}):", "Mais linhas que testam {} ({}):"],
  ["Programs that test {} ({}):", "Programas que testam {} ({}):"],
  [
    "What {} does, each program says for itself; none is told for certain by the question.",
    "O que {} faz, cada programa o diz por si; a pergunta não indica nenhum com certeza.",
  ],
  ["No line of {} tests {} by that name.", "Nenhuma linha de {} testa {} com esse nome."],
  ["By which key programs use {} ({}):", "Por que chave os programas usam {} ({}):"],
  ["Conditions on the steps of {} ({}):", "Condições nos passos de {} ({}):"],
  [
    "No step of {} has COND, and none stands in an IF: by the rules of JCL each of its {} runs, until one ends abnormally.",
    "Nenhum passo de {} tem COND, e nenhum está num IF: pelas regras de JCL cada um dos {} executa, até que um termine de forma anormal.",
  ],
  [
    "By the rules of JCL a step without one runs whatever the codes before it; after an abnormal end only those with EVEN or ONLY, or in an IF that asks for ABEND.",
    "Pelas regras de JCL um passo sem condição executa quaisquer que sejam os códigos anteriores; depois de um fim anormal só os que têm EVEN ou ONLY, ou num IF que pergunta por ABEND.",
  ],
  ["Its steps ({}):", "Os seus passos ({}):"],
  [
    "{} (paragraph): the statement on line {} follows a verb that leaves{}",
    "{} (parágrafo): a instrução da linha {} vem depois de um verbo que sai{}",
  ],
  [
    "{} (paragraph): nothing performs it, goes to it or falls into it{}",
    "{} (parágrafo): nada o executa, salta para ele nem cai nele{}",
  ],
  [
    'These are the fields whose names hold "{}", written out or shortened, and not "{}"; which of them is meant, no line says.',
    'Estes são os campos cujos nomes têm "{}", por extenso ou abreviado, e não "{}"; de qual deles se fala, nenhuma linha o diz.',
  ],
  [
    'These are the fields whose names hold "{}", written out or shortened; which of them is meant, no line says.',
    'Estes são os campos cujos nomes têm "{}", por extenso ou abreviado; de qual deles se fala, nenhuma linha o diz.',
  ],
  [
    "Fields of copybooks with the programs that copy them ({}):",
    "Campos de copybooks com os programas que os copiam ({}):",
  ],
  ["Fields of programs themselves ({}):", "Campos dos próprios programas ({}):"],
  ["Fields of screens (BMS) that are called so ({}):", "Campos de ecrãs (BMS) que se chamam assim ({}):"],
  [
    "The first commit that added files to {}, {} of them (git log --diff-filter=A):",
    "O primeiro commit que acrescentou arquivos a {}, {} deles (git log --diff-filter=A):",
  ],
  [
    "I took it as the folder {}: its path says {}, and {} stands in lines of files below it.",
    "Entendi-o como a pasta {}: o caminho diz {}, e {} está em linhas de arquivos abaixo dela.",
  ],
  ["I took it as the folder {}: its path says {}.", "Entendi-o como a pasta {}: o caminho diz {}."],
  ['I took "{}" as {}, in the record {}:', 'Tomei "{}" como {}, no registo {}:'],
  ["I took it as the value of {}, which programs reckon:", "Tomei-o como o valor de {}, que os programas calculam:"],
  [
    "No line that names one of these fields compares it with a higher or lower number, so that only its picture limits it there.",
    "Nenhuma linha que nomeie um destes campos o compara com um número maior ou menor, de modo que ali só a sua picture o limita.",
  ],
  [
    "What {} does when it is run again from its start; what a step makes NEW is there already where that step has ended:",
    "O que {} faz quando se corre de novo desde o início; o que um passo faz NEW já lá está onde esse passo terminou:",
  ],
];
