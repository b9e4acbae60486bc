/** Sentences of answers by construct of a mainframe application, as those of `frames.ts`. */
export const CONSTRUCT_SENTENCES: readonly (readonly [english: string, portuguese: string])[] = [
  ['I took "{}" as {}.', 'Li "{}" como {}.'],
  ['I took "{}" as {}. It may also be {}.', 'Li "{}" como {}. Também pode ser {}.'],
  ['I took "{}" as {}. Both are layouts of it.', 'Li "{}" como {}. Ambos são estruturas dele.'],
  [
    'I took "{}" as {}. Others of a like name, not counted here: {}.',
    'Li "{}" como {}. Outros de nome parecido, não contados aqui: {}.',
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
  [
    "Before its REWRITE ({}:{}) {} compares the record with what was shown:",
    "Antes do seu REWRITE ({}:{}), {} compara o registo com o que foi mostrado:",
  ],
  [
    "By the COMMAREA: {} is handed over by {}, in {} of {} programs under CICS.",
    "Pela COMMAREA: {} é entregue por {}, em {} de {} programas sob CICS.",
  ],
  [
    "No paragraph that {} performs around its REWRITE ({}:{}) compares the record with what was shown before.",
    "Nenhum parágrafo que {} executa à volta do seu REWRITE ({}:{}) compara o registo com o que foi mostrado antes.",
  ],
  [
    "No program here tests a function key: {} names neither EIBAID nor a key (DFHENTER, DFHPF1 …).",
    "Nenhum programa daqui testa uma tecla de função: {} não nomeia nem EIBAID nem uma tecla (DFHENTER, DFHPF1 …).",
  ],
  ["No program here tests what its OPEN gave.", "Nenhum programa daqui testa o que o seu OPEN deu."],
  ["No program under CICS hands over a COMMAREA{} ({}).", "Nenhum programa sob CICS entrega uma COMMAREA{} ({})."],
  [
    "No program under CICS rewrites a record (no REWRITE in {}): on the screens nothing is updated that two people could change at once.",
    "Nenhum programa sob CICS regrava um registo (nenhum REWRITE em {}): nos ecrãs nada é alterado que duas pessoas pudessem mudar ao mesmo tempo.",
  ],
  ["No statement names {}.", "Nenhuma instrução nomeia {}."],
  [
    "The record is locked by a READ with UPDATE, and what follows if that fails:",
    "O registo é bloqueado por um READ com UPDATE, e o que se segue se isso falhar:",
  ],
  [
    "Under CICS no program opens a file itself: {} programs test the response of a command, and none of them for NOTOPEN or DISABLED, so that such a file is met by what stands there for any other response (WHEN OTHER, ELSE).",
    "Sob CICS nenhum programa abre ele próprio um ficheiro: {} programas testam a resposta de um comando, e nenhum deles por NOTOPEN ou DISABLED, de modo que tal ficheiro cai no que lá está para qualquer outra resposta (WHEN OTHER, ELSE).",
  ],
  ["What leads there, in {}:", "O que leva até lá, em {}:"],
  [
    "What stands behind an OPEN that fails, and where that leads:",
    "O que está atrás de um OPEN que falha, e aonde leva:",
  ],
  [
    'Which program is meant by "{}" no line says; those under CICS that rewrite a record of a file:',
    'Que programa se quer dizer com "{}", nenhuma linha o diz; os que sob CICS regravam um registo de um ficheiro:',
  ],
  ["{} does not read it for UPDATE.", "{} não o lê para UPDATE."],
  ["{} reads the last one that is there and adds 1:", "{} lê o último que existe e soma 1:"],
  ["{} writes it line by line{}:", "{} escreve-o linha a linha{}:"],
  ["The same in other programs ({}):", "O mesmo noutros programas ({}):"],
  ["Opened with no test of its status behind it ({}):", "Aberto sem teste do seu estado a seguir ({}):"],
  [
    "Under CICS, where it is tested whether a file is open ({}):",
    "Sob CICS, onde se testa se um ficheiro está aberto ({}):",
  ],
  ["What it says then ({}):", "O que diz então ({}):"],
  ["What each does before its REWRITE ({}):", "O que cada um faz antes do seu REWRITE ({}):"],
  ["Other programs under CICS that rewrite a record ({}):", "Outros programas sob CICS que regravam um registo ({}):"],
  [
    "By a container or a queue of temporary storage ({}):",
    "Por um container ou uma fila de armazenamento temporário ({}):",
  ],
  ["Where control is handed over ({}):", "Onde o controlo é entregue ({}):"],
  ["Where {} hands it over ({}):", "Onde {} a entrega ({}):"],
  ["Other areas that are handed over ({}):", "Outras áreas que são entregues ({}):"],
  [
    'I took the state of "{}" as {}: its name, its record or the remark above that says so.',
    'Li o estado de "{}" como {}: di-lo o seu nome, o seu registo ou a nota acima.',
  ],
  ["Where they are checked ({}):", "Onde são verificados ({}):"],
  ["Where they are set, moved or shown ({}):", "Onde são definidos, movidos ou mostrados ({}):"],
  ["Keys that {} tests, with what stands behind ({}):", "Teclas que {} testa, com o que está a seguir ({}):"],
  ["Keys that programs test ({}):", "Teclas que os programas testam ({}):"],
  ["The JCL that the program holds ({}):", "O JCL que o programa contém ({}):"],
  [
    "Where that queue is defined, and what goes to the internal reader ({}):",
    "Onde essa fila é definida, e o que vai para o internal reader ({}):",
  ],
  [
    "Where a screen is received, and what is shown and returned to then ({}):",
    "Onde um ecrã é recebido, e o que é mostrado e aonde se volta depois ({}):",
  ],
  [
    "{} meets an empty file as it meets the end of one: its read sets {}, and the loop ends with that:",
    "{} trata um ficheiro vazio como o fim de um: a sua leitura define {}, e o ciclo acaba com isso:",
  ],
  ["What it says behind the loop:", "O que diz depois do ciclo:"],
];
