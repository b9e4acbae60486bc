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
  ["Its steps ({}):", "Os seus passos ({}):"],
  [
    "{} (paragraph): the statement on line {} follows a verb that leaves{}",
    "{} (parágrafo): a instrução da linha {} vem depois de um verbo que sai{}",
  ],
  [
    "{} (paragraph): nothing performs it, goes to it or falls into it{}",
    "{} (parágrafo): nada o executa, salta para ele nem cai nele{}",
  ],
];
