/** What stands above quotations, as the sentences of `frames.ts`. */
export const QUOTE_SENTENCES: readonly (readonly [english: string, portuguese: string])[] = [
  [
    "Nearest in this folder; it does not speak of {}. Whether that means yes or no is for you to read:",
    "O mais próximo nesta pasta; não fala de {}. Se isso quer dizer sim ou não, cabe a si ler:",
  ],
  [
    "Nearest in this folder. Whether that means yes or no is for you to read:",
    "O mais próximo nesta pasta. Se isso quer dizer sim ou não, cabe a si ler:",
  ],
  ["Nearest in this folder; it does not speak of {}:", "O mais próximo nesta pasta; não fala de {}:"],
  ["Nearest in this folder:", "O mais próximo nesta pasta:"],
  ["Also near:", "Também próximos:"],
  [
    "I cannot tell whether anything here answers that. Nearest in this folder; it does not speak of {}:",
    "Não sei dizer se algo aqui responde a isso. O mais próximo nesta pasta; não fala de {}:",
  ],
  [
    "I cannot tell whether anything here answers that. Nearest in this folder:",
    "Não sei dizer se algo aqui responde a isso. O mais próximo nesta pasta:",
  ],
  [
    "I cannot tell whether anything here answers that. I looked through all {} files here. What a running system holds or does at some time is not in its sources.",
    "Não sei dizer se algo aqui responde a isso. Procurei em todos os {} arquivos daqui. O que um sistema em execução guarda ou faz num dado momento não está nas suas fontes.",
  ],
  ["I cannot tell whether anything here answers that. {}", "Não sei dizer se algo aqui responde a isso. {}"],
  ["I cannot tell whether anything here answers that.", "Não sei dizer se algo aqui responde a isso."],
  [
    "Not certain: nothing here declares that or says it in so many words.",
    "Não é certo: nada aqui o declara nem o diz com essas palavras.",
  ],
  ["As above.", "Como acima."],
  ["Not found (files looked through: {}): {}.", "Não encontrado (arquivos vistos: {}). O que procurei: {}."],
  [
    "Not found: no line says {} (files searched: {}, comments and documents included).",
    "Não encontrado: nenhuma linha diz {} (arquivos lidos: {}, comentários e documentos incluídos).",
  ],
  [
    "Not found in the code: no statement says {} (files searched: {}). It stands elsewhere only ({}):",
    "Não encontrado no código: nenhuma instrução diz {} (arquivos lidos: {}). Só está noutros lugares ({}):",
  ],
  [
    "Not found there: no statement of the sources that speak of {} ({}) says {}.",
    "Não encontrado aí: nenhuma instrução das fontes que falam de {} ({}) diz {}.",
  ],
  ["Statements that say {} ({}):", "Instruções que dizem {} ({}):"],
  ["Only called so ({}):", "Só com esse nome ({}):"],
  ["Here are {} ({}):", "Há aqui {} ({}):"],
  ["- comment: {}", "- comentário: {}"],
  ["- document: {}", "- documento: {}"],
  ["- example: {}", "- exemplo: {}"],
  ["- settings or data: {}", "- configuração ou dados: {}"],
  ["- test: {}", "- teste: {}"],
  [
    "No file here names {} ({} searched, comments included):",
    "Nenhum arquivo daqui fala de {} (arquivos lidos: {}, comentários incluídos):",
  ],
  [
    "No file here names {} ({} searched, comments included).",
    "Nenhum arquivo daqui fala de {} (arquivos lidos: {}, comentários incluídos).",
  ],
  ["I looked through all {} files here.", "Procurei em todos os {} arquivos daqui."],
  ["I looked through all {} files here:", "Procurei em todos os {} arquivos daqui:"],
  ["I looked through the one file here.", "Procurei no único arquivo daqui."],
  ["Whether that means yes or no is for you to read:", "Se isso quer dizer sim ou não, cabe a você ler:"],
  ["Nearest in this folder.", "O mais próximo nesta pasta."],
  ["Nearest in this folder; it does not speak of {}.", "O mais próximo nesta pasta; não fala de {}."],
  ["Where {} is defined:", "Onde {} está definido:"],
  ["Where {} are defined:", "Onde {} estão definidos:"],
  ["Where {} is brought up or tested:", "Onde {} é ativado ou testado:"],
  ["What leads to {}:", "O que leva a {}:"],
  ["{} stands in one place:", "{} está em um lugar:"],
  ["{} stands in {} places:", "{} está em {} lugares:"],
];
