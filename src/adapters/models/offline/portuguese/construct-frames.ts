/** Sentences of answers by construct of a mainframe application, as those of `frames.ts`. */
export const CONSTRUCT_SENTENCES: readonly (readonly [english: string, portuguese: string])[] = [
  ['I took "{}" as {}.', 'Tomei "{}" como {}.'],
  ['I took "{}" as {}. It may also be {}.', 'Tomei "{}" como {}. Também pode ser {}.'],
  ['I took "{}" as {}. Both are layouts of it.', 'Tomei "{}" como {}. Ambos são estruturas dele.'],
  [
    'I took "{}" as {}. Others of a like name, not counted here: {}.',
    'Tomei "{}" como {}. Outros de nome parecido, não contados aqui: {}.',
  ],
  ["No program here copies it.", "Nenhum programa daqui o copia."],
  ["Programs that copy it ({}):", "Programas que o copiam ({}):"],
  ["Programs that copy it, to be compiled again with it ({}):", "Programas que o copiam, a recompilar com ele ({}):"],
  ["Steps of jobs that run them ({}):", "Passos de jobs que os executam ({}):"],
  [
    "Steps of jobs that use {}, by its name its data set (C creates, R reads, U updates, D deletes) ({}):",
    "Passos de jobs que usam {}, pelo nome o seu conjunto de dados (C cria, R lê, U altera, D apaga) ({}):",
  ],
  [
    "Where it shows besides, if the field is to be seen there ({}):",
    "Onde aparece além disso, se o campo se deve ver aí ({}):",
  ],
  [
    "By its map no field can be typed in: all are protected.",
    "Pelo seu mapa nenhum campo se pode preencher: todos são protegidos.",
  ],
  ["The one screen that is defined here is {}.", "O único ecrã definido aqui é {}."],
  ["Texts that always stand there ({}):", "Textos que lá estão sempre ({}):"],
  ["Fields that can be typed in, by its map ({}):", "Campos que se podem preencher, pelo seu mapa ({}):"],
  ["Fields that are only shown ({}):", "Campos que só são mostrados ({}):"],
  [
    "No job here defines a VSAM file (no DEFINE CLUSTER): keys stand only where programs select one.",
    "Nenhum job daqui define um ficheiro VSAM (nenhum DEFINE CLUSTER): só há chaves onde os programas selecionam um.",
  ],
  [
    "VSAM files that are defined here, a key as its length and its offset ({}):",
    "Ficheiros VSAM definidos aqui, uma chave pelo tamanho e pela posição ({}):",
  ],
  ["VSAM data sets that jobs and programs name ({}):", "Conjuntos de dados VSAM que jobs e programas nomeiam ({}):"],
  ["Keys by which programs select such files ({}):", "Chaves pelas quais os programas selecionam tais ficheiros ({}):"],
];
