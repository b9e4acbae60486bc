/** What answers say of lists that were cut and of what was not looked at, as the sentences of `frames.ts`. */
export const LIST_SENTENCES: readonly (readonly [english: string, portuguese: string])[] = [
  [
    'Lists are cut where it says so: end the question with "in full" to see all of them.',
    'As listas estão cortadas onde se diz: termine a pergunta com "por inteiro" para as ver todas.',
  ],
  [
    "Not looked at, as there are too many or they are too large: {} files.",
    "Não vistos, por serem demasiados ou demasiado grandes: {} ficheiros.",
  ],
  ["Looked at only to their first {} KB: {} files.", "Vistos só até aos primeiros {} KB: {} ficheiros."],
  [
    "{} files that match were left out: they may hold secrets, or a rule forbids them.",
    "{} ficheiros que correspondem ficaram de fora: podem ter segredos, ou uma regra os proíbe.",
  ],
  [
    "A search was cut, as time ran out: there may be more.",
    "Uma pesquisa foi cortada por falta de tempo: pode haver mais.",
  ],
  [
    "{} files were not read in full by the parsers: {}.",
    "{} ficheiros não foram lidos por inteiro pelos analisadores: {}.",
  ],
  ["1 file was not read in full by the parsers: {}.", "1 ficheiro não foi lido por inteiro pelos analisadores: {}."],
  ["I answer for the first {} of {} names.", "Respondo pelos primeiros {} de {} nomes."],
  ["Not followed here: {}.", "Não seguidos aqui: {}."],
  [
    "{} files share the first place with {} of {} each ({}):",
    "{} ficheiros partilham o primeiro lugar com {} de {} cada ({}):",
  ],
];
