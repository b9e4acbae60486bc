import type { TerminalFacts } from "../../app/settings/terminal-facts.ts";
import { spoken } from "../../app/words/spoken.ts";
import { EXIT, type ExitCode } from "../../base/user-error.ts";
import { terminalApprover, terminalAsker } from "./approver.ts";
import { cleanText } from "./clean-event.ts";
import { type FirstPrompt, openPrompt, takeFirstPrompt, withdrawFirstPrompt } from "./first-prompt.ts";
import type { SessionStart } from "./opened-session.ts";
import { drawnRow } from "./screen/drawn-row.ts";
import { commandSource } from "./slash/command-source.ts";
import { wrapStyled } from "./text/wrap.ts";
import type { Theme } from "./theme.ts";
import { leftBehind, leftUnsent } from "./typed/unsent.ts";
import { speak } from "./words/speak.ts";
import { words } from "./words/words.ts";

interface FullScreen {
  readonly fullScreen: boolean;
}

/** A conversation at the terminal. The prompt is there at once; settings, session and model are read behind it. */
export async function runSession({
  prompt,
  open,
  environment,
  terminal: facts,
  version,
  fullScreen,
}: SessionStart & FullScreen): Promise<ExitCode> {
  const { app, terminal, rich, problems } = await promptFor(facts, { fullScreen });
  let closeAgent = async (): Promise<readonly string[]> => [];
  try {
    // The prompt is on the screen before the largest part is read.
    await new Promise((resolve) => setImmediate(resolve));
    await speak(facts.language);
    const { house, agent, notices } = await open({
      approver: terminalApprover(app, environment),
      asker: terminalAsker(app),
      isInteractive: true,
      showsProgress: true,
    });
    const { config } = house;
    await speak(config.language ?? facts.language);
    closeAgent = async () => {
      const unsent = [...(await leftBehind(agent)), ...(await leftUnsent(agent, app.queue.givenBack))];
      await house.close();
      const isKept = agent.history.length > 0 && agent.isSaved;
      return isKept ? [...unsent, words("banner.resume", { command: `waymark -r ${agent.sessionId}` })] : unsent;
    };
    if (config.theme !== undefined) app.useTheme(config.theme);
    app.view.write(banner(agent.cwd, version, terminal.columns - 1, app.theme));
    for (const notice of [...notices, ...problems]) app.view.warn(spoken(notice));
    if (agent.history.length > 0) await app.view.showHistory(agent.history);
    app.offerUnsent(agent);
    app.queue.keptBy((unread) => void agent.unsent.keep(unread));
    const { sandboxLabel } = await import("../../app/permissions/sandbox-label.ts");
    const sandbox = await sandboxLabel(house);
    const savesDiagrams = config.saveDiagrams && config.sandbox !== "read-only";
    const commands = commandSource(house, agent);
    app.attach({ agent, house, commands, sandbox, reducedMotion: config.reducedMotion, savesDiagrams });
    if (prompt !== "") app.submit(prompt);
    app.view.frame();
    // Large, and nobody needs it before the first answer.
    await Promise.race([new Promise((resolve) => setImmediate(resolve)).then(() => rich.load()), app.left]);
    await app.left;
  } finally {
    app.close();
    for (const line of await closeAgent()) terminal.write(`${drawnRow(app.theme.paint("dim", line))}\n`);
  }
  return EXIT.done;
}

/** The one that is on the screen already, or a new one. */
async function promptFor(facts: TerminalFacts, { fullScreen }: FullScreen): Promise<FirstPrompt> {
  if (!fullScreen) return takeFirstPrompt() ?? openPrompt(facts);
  const { FullScreen } = await import("./screen/full-screen.ts");
  withdrawFirstPrompt();
  return openPrompt(facts, (terminal) => new FullScreen(terminal));
}

function banner(cwd: string, version: string, width: number, { paint }: Theme): readonly string[] {
  const advice = words("banner.advice");
  return [
    ...wrapStyled(
      `${paint("accent", `Waymark ${version}`)} ${paint("dim", words("banner.in", { folder: cleanText(cwd) }))}`,
      width,
    ),
    ...wrapStyled(advice, width).map((row) => paint("dim", row)),
  ];
}
