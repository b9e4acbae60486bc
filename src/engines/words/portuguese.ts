/**
 * Words of questions that say nothing of what is looked for. The Portuguese ones are here because many of them are English
 * words as well (`do`, `no`, `as`), which a text in English is full of.
 */
export const IDLE_WORDS: ReadonlySet<string> = new Set(
  (
    "a an and are at by do does for from has have how i in into is it its me my of on or our that the their them there they this to " +
    "was we what when where which who whom whose why will with you your " +
    "ao aos as com como da das de dela dele do dos e ela ele em essa esse esta este eu há isso isto já mais mas meu minha na nas no " +
    "nos nós o onde os ou para pela pelo por pra qual quais quando quanto quantos que quem se sem ser seu sua são também tem um uma uns é à às"
  ).split(" "),
);

/** What is said in both languages of programs and of business, `portuguese=english`; several of either are parted by commas. */
const PAIRS = `
abrir=open; acesso=access; agente,agentes=agent; agendamento=schedule; ajuda=help; ambiente=environment,setup; aprovar,aprovação,aprovações=approve,approval;
aprovam=approve,approval; apagar,excluir,remover=delete,remove; arquivo,ficheiro=file; atalho=shortcut,key; atualizar,atualização=update; automático=automatic;
aviso=warning; banco=bank,database; bancário=bank; busca,buscar,procurar=search,find; cache=cache; cadastro=registration,record; calcular,cálculo=compute,calculate;
campo=field; cartão=card; chamada,chamado=call,ticket; chave=key; chegar,chega,chegam=arrive; cliente=customer,client; código=code; comando=command;
modo,modos=mode; trocar,troca,trocam=switch,change; externo,externa,externos,externas=external; comparar=compare; compilar=compile,build; computador=computer,laptop,machine; configuração,configurações=setting,configuration; configurar,configuro,configura=configure,setup;
conta=account; contexto=context; conversa=conversation,session; copiar,cópia=copy,backup; cortar=cut; criar=create,make; custo=cost; dado=data; data=date;
depurar=debug; desempenho=performance; desfazer=undo; desinstalar,desinstalação=uninstall; dia=day; diário=daily; diretório,pasta=folder,directory;
documento=document; editar,edição=edit; emergência=emergency,incident; enviar=send; erro,falha=error,failure; escrever=write; etapa,passo=step;
executar,execução,rodar=run,execute; exportar=export; fatura=invoice; fechar=close; feriado=holiday; ferramenta=tool; fila=queue; fim=end; formato=format;
formulário=form; fuso=timezone; gancho=hook; gerar=generate; gravar,guardar,salvar=save,store,keep; histórico=history; homologação=staging; hora,horário=time,hour;
idioma=language; imagem=picture,image; importar=import; imposto=tax; instalar,instalação=install; integração=integration; internet,rede=network; janela=window;
juro,juros=interest; lembrar=remember; lento=slow; ler,leitura=read; limite=limit; linha=line; lista,listar=list; liquidação=settlement; lote=batch; local=local;
manual=manual; mensagem=message; mês=month; mensal=monthly; modelo=model,template; motor=engine; mudança,alteração=change; mudar,alterar=change; navegador=browser;
noite=night; noturno=nightly; nome=name; nota=note; notificação=notification; novo,nova=new; pagamento=payment; página=page; parar=stop; perguntar,pergunta=ask,question;
permissão,permissões=permission; permitir=allow; plano=plan; política=policy; preparar=prepare,setup; preço=price; processar=process; produção=production;
programa=program; projeto=project; provedor=provider; publicar,publicação=publish,release; registro=record,log; regra=rule; relatório=report; renomear=rename;
repositório=repository; responder,resposta=answer,reply; restaurar=restore; resumo=summary; retomar=resume; revisar,revisão,revisor=review; saldo=balance;
segredo=secret; segurança=security; senha=password; servidor=server; sessão=session; sistema=system; sobrar=rest; tabela=table; tarefa=task,job; tecla=key; tela=screen;
teste,testar=test; terminal=terminal; texto=text; transação=transaction; usar,uso=use; usuário=user; validação,validar=validate,check; valor=value;
vencer,vence=win,wins; verificar=check,verify; versão=version,release; web=web
`;

const MARKS = /\p{M}/gu;
const BEYOND_ASCII = /[^\0-\x7f]/;

/** The word without accents. */
export const withoutAccents = (word: string): string =>
  BEYOND_ASCII.test(word) ? word.normalize("NFD").replace(MARKS, "") : word;

/** The word without accents, and in the singular where it is a Portuguese plural that English has not. */
export function plainForm(word: string): string {
  return withoutAccents(word)
    .replace(/(?<=[cs])oes$/, "ao")
    .replace(/(?<=[^aeiou]{1,2}[ao])is$/, "l");
}

let translations: ReadonlyMap<string, readonly string[]> | undefined;

/** What a word is in the other language; `forms` brings words to where they are compared. */
export function translated(word: string, forms: (word: string) => string): readonly string[] {
  translations ??= readPairs(forms);
  return translations.get(forms(word)) ?? [];
}

function readPairs(forms: (word: string) => string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const add = (from: string, to: string): void => void found.set(forms(from), [...(found.get(forms(from)) ?? []), to]);
  for (const pair of PAIRS.split(";")) {
    const [portuguese = [], english = []] = pair.split("=").map((side) => side.trim().split(","));
    for (const one of portuguese) {
      for (const other of english) {
        if (one === other) continue;
        add(one, other);
        add(other, one);
      }
    }
  }
  return found;
}
