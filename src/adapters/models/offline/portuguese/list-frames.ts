/** What answers say of lists that were cut and of what was not looked at, as the sentences of `frames.ts`. */
export const LIST_SENTENCES: readonly (readonly [english: string, portuguese: string])[] = [
  [
    'Lists are cut where it says so: end the question with "in full" to see all of them.',
    'As listas estão cortadas onde se diz: termine a pergunta com "por inteiro" para as ver todas.',
  ],
  [
    "Not looked at, as there are too many or they are too large: {} files.",
    "Não vistos, por serem demasiados ou demasiado grandes: {} arquivos.",
  ],
  [
    "Lines looked at only to their first {} characters: in {} files.",
    "Linhas vistas só até aos primeiros {} caracteres: em {} arquivos.",
  ],
  ["Looked at only to their first {} KB: {} files.", "Vistos só até aos primeiros {} KB: {} arquivos."],
  [
    "Files that may hold secrets, or that a rule forbids, were not searched.",
    "Não se pesquisou em arquivos que podem ter segredos ou que uma regra proíbe.",
  ],
  [
    "A search was cut, as there was too much to look through in its time: there may be more, and what is said to be nowhere may be somewhere.",
    "Uma pesquisa foi cortada, por haver demasiado que ver no seu tempo: pode haver mais, e o que se diz não existir pode existir.",
  ],
  [
    "A look-up failed ({}): what is said to be nowhere may be somewhere.",
    "Uma consulta falhou ({}): o que se diz não existir pode existir.",
  ],
  [
    "{} files were not read in full by the parsers: {}.",
    "{} arquivos não foram lidos por inteiro pelos analisadores: {}.",
  ],
  ["1 file was not read in full by the parsers: {}.", "1 arquivo não foi lido por inteiro pelos analisadores: {}."],
  ["I answer for the first {} of {} names.", "Respondo pelos primeiros {} de {} nomes."],
  ["Not followed here: {}.", "Não seguidos aqui: {}."],
  [
    "{} files share the first place with {} of {} each ({}):",
    "{} arquivos partilham o primeiro lugar com {} de {} cada ({}):",
  ],
  [
    "No file says what is risky or odd; these signs of it can be counted:",
    "Nenhum arquivo diz o que é arriscado ou estranho; estes sinais disso podem ser contados:",
  ],
  [
    "No file says what is risky or odd, and no sign of it can be counted here.",
    "Nenhum arquivo diz o que é arriscado ou estranho, e aqui nenhum sinal disso pode ser contado.",
  ],
  ["To read first: {}", "A ler primeiro: {}"],
  ["Then ({}):", "Depois ({}):"],
  [
    "No: the offline guide only reads and looks up; it changes no file and runs nothing that does. With a language model connected Waymark edits files and runs commands, and asks you before each as the permission mode says.",
    "Não: o guia sem rede só lê e consulta; não altera nenhum arquivo nem executa nada que o faça. Com um modelo de linguagem ligado, o Waymark edita arquivos e executa comandos, e pergunta-lhe antes de cada um conforme o modo de permissão.",
  ],
  [
    "No: the offline guide reaches no network; what it reads stays on this machine. With a language model connected, your prompts and what its calls read go to the provider that you chose, and to nobody else.",
    "Não: o guia sem rede não usa a rede; o que lê fica nesta máquina. Com um modelo de linguagem ligado, os seus pedidos e o que as chamadas leem vão para o fornecedor que escolheu, e para mais ninguém.",
  ],
  [
    "I need none to look things up. For a language model set a key (such as {} or {}) or start Ollama, then ask again; {} chooses one, {} shows what is there.",
    "Não preciso de nenhum para consultar. Para ter um modelo de linguagem, defina uma chave (como {} ou {}) ou inicie o Ollama e pergunte de novo; {} escolhe um, {} mostra o que há.",
  ],
  [
    "{} takes back the last call that changed something; the offline guide itself changes nothing, so that of its answers there is nothing to undo.",
    "{} desfaz a última chamada que alterou algo; o próprio guia não altera nada, de modo que das suas respostas não há nada a desfazer.",
  ],
];
