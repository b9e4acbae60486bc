/** That there is none, and what answers say of one thing, as the sentences of `frames.ts`. */
export const ANSWER_SENTENCES: readonly (readonly [english: string, portuguese: string])[] = [
  ["A search was cut: there may be more.", "Uma pesquisa foi cortada: pode haver mais."],
  ["Ask something about this folder.", "Pergunte algo sobre esta pasta."],
  ["Check the spelling, or ask which files there are.", "Verifique a grafia, ou pergunte que arquivos há."],
  [
    "Code intelligence knows no {}; by its name a change reaches {} of {}.",
    "A análise do código não conhece {}; pelo nome, uma alteração atinge {} de {}.",
  ],
  ['Documents that speak of "{}", nearest first:', 'Documentos que falam de "{}", os mais próximos primeiro:'],
  [
    "The parsers found none; by its text it is named in:",
    "A análise do código não encontrou nenhum; pelo texto, o nome está em:",
  ],
  ["I took the program that is meant as {}, by its name.", "Tomei {} como o programa de que se fala, pelo nome."],
  ["I took the program that is meant as {}.", "Tomei {} como o programa de que se fala."],
  ["No line here says {}.", "Nenhuma linha daqui diz {}."],
  ["Every program here uses {}.", "Todos os programas daqui usam {}."],
  ["For example:", "Por exemplo:"],
  [
    "Hello. Ask me about this folder; I look it up and show the lines.",
    "Olá. Pergunte-me sobre esta pasta; procuro e mostro as linhas.",
  ],
  ["How long {} is could not be told.", "Não foi possível dizer o tamanho de {}."],
  ["How to {}:", "Como se faz:"],
  [
    "I am no language model: I read a question, look the facts up with the tools that a model would use, and show where they stand. I change nothing and make nothing up.",
    "Não sou um modelo de linguagem: leio uma pergunta, procuro os factos com as ferramentas que um modelo usaria, e mostro onde estão. Não altero nada nem invento nada.",
  ],
  [
    "I am not sure what is asked of {}; this is what it is.",
    "Não sei ao certo o que se pergunta de {}; isto é o que é.",
  ],
  ["I cannot compare with a number.", "Não posso comparar com um número."],
  [
    "I compare nothing by understanding it; this is what each says of itself and does.",
    "Não comparo nada por o entender; isto é o que cada um diz de si e faz.",
  ],
  [
    "I could not narrow this to a release: no tag and no commit here is named as one. These are the latest commits.",
    "Não pude restringir isto a uma versão: nenhuma tag nem commit daqui tem nome de versão. Estes são os últimos commits.",
  ],
  ["It is the only commit of it.", "É o seu único commit."],
  ["It is the only one.", "É o único."],
  ["It needs no package at run time.", "Não precisa de nenhum pacote em execução."],
  [
    "Neither complexity nor the length of single functions is counted for the languages here; these are the longest files.",
    "Para as linguagens daqui não se conta a complexidade nem o tamanho de cada função; estes são os arquivos mais longos.",
  ],
  ["No environment of tox is for Python {}.", "Nenhum ambiente do tox é para Python {}."],
  ["Environments of tox for Python {} — {}", "Ambientes do tox para Python {} — {}"],
  [
    "Tests under one version of Python, by the environments of tox ({}):",
    "Testes com uma versão de Python, pelos ambientes do tox ({}):",
  ],
  ["Tests under Python {}, by the environments of tox ({}):", "Testes com Python {}, pelos ambientes do tox ({}):"],
  ["Commands that only lint ({}):", "Comandos que só fazem lint ({}):"],
  ["Only the linter: {}, a part of this: {}", "Só o linter: {}, uma parte disto: {}"],
  ["One file of tests alone: {} — {}", "Um só arquivo de testes: {} — {}"],
  ["One test alone, by its name: {}.", "Um só teste, pelo nome: {}."],
  ["What runs the tests is {}: {}", "O que corre os testes é {}: {}"],
  [
    "Through tox: {}, as what stands behind `--` is given on: {}",
    "Através do tox: {}, pois o que está depois de `--` é passado: {}",
  ],
  [
    "The lines say what runs the tests; how {} takes one file and one name is its own usage.",
    "As linhas dizem o que corre os testes; como {} aceita um arquivo e um nome é do seu próprio uso.",
  ],
  ["No README and no other document is here.", "Não há aqui README nem outro documento."],
  [
    "No README or manifest here says what it is for; this is what there is.",
    "Nenhum README nem manifesto daqui diz para que serve; isto é o que há.",
  ],
  [
    "No TODO, FIXME, XXX or HACK stands in a comment or document {}, and no comment says in words that something is to be done.",
    "Nenhum TODO, FIXME, XXX ou HACK está num comentário ou documento ({}), e nenhum comentário diz por palavras que algo está por fazer.",
  ],
  [
    "No TODO, FIXME, XXX or HACK stands in a comment or document {}.",
    "Nenhum TODO, FIXME, XXX ou HACK está num comentário ou documento ({}).",
  ],
  [
    "No dead code was detected in {}: everything the parsers know is reached by something, or may be used from outside.",
    "Não foi detetado código morto em {}: algo alcança tudo o que os analisadores conhecem, ou pode ser usado de fora.",
  ],
  [
    "No document and no scheduler definition here tells an order of jobs.",
    "Nenhum documento nem definição de agendamento daqui diz uma ordem de jobs.",
  ],
  [
    "No licence is declared: there is no LICENSE file, no `license` in a manifest, and no README speaks of one.",
    "Nenhuma licença está declarada: não há arquivo LICENSE, nem `license` num manifesto, e nenhum README fala de uma.",
  ],
  ['No line contains "{}" as it is.', 'Nenhuma linha contém "{}" tal como está.'],
  [
    "No line here calls a program whose name stands in a variable.",
    "Nenhuma linha daqui chama um programa cujo nome está numa variável.",
  ],
  ["No line here defines a key or a record length.", "Nenhuma linha daqui define uma chave ou um tamanho de registo."],
  [
    "No line here defines the key or the record length of {}.",
    "Nenhuma linha daqui define a chave ou o tamanho de registo de {}.",
  ],
  ["No line here exports anything in a way that is known.", "Nenhuma linha daqui exporta algo de uma forma conhecida."],
  ["No line here reads an environment variable.", "Nenhuma linha daqui lê uma variável de ambiente."],
  [
    "No line here serves a route in a way that is known (Express, Fastify, Flask, FastAPI, Spring, node:http, Go).",
    "Nenhuma linha daqui serve uma rota de uma forma conhecida (Express, Fastify, Flask, FastAPI, Spring, node:http, Go).",
  ],
  ["No line here throws, raises or makes {}.", "Nenhuma linha daqui lança ou cria {}."],
  ["No line of the {} here raises or handles an error.", "Nenhuma linha de {} daqui lança ou trata um erro."],
  ["No line of {} declares a function or a class.", "Nenhuma linha de {} declara uma função ou uma classe."],
  ["No line sets {} for certain.", "Nenhuma linha dá valor a {} com certeza."],
  [
    "No line ties a layout of fields to {}; the programs that use it declare it. Ask who reads {}, or for the fields of a record or copybook.",
    "Nenhuma linha liga uma disposição de campos a {}; declaram-na os programas que o usam. Pergunte quem lê {}, ou pelos campos de um registo ou copybook.",
  ],
  ["No line uses {}.", "Nenhuma linha usa {}."],
  [
    "No mainframe source was found here, so there are no jobs and programs whose data could be listed.",
    "Não se encontrou aqui nenhuma fonte de mainframe, logo não há jobs e programas cujos dados se possam listar.",
  ],
  [
    "No mainframe source was found here, so there are no {} that parsers could list.",
    "Não se encontrou aqui nenhuma fonte de mainframe, logo não há nada disso ({}) que os analisadores possam listar.",
  ],
  [
    "No manifest demands a version of the runtime (no `engines`, no `requires-python`).",
    "Nenhum manifesto exige uma versão do ambiente (nem `engines`, nem `requires-python`).",
  ],
  [
    "No manifest here declares scripts, and no folder of scripts is here.",
    "Nenhum manifesto daqui declara scripts, e não há aqui uma pasta de scripts.",
  ],
  [
    "No manifest here names a version: no package.json, pyproject.toml or their like was found.",
    "Nenhum manifesto daqui nomeia uma versão: não se encontrou package.json, pyproject.toml ou semelhante.",
  ],
  [
    "No manifest that declares dependencies (package.json, pyproject.toml, pom.xml and their like) is here.",
    "Não há aqui um manifesto que declare dependências (package.json, pyproject.toml, pom.xml e semelhantes).",
  ],
  ["No parser draws the flow of {}.", "Nenhum analisador desenha o fluxo de {}."],
  [
    "No parser reads what is here, so that dead code is not known.",
    "Nenhum analisador lê o que está aqui, por isso não se conhece o código morto.",
  ],
  [
    "No parser reads what is here, so that lengths and complexity are not known.",
    "Nenhum analisador lê o que está aqui, por isso não se conhecem tamanhos nem complexidade.",
  ],
  [
    "No parser reads what is here, so that missing parts are not known.",
    "Nenhum analisador lê o que está aqui, por isso não se sabe o que falta.",
  ],
  [
    "No parser reads {}, and no line of it imports anything.",
    "Nenhum analisador lê {}, e nenhuma das suas linhas importa algo.",
  ],
  [
    "No rule and no condition that names {} was found: no line of the sources here asks for its value.",
    "Não se encontrou regra nem condição que nomeie {}: nenhuma linha das fontes daqui pergunta pelo seu valor.",
  ],
  [
    "No rule was found in {}: no condition or computation that the parser takes for one.",
    "Não se encontrou nenhuma regra em {}: nenhuma condição ou cálculo que o analisador tome por uma.",
  ],
  [
    "I found no way from {} to {}; other files may lead there.",
    "Não encontrei caminho de {} para {}; outros ficheiros podem levar lá.",
  ],
  [
    "No workflow of GitHub, GitLab, Azure, Jenkins, CircleCI or Travis is here.",
    "Não há aqui nenhum workflow de GitHub, GitLab, Azure, Jenkins, CircleCI ou Travis.",
  ],
  [
    "No {} is used here, as far as the sources of the {} files show.",
    "Nada disso ({}) se usa aqui, tanto quanto mostram as fontes dos {} arquivos.",
  ],
  [
    "Not certain: no manifest names {}, but the code has names that do.",
    "Não é certo: nenhum manifesto nomeia {}, mas o código tem nomes que o dizem.",
  ],
  ["Not certain: {} is only spoken of in what I saw.", "Não é certo: no que vi, de {} só se fala."],
  ["Not certain: nothing declares {}, but it is spoken of.", "Não é certo: nada declara {}, mas fala-se disso."],
  [
    "Not known: none of the {} files here declares, says or tries anything about {}. What is not said may work all the same.",
    "Não se sabe: nenhum dos {} arquivos daqui declara, diz ou testa algo sobre {}. O que não se diz pode funcionar na mesma.",
  ],
  [
    "Nothing extends or implements {}, as far as declarations tell.",
    "Nada estende nem implementa {}, tanto quanto dizem as declarações.",
  ],
  [
    "Nothing here is declared as an entry point, and no line begins a program of its own.",
    "Nada aqui está declarado como ponto de entrada, e nenhuma linha começa um programa próprio.",
  ],
  ["Nothing here is named {}.", "Nada aqui se chama {}."],
  ["Nothing here names {}.", "Nada aqui nomeia {}."],
  [
    "Nothing here says how to {}: no manifest declares a command for it, and {} has no section about it.",
    "Nada aqui diz como o fazer ({}): nenhum manifesto declara um comando para isso, e {} não tem secção sobre isso.",
  ],
  [
    "Nothing here says how to {}: no manifest declares a command for it{}.",
    "Nada aqui diz como o fazer ({}): nenhum manifesto declara um comando para isso{}.",
  ],
  ["Nothing is uncommitted.", "Nada está por fazer commit."],
  ["Nothing of it says {}.", "Nada disso diz {}."],
  [
    "Nothing of that kind is unused, as far as the parsers tell.",
    "Nada desse tipo está por usar, tanto quanto dizem os analisadores.",
  ],
  [
    "Nothing that the sources name is missing, as far as the parsers tell.",
    "Não falta nada do que as fontes nomeiam, tanto quanto dizem os analisadores.",
  ],
  [
    "Probably: what the project declares or runs its tests on names {}.",
    "Provavelmente: o que o projeto declara ou onde corre os testes nomeia {}.",
  ],
  [
    "Rules are read out of COBOL, and no COBOL is meant here.",
    "As regras leem-se do COBOL, e aqui não se trata de COBOL.",
  ],
  ["Say from where.", "Diga de onde."],
  ["Say of what.", "Diga de quê."],
  ["Say of which file.", "Diga de que arquivo."],
  ["Say of which program.", "Diga de que programa."],
  ["Say to where.", "Diga para onde."],
  ["Tests: {} in {}, such as {}.", "Testes: {} em {}, tais como {}."],
  [
    "That asks for a change, which needs a language model: nothing was changed.",
    "Isso pede uma alteração, que precisa de um modelo de linguagem: nada foi alterado.",
  ],
  [
    "No DB2 table and no IMS segment is used here; these are the data that are.",
    "Aqui não se usa nenhuma tabela DB2 nem segmento IMS; estes são os dados que se usam.",
  ],
  [
    "No command is declared for it; this is what there is.",
    "Nenhum comando está declarado para isso; isto é o que há.",
  ],
  ["No dependency is declared in {}.", "Nenhuma dependência está declarada em {}."],
  ["No field is declared in {}.", "Nenhum campo está declarado em {}."],
  [
    "No file here is a change log by its name (CHANGELOG, CHANGES, HISTORY, NEWS). What changed is told by git: ask what changed recently.",
    "Nenhum arquivo daqui é um registo de alterações pelo nome (CHANGELOG, CHANGES, HISTORY, NEWS). O que mudou diz o git: pergunte o que mudou recentemente.",
  ],
  [
    "No file here is a test by its name or folder ({} looked at): no *.test.*, *_test.*, test_* and no tests folder.",
    "Nenhum arquivo daqui é um teste pelo nome ou pela pasta ({} vistos): nenhum *.test.*, *_test.*, test_* e nenhuma pasta de testes.",
  ],
  [
    "No file here is named like a configuration, and no line reads one.",
    "Nenhum arquivo daqui tem nome de configuração, e nenhuma linha lê uma.",
  ],
  [
    "No file of tests here names {}: nothing tests it by name.",
    "Nenhum arquivo de testes daqui nomeia {}: nada o testa pelo nome.",
  ],
  ["No file uses {} together; by themselves:", "Nenhum arquivo usa {} juntos; cada um por si:"],
  [
    "No folder here is named examples, samples or demo ({} looked at).",
    "Nenhuma pasta daqui se chama examples, samples ou demo ({} vistos).",
  ],
  ["No other file here names {}: only its own does.", "Nenhum outro arquivo daqui nomeia {}: só o seu próprio."],
  [
    "No program and no job {} {}, as far as the sources show.",
    "Nenhum programa e nenhum job o faz ({} {}), tanto quanto mostram as fontes.",
  ],
  ["No program is named for transaction {} ({}).", "Nenhum programa é nomeado para a transação {} ({})."],
  [
    "No step of a job here runs {}. Ask which jobs {} data without it.",
    "Nenhum passo de um job daqui executa {}. Pergunte que jobs o fazem ({}) aos dados sem ele.",
  ],
  [
    "No table of options that start programs was found here.",
    "Não se encontrou aqui nenhuma tabela de opções que iniciem programas.",
  ],
  [
    "No table, dataset or database is used in the {} files here, as far as the sources show: no SQL and no client of a database stands in them.",
    "Nenhuma tabela, conjunto de dados ou base de dados se usa nos {} arquivos daqui, tanto quanto mostram as fontes: não há neles SQL nem cliente de uma base de dados.",
  ],
  ["No step of {} has a DD {}; others have:", "Nenhum passo de {} tem um DD {}; têm-no outros:"],
  [
    "No definition of a transaction is here, so which program one starts is not certain.",
    "Não há aqui nenhuma definição de transação, logo não é certo que programa uma inicia.",
  ],
  [
    "Each of the {} COBOL programs here has a line with {}.",
    "Cada um dos {} programas COBOL daqui tem uma linha com {}.",
  ],
];
