/** Sentences of answers by the data, values and paths of a mainframe application, as those of `frames.ts`. */
export const STRUCTURE_SENTENCES: readonly (readonly [english: string, portuguese: string])[] = [
  [
    "In {} the read that meets the end of the file sets {}, and the loop ends with that:",
    "Em {} a leitura que encontra o fim do ficheiro define {}, e o ciclo acaba com isso:",
  ],
  ["It reads no data set, file or table.", "Não lê nenhum dataset, ficheiro ou tabela."],
  ["It writes no data set, file or table.", "Não grava nenhum dataset, ficheiro ou tabela."],
  ["No program here is seen to {}.", "Não se vê nenhum programa daqui que o faça ({})."],
  [
    "No program here selects a file that is called a reject, error or exception file. What cannot be matched is dealt with where its key is not found, and nowhere else is it kept:",
    "Nenhum programa daqui seleciona um ficheiro que se chame de rejeitados, erros ou exceções. O que não tem correspondência é tratado onde a sua chave não é encontrada, e não é guardado em mais nenhum lugar:",
  ],
  [
    "No program of COBOL here rounds: no statement says ROUNDED, so that what has more decimals than its field is cut off.",
    "Nenhum programa COBOL daqui arredonda: nenhuma instrução diz ROUNDED, de modo que as casas decimais que não cabem no campo são cortadas.",
  ],
  [
    "No statement rounds: no ROUNDED stands in a program here, and no call of a rounding function. What has more decimals than its field is cut off.",
    "Nenhuma instrução arredonda: não há ROUNDED num programa daqui nem chamada de uma função que arredonde. As casas decimais que não cabem no campo são cortadas.",
  ],
  [
    "No: no number but 0 and 1 stands in a calculation or comparison of the programs here, and no field with a fixed number is used in one.",
    "Não: num cálculo ou comparação dos programas daqui não há outro número além de 0 e 1, nem é usado um campo com um número fixo.",
  ],
  [
    "Nothing here is unreachable or unreferenced, as far as the parsers tell.",
    "Nada aqui é inalcançável ou sem referência, tanto quanto os analisadores dizem.",
  ],
  [
    "Of the {} here none is found to be unused ({} programs looked at).",
    "Dos {} daqui nenhum foi dado como não usado ({} programas vistos).",
  ],
  ["Others of a like name: {}.", "Outros de nome parecido: {}."],
  [
    "Several lists here are paged; which of them is meant, no word tells:",
    "Várias listas daqui têm páginas; qual delas se quer dizer, nenhuma palavra o diz:",
  ],
  ["Where that decides:", "Onde isso decide:"],
  [
    "Yes. What stands fixed in the programs (0 and 1, positions, counters, status and return codes left out):",
    "Sim. O que está fixo nos programas (sem 0 e 1, posições, contadores, códigos de estado e de retorno):",
  ],
  ["{} is {} bytes long ({}:{}).", "{} tem {} bytes ({}:{})."],
  ["{} writes them to the file of {} ({}:{}):", "{} grava-os no ficheiro de {} ({}:{}):"],
  ["{} {} defined or declared here: {}.", "{} {} definidas ou declaradas aqui: {}."],
  ['I took "{}" as the job {} ({}:{}).', 'Li "{}" como o job {} ({}:{}).'],
  ['I took "{}" as {} of {} ({}:{}).', 'Li "{}" como {} de {} ({}:{}).'],
  ['I took it as {}: the fields whose names say "{}".', 'Entendi-o como {}: os campos cujos nomes dizem "{}".'],
  ['I took "{}" as {}, by its name.', 'Li "{}" como {}, pelo nome.'],
  ['I took "{}" as what holds records of {}: {}.', 'Li "{}" como o que guarda registos de {}: {}.'],
  ["Programs that write or change it ({}):", "Programas que o gravam ou alteram ({}):"],
  ["Programs that read it ({}):", "Programas que o leem ({}):"],
  ["Programs that delete from it ({}):", "Programas que apagam nele ({}):"],
  ["Programs that use it ({}):", "Programas que o usam ({}):"],
  ["Programs that do something else to it ({}):", "Programas que lhe fazem outra coisa ({}):"],
  [
    "Steps of jobs that {} (C creates, R reads, U updates, D deletes) ({}):",
    "Passos de jobs que o fazem ({}; C cria, R lê, U atualiza, D apaga) ({}):",
  ],
  [
    "What it writes or changes (C creates, U updates, D deletes) ({}):",
    "O que grava ou altera (C cria, U atualiza, D apaga) ({}):",
  ],
  [
    "Its fields, each with its offset and length in bytes (what has no name, FILLER, is left out) ({}):",
    "Os seus campos, cada um com a posição e o comprimento em bytes (sem o que não tem nome, FILLER) ({}):",
  ],
  [
    "Counts and sums that programs show, each with where it is added up ({}):",
    "Contagens e somas que os programas mostram, cada uma com o lugar onde é somada ({}):",
  ],
  [
    "Statements of COBOL that round; any other cuts off what its field has no room for ({}):",
    "Instruções COBOL que arredondam; qualquer outra corta o que não cabe no seu campo ({}):",
  ],
  ["Numbers in calculations ({}):", "Números em cálculos ({}):"],
  ["Numbers in comparisons ({}):", "Números em comparações ({}):"],
];
