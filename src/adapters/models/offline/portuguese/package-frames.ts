/** What answers by the structure of a package say, as the sentences of `frames.ts`. */
export const PACKAGE_SENTENCES: readonly (readonly [english: string, portuguese: string])[] = [
  ["Also called so: {}.", "Também se chamam assim: {}."],
  ["By what it logs: {}.", "Pelo que regista: {}."],
  ["Calls that check against a schema, in {} ({}):", "Chamadas que conferem com um esquema, em {} ({}):"],
  [
    "Functions that read its fields, where what is done with the others is done ({}):",
    "Funções que leem os seus campos, onde se faz o que se faz com os outros ({}):",
  ],
  ["Its public methods that must be there ({}):", "Os seus métodos públicos obrigatórios ({}):"],
  ["Its public methods that may be left out ({}):", "Os seus métodos públicos opcionais ({}):"],
  ["Its public methods{} ({}):", "Os seus métodos públicos{} ({}):"],
  ["Locks ({}):", "Bloqueios ({}):"],
  ["Loggers ({}):", "Registadores ({}):"],
  [
    "Looked for: locks, semaphores and promises that are chained, in {} files.",
    "Procurados: bloqueios, semáforos e promessas encadeadas, em {} arquivos.",
  ],
  [
    "No line here gives a logger a handler or a level: what is shown, and where, the program that uses this settles by the logger's name.",
    "Nenhuma linha daqui dá a um registador um destino ou um nível: o que se mostra, e onde, decide quem usa isto, pelo nome do registador.",
  ],
  [
    "No line of the code here makes a lock or a semaphore or chains promises (files looked at: {}): nothing here keeps two at once apart.",
    "Nenhuma linha do código daqui cria um bloqueio ou um semáforo nem encadeia promessas (arquivos vistos: {}): nada aqui separa dois ao mesmo tempo.",
  ],
  [
    "No line of the code here prints or logs: no console, no logger, no standard output.",
    "Nenhuma linha do código daqui imprime ou regista: nem consola, nem registador, nem saída padrão.",
  ],
  [
    "No option here is called by log, logger, debug, verbose, quiet or silent.",
    "Nenhuma opção daqui se chama log, logger, debug, verbose, quiet ou silent.",
  ],
  ["Not counted: examples, scripts and tests.", "Não contados: exemplos, scripts e testes."],
  [
    "Options are the fields of {}, {}:{}-{} ({}); a new one is declared there.",
    "As opções são os campos de {}, {}:{}-{} ({}); uma nova declara-se ali.",
  ],
  ["Options that are called so ({}):", "Opções que se chamam assim ({}):"],
  ["Others are in: {}.", "Há outras em: {}."],
  ["What becomes of what is refused:", "O que acontece ao que é recusado:"],
  [
    "What is chained, so that each waits for the one before it:",
    "O que é encadeado, de modo que cada um espera pelo anterior:",
  ],
  ["What is done under them ({}):", "O que se faz sob eles ({}):"],
  ["What sets level or place ({}):", "O que define nível ou destino ({}):"],
  [
    "What waits is kept by its key in {}; this is all that is done with it:",
    "O que espera é guardado pela sua chave em {}; isto é tudo o que se faz com isso:",
  ],
  [
    "What waits is kept by its key in {}; these are all that is done with them:",
    "O que espera é guardado pela sua chave em {}; isto é tudo o que se faz com eles:",
  ],
  ["Where {} is read ({}):", "Onde se lê {} ({}):"],
  [
    "Where bytes are cut into messages, by the calls that do so:",
    "Onde os bytes são cortados em mensagens, pelas chamadas que o fazem:",
  ],
  [
    "Where messages are made bytes, by the calls that do so:",
    "Onde as mensagens se tornam bytes, pelas chamadas que o fazem:",
  ],
  [
    "Where bytes are cut into messages and messages are made bytes, by the calls that do so:",
    "Onde os bytes são cortados em mensagens e as mensagens se tornam bytes, pelas chamadas que o fazem:",
  ],
  ["Where {}, by the calls that do so:", "Onde {}, pelas chamadas que o fazem:"],
  [
    "Besides, tests, examples and documents name it ({}): {}",
    "Além disso, dizem o seu nome testes, exemplos e documentos ({}): {}",
  ],
  [
    "What uses it, by the files of the package ({} lines) ({}):",
    "O que o usa, pelos arquivos do pacote ({} linhas) ({}):",
  ],
  ["Where that is caught, by the words {}:", "Onde isso é apanhado, pelas palavras {}:"],
  ["Who calls {}, and what becomes of that there ({}):", "Quem chama {}, e o que ali acontece com isso ({}):"],
  [
    "{}, {}:{}: options with their types and defaults ({}):",
    "{}, {}:{}: opções com os seus tipos e valores padrão ({}):",
  ],
  ['I took "{}" as {} and "{}" as {}.', 'Tomei "{}" como {} e "{}" como {}.'],
  ["Where examples call it ({}):", "Onde exemplos o chamam ({}):"],
  ["It starts on: {}", "Começa com: {}"],
  ["What its jobs run ({}):", "O que os seus jobs executam ({}):"],
  ["Others that do: {}.", "Outros que o fazem: {}."],
  ["What is done where no case fits, by the words {}:", "O que se faz onde nenhum caso serve, pelas palavras {}:"],
  ["{} holds ({}):", "{} contém ({}):"],
];
