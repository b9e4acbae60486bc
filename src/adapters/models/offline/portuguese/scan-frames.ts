/** What is said of scans of the whole code, and how Portuguese says it. */
export const SCAN_SENTENCES: readonly (readonly [english: string, portuguese: string])[] = [
  ["Besides, what only builds or releases it uses {}.", "Além disso, o que só a constrói ou publica usa {}."],
  [
    "Besides, {} lines of files that are generated say so, the first of them {}.",
    "Além disso, dizem-no {} linhas de ficheiros gerados, a primeira delas {}.",
  ],
  ["Besides, {} lines of tests and examples do.", "Além disso, fazem-no {} linhas de testes e exemplos."],
  [
    "Environment variables that it sets, for itself or what it starts ({}):",
    "Variáveis de ambiente que define, para si ou para o que inicia ({}):",
  ],
  ["Environment variables that it takes away ({}):", "Variáveis de ambiente que retira ({}):"],
  ["Environment variables that the code reads ({}):", "Variáveis de ambiente que o código lê ({}):"],
  [
    "No line of the code here marks anything as experimental, unstable or deprecated.",
    "Nenhuma linha do código daqui marca algo como experimental, instável ou obsoleto.",
  ],
  [
    "No line of the code here opens a connection by a name that is known.",
    "Nenhuma linha do código daqui abre uma ligação por um nome conhecido.",
  ],
  ["No line of the code here prints or logs.", "Nenhuma linha do código daqui imprime ou regista algo."],
  [
    "No line of the code here reads or sets a variable of the environment by its name.",
    "Nenhuma linha do código daqui lê ou define uma variável de ambiente pelo seu nome.",
  ],
  [
    "No line of the code here runs text as code or loads objects from bytes: no eval, no pickle, no innerHTML.",
    "Nenhuma linha do código daqui executa texto como código nem carrega objetos de bytes: nem eval, nem pickle, nem innerHTML.",
  ],
  ["No line of the code here starts a process.", "Nenhuma linha do código daqui inicia um processo."],
  [
    "None of the {} places that start a process hands over an environment of its own: what is started inherits the whole one.",
    "Nenhum dos {} lugares que iniciam um processo entrega um ambiente próprio: o que é iniciado herda-o todo.",
  ],
  [
    "Of {} places that start a process, by a shell (shell=True, a command line for exec or sh): {}.",
    "De {} lugares que iniciam um processo, por uma shell (shell=True, uma linha de comando para exec ou sh): {}.",
  ],
  ["Other places that start a process ({}):", "Outros lugares que iniciam um processo ({}):"],
  ["Places that start a process ({}):", "Lugares que iniciam um processo ({}):"],
  [
    "Until it is killed it may take {}{}, if each wait of these lasts to its end:",
    "Até ser morto pode demorar {}{}, se cada uma destas esperas durar até ao fim:",
  ],
  ["Waits and signals of {}, in order ({}):", "Esperas e sinais de {}, por ordem ({}):"],
  [
    "What is started gets an environment that these lines make:",
    "O que é iniciado recebe um ambiente que estas linhas fazem:",
  ],
  [
    "What is started gets the environment of the process, with what these lines add to it or take away:",
    "O que é iniciado recebe o ambiente do processo, com o que estas linhas lhe acrescentam ou retiram:",
  ],
  ["Statements that print or log ({}):", "Instruções que imprimem ou registam ({}):"],
  ["What the code marks so ({}):", "O que o código marca assim ({}):"],
  ["Lines that open connections or name an address ({}):", "Linhas que abrem ligações ou nomeiam um endereço ({}):"],
  ["Lines that run or load what they are given ({}):", "Linhas que executam ou carregam o que lhes é dado ({}):"],
];
