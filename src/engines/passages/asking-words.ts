/** Words that only ask, or bind others. */
const STOP: ReadonlySet<string> = new Set(
  "his her hers ours yours a an the of to in on at by for from with into onto and or but nor if is are was were be been being am it its he she they them their there these those that this than then as so such i we us our me my you your can could will would shall should may might must do does did done doing has have had having what which who whom whose where when how why while whether until unless once ever much many any all some each every both either one ones no not yes please just only also too very really still yet same other another else here about across between during per via out up down over under off again let lets get gets got give gives given gave tell tells told show shows someone anyone somebody person people shows shown mostra mostram find explain describe mean means happen happens happened happening thing things something anything everything way ways kind part parts want wants like need needs use uses used using make makes made go goes take takes taken took come comes work works project repository repo code codebase file files program programs function functions class system application app package library tool how-s e o as os um uma uns umas de da das dos na no nas nos em por para pelo pela com ou mas se que qual quais quem onde quando como ao aos ser sao foi esta estao ele ela isso isto este meu minha seu sua eu nos voce nao cannot cant dont doesnt offer offers apply applies ha tem faz feito feita fazer acontece for sobre ja mais posso devo quero deste desta neste nesta projeto programa programas codigo d s t re ve ll".split(
    " ",
  ),
);

/** Whether a word says nothing of what is asked for. */
export const isAskingWord = (word: string): boolean => STOP.has(word);
