import type { LanguageFrontend } from "../frontend.ts";
import { bms } from "./bms/bms.ts";
import { cobol, copybook } from "./cobol/frontend.ts";
import { controlCards } from "./control-cards/control-cards.ts";
import { csd } from "./csd/csd.ts";
import { dclgen } from "./dclgen/dclgen.ts";
import { easytrieve } from "./easytrieve/easytrieve.ts";
import { extensionOf } from "./extensions.ts";
import { goModule } from "./go-module/go-module.ts";
import { hlasm } from "./hlasm/hlasm.ts";
import { ims } from "./ims/ims.ts";
import { jcl } from "./jcl/jcl.ts";
import { pli } from "./pli/pli.ts";
import { rexx } from "./rexx/rexx.ts";
import { scheduler } from "./scheduler/scheduler.ts";
import { scriptProject } from "./script-project/script-project.ts";
import { sql } from "./sql/sql.ts";
import { zosConnect } from "./zos-connect/zos-connect.ts";

/** Every language that needs no set-up, in the order in which they are asked to recognise a file. */
export const LANGUAGES: readonly LanguageFrontend[] = [
  jcl,
  bms,
  ims,
  dclgen,
  cobol,
  copybook,
  csd,
  pli,
  hlasm,
  rexx,
  easytrieve,
  scheduler,
  sql,
  controlCards,
  goModule,
  scriptProject,
  zosConnect,
];

/** Finds the language of a file among some languages. */
export class LanguageFinder {
  private readonly languages: readonly LanguageFrontend[];
  private readonly byName: readonly LanguageFrontend[];
  private readonly byExtension = new Map<string, LanguageFrontend>();

  constructor(languages: readonly LanguageFrontend[] = LANGUAGES) {
    this.languages = languages;
    this.byName = languages.filter(({ names }) => names !== undefined);
    for (const language of languages)
      for (const extension of language.extensions)
        if (!this.byExtension.has(extension)) this.byExtension.set(extension, language);
  }

  named(language: string): LanguageFrontend | undefined {
    return this.languages.find((known) => known.language === language);
  }

  /** By the extension alone. */
  byPath(path: string): LanguageFrontend | undefined {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const named = this.byExtension.get(name) ?? this.byName.find(({ names }) => names?.test(name));
    return named ?? this.byExtension.get(extensionOf(path));
  }

  /** @param head  the first few kilobytes of a file whose extension tells nothing */
  byText(path: string, head: string): LanguageFrontend | undefined {
    const extension = extensionOf(path);
    const own = this.languages.filter(({ maybe = [] }) => maybe.includes(extension));
    return (own.length > 0 ? own : this.languages).find((language) => language.detect?.(path, head));
  }
}
