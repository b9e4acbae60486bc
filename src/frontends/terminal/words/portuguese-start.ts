import type { ENGLISH_START } from "./english-start.ts";

/** What a newcomer is asked before the session, in Portuguese. */
export const PORTUGUESE_START: Readonly<Record<keyof typeof ENGLISH_START, string>> = {
  "first.welcome": "Bem-vindo ao Waymark. Nenhum modelo de linguagem foi encontrado:",
  "first.environment": "chaves no ambiente",
  "first.stored": "chaves e logins guardados",
  "first.servers": "{names} nesta máquina",
  "first.none": "nenhum",
  "first.notRunning": "fora do ar",
  "first.offline": "seguir sem modelo: o guia offline responde a partir do código, com as linhas",
  "first.key": "colar uma chave (Anthropic, OpenAI, Google, OpenRouter e outros)",
  "first.login": "entrar com uma conta (StackSpot AI)",
  "first.download": "baixar um pequeno modelo local (215 MB), bom só para experimentar",
  "first.which": "Qualquer outra tecla segue sem perguntar de novo, Ctrl-C sai. Qual? ",
  "first.paste": "Cole a chave (ela não é mostrada) e tecle Enter: ",
  "first.trying": "Testando em {provider} …",
  "first.keyWorks": "A chave está guardada só para você, e {provider} é usado daqui em diante.",
  "first.keyFails": "A chave está guardada; cole outra, ou siga em frente.",
  "first.whose": "De quem é a chave? Número: ",
  "first.account": "Uma credencial de serviço da StackSpot e o id de um agente:",
  "first.secret": "client secret (não é mostrado): ",
  "first.accountWorks": "Veio um token; a conta está guardada só para você.",
  "first.modelWorks": "{model} é usado daqui em diante.",
  "first.question": "o que este projeto faz?",
};
