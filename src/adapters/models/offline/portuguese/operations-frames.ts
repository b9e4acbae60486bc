/** Sentences of answers about how a mainframe application is run, as those of `frames.ts`. */
export const OPERATIONS_SENTENCES: readonly (readonly [english: string, portuguese: string])[] = [
  ["Statements that set a code to abend with ({}):", "Instruções que definem um código de abend ({}):"],
  ["Statements that set {} to abend with ({}):", "Instruções que definem {} como código de abend ({}):"],
  ["Other programs that abend ({}):", "Outros programas que terminam em abend ({}):"],
  ["What the scheduler runs, and when ({}):", "O que o escalonador executa, e quando ({}):"],
  ["Where the scheduler runs {}, and when ({}):", "Onde o escalonador executa {}, e quando ({}):"],
  [
    "Where no days stand, the definition gives none: neither DAYS, WEEKDAYS nor a time.",
    "Onde não há dias, a definição não os dá: nem DAYS, nem WEEKDAYS, nem uma hora.",
  ],
  [
    "No schedule here names {}: it is in none of {}, and its JCL does not say when it is submitted.",
    "Nenhum escalonamento daqui nomeia {}: não está em {}, e o seu JCL não diz quando é submetido.",
  ],
  [
    "That is not in this folder: no scheduler definition is among its {} files (Control-M, CA7), and JCL does not say when or how often a job is submitted.{}",
    "Isso não está nesta pasta: entre os seus {} arquivos não há definição de escalonador (Control-M, CA7), e o JCL não diz quando nem com que frequência um job é submetido.{}",
  ],
  ["What is said of it ({}):", "O que se diz disso ({}):"],
  [
    "What each program says it does, and what starts it ({}):",
    "O que cada programa diz que faz, e o que o inicia ({}):",
  ],
  [
    "Transactions with the program that each starts, as their definitions say ({}):",
    "Transações com o programa que cada uma inicia, como dizem as suas definições ({}):",
  ],
  ["Statements that set the return code ({}):", "Instruções que definem o código de retorno ({}):"],
  ["The other {} programs set none: {}.", "Os outros {} programas não definem nenhum: {}."],
  [
    "No statement of the {} programs here sets RETURN-CODE: each ends with 0, with what a program that it calls has set, or abnormally.",
    "Nenhuma instrução dos {} programas daqui define RETURN-CODE: cada um termina com 0, com o que um programa que chama definiu, ou de forma anormal.",
  ],
  ["Each of them keeps {} generations.", "Cada um deles guarda {} gerações."],
  ["Limits of the generation data groups ({}):", "Limites dos grupos de gerações (GDG) ({}):"],
  [
    "Limits of the generation data groups that are named so ({}):",
    "Limites dos grupos de gerações (GDG) com esse nome ({}):",
  ],
  [
    "{} is defined with different limits: which one holds depends on which job defined it first.",
    "{} é definido com limites diferentes: qual vale depende do job que o definiu primeiro.",
  ],
  [
    "What {} does when it is run again: it begins with its first step, and each program from its beginning; nothing in {} keeps a place to go on from (no RESTART, no checkpoint, no commit). So what was done before it broke is done twice, unless what it changed is put back first.",
    "O que {} faz quando é executado de novo: começa pelo primeiro passo, e cada programa do início; nada em {} guarda um ponto de onde continuar (nem RESTART, nem checkpoint, nem commit). Por isso o que foi feito antes de falhar é feito duas vezes, a menos que se reponha primeiro o que alterou.",
  ],
  [
    "What {} does when it is run again: it begins with its first step, and each program from its beginning; nothing in {} keeps a place to go on from (no RESTART, no checkpoint, no commit). None of its programs here changes data, so that nothing is done twice.",
    "O que {} faz quando é executado de novo: começa pelo primeiro passo, e cada programa do início; nada em {} guarda um ponto de onde continuar (nem RESTART, nem checkpoint, nem commit). Nenhum dos seus programas daqui altera dados, por isso nada é feito duas vezes.",
  ],
  [
    "What {} does when it is run again: it begins with its first step, unless something begins again from a place that was kept.",
    "O que {} faz quando é executado de novo: começa pelo primeiro passo, a menos que algo recomece de um ponto guardado.",
  ],
  [
    "What in {} keeps a place to begin again from, or commits ({}):",
    "O que em {} guarda um ponto de recomeço, ou confirma ({}):",
  ],
  [
    "What it has changed by then stays changed, and is done once more ({}):",
    "O que até aí alterou fica alterado, e é feito mais uma vez ({}):",
  ],
  ["Sums that are added to again ({}):", "Somas a que se soma outra vez ({}):"],
  [
    "Where such a step has ended well they are there, and it fails unless they are deleted first.",
    "Onde tal passo terminou bem eles já existem, e ele falha se não forem apagados antes.",
  ],
  ["Of these each run makes one more generation ({}):", "Destes cada execução cria mais uma geração ({}):"],
  [
    "{} is the last of the {} steps of {}: nothing of the job runs behind it.",
    "{} é o último dos {} passos de {}: nada do job executa depois dele.",
  ],
  ["{} is step {} of {} of {}; behind it stand:", "{} é o passo {} de {} de {}; depois dele vêm:"],
  ["The {} steps of {}, in their order:", "Os {} passos de {}, pela ordem:"],
  ["How {} itself ends when something fails ({}):", "Como {} termina quando algo falha ({}):"],
  [
    "No statement of {} sets a return code or ends it abnormally.",
    "Nenhuma instrução de {} define um código de retorno ou o termina de forma anormal.",
  ],
  ["The PARM that is given ({}):", "O PARM que é dado ({}):"],
  ["{} receives it as {}:", "{} recebe-o como {}:"],
  ["No statement of {} uses it.", "Nenhuma instrução de {} o usa."],
  ["Where {} uses it ({}):", "Onde {} o usa ({}):"],
  ["No statement of {} names {}.", "Nenhuma instrução de {} nomeia {}."],
  [
    'As far as the sources show, "{}" is kept as it is, in clear text: the field is declared as below, and no line of a program or copybook here encrypts, hashes or masks anything.',
    'Tanto quanto as fontes mostram, "{}" guarda-se como é, em texto claro: o campo está declarado como abaixo, e nenhuma linha de programa ou copybook daqui cifra, resume (hash) ou mascara algo.',
  ],
  [
    'What stands below is declared as "{}"; lines that name encryption, hashing or masking follow, and whether they are of it is for you to read.',
    'O que está abaixo declara-se como "{}"; seguem linhas que falam de cifra, resumo (hash) ou máscara, e se são dele só a leitura o diz.',
  ],
  ["Declared ({}):", "Declarado ({}):"],
  ["Where it is compared ({}):", "Onde é comparado ({}):"],
  ["Lines that name encryption, hashing or masking ({}):", "Linhas que falam de cifra, resumo (hash) ou máscara ({}):"],
  [
    "ON DELETE {}: the row is not deleted as long as rows belong to it (SQLCODE -532).",
    "ON DELETE {}: a linha não é apagada enquanto houver linhas que lhe pertencem (SQLCODE -532).",
  ],
  [
    "ON DELETE CASCADE: the rows that belong to it are deleted as well.",
    "ON DELETE CASCADE: as linhas que lhe pertencem são apagadas também.",
  ],
  [
    "ON DELETE SET NULL: the rows that belong to it stay, and no longer name it.",
    "ON DELETE SET NULL: as linhas que lhe pertencem ficam, e deixam de a nomear.",
  ],
  ["Where programs handle SQLCODE -532 ({}):", "Onde os programas tratam o SQLCODE -532 ({}):"],
  ["The text that is shown: {}", "O texto que é mostrado: {}"],
  [
    "Without a message of its own ({}), such a key is handled so ({}):",
    "Sem mensagem própria ({}), tal tecla é tratada assim ({}):",
  ],
  [
    "Where a key that no branch names leads to it ({}) ({}):",
    "Onde uma tecla que nenhum ramo nomeia leva a ele ({}) ({}):",
  ],
  [
    "No condition of {} tests who the user is: whoever gets to it may do it.",
    "Nenhuma condição de {} verifica quem é o utilizador: quem lá chega pode fazê-lo.",
  ],
  ["Where {} tests who the user is ({}):", "Onde {} verifica quem é o utilizador ({}):"],
  ["No message of {} asks for a confirmation.", "Nenhuma mensagem de {} pede confirmação."],
  ["What it says to have it confirmed ({}):", "O que diz para ser confirmado ({}):"],
  [
    "A menu here is a table of literals, which its program shows and searches by number: another option is another entry behind the last, {} ({}), and what counts them raised; the program that it starts needs a definition of its own.",
    "Um menu aqui é uma tabela de literais, que o seu programa mostra e procura por número: outra opção é outra entrada depois da última, {} ({}), com o contador aumentado; o programa que ela inicia precisa de uma definição própria.",
  ],
  ["The last options of the table ({}):", "As últimas opções da tabela ({}):"],
  ["What counts the options, and how many fit ({}):", "O que conta as opções, e quantas cabem ({}):"],
  ["Where programs read the table ({}):", "Onde os programas leem a tabela ({}):"],
  [
    "The last branch for a number of an option: {} (of {}); one more needs a branch and a field on the map.",
    "O último ramo para o número de uma opção: {} (de {}); mais uma precisa de um ramo e de um campo no mapa.",
  ],
  ["Jobs and procedures here whose steps compile:", "Jobs e procedimentos daqui cujos passos compilam:"],
  [
    'Jobs and procedures here whose steps compile, of those that speak of "{}":',
    'Jobs e procedimentos daqui cujos passos compilam, dos que falam de "{}":',
  ],
  ["{}, which it runs ({}):", "{}, que ele executa ({}):"],
  ["Others that compile: {}.", "Outros que compilam: {}."],
  ["Documents that speak of it ({}):", "Documentos que falam disso ({}):"],
];
