import { isLiteral, type ShellWord } from "../words.ts";
import { type Danger, type DangerContext, danger, notKnown, unresolved } from "./danger.ts";
import { inlineCode } from "./inline-code.ts";

/** Whatever starts programs, deletes, writes, opens connections or builds code while it runs. */
const DOES_MORE =
  /\b(system|exec\w*|spawn\w*|popen\w*|subprocess|child_process|fork|eval|compile|__import__|importlib|ctypes|rmtree|rmdir\w*|rm\w*Sync|rmSync|unlink\w*|remove\w*|delete\w*|truncate|rename\w*|kill\w*|chmod\w*|chown\w*|symlink\w*|File::Path|FileUtils|shutil|Deno\.(run|remove|write\w*|Command)|Bun\.(spawn\w*|write|\$)|write\w*File\w*|writeFile\w*|appendFile\w*|createWriteStream|file_put_contents|fopen|open|Pathname|pathlib|os\.\w+|fs\.\w+|socket\w*|urllib\w*|requests|http\w*|fetch|net|Net::HTTP|LWP|IO::Socket|TCPSocket|UDPSocket|XMLHttpRequest|WebSocket|smtplib|ftplib|telnetlib|paramiko|boto3|shell_exec|passthru|proc_open|pcntl_exec|Runtime|ProcessBuilder|require\s*\(\s*['"](node:)?(fs|net|http\w*|dgram|tls|vm|worker_threads|cluster|os|process)|process\.(kill|env|binding|dlopen)|environ|getenv|ENV|qx|do\s+shell\s+script|getattr|globals|base64|b64decode|fromCharCode|unescape|pack|chr)\b|`|\bdo\s+shell\b|\$\(|%x|:!|!\w|\\x[0-9a-f]{2}/i;

/** Code typed into the line is read for anything but computing and printing. */
export function codeDanger(program: string, words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  const modules = /^(perl|ruby|node|bun|deno)/.test(program) ? words.filter(({ text }) => /^-[Mr]./.test(text)) : [];
  if (modules.some(({ text }) => DOES_MORE.test(text.slice(2))))
    return unresolved(`${program} loads what may do anything`);
  for (const code of inlineCode(program, words, context)) {
    if (!code || !isLiteral(code)) return notKnown(`the code that ${program} runs is not known before it runs`, code);
    if (DOES_MORE.test(code.text)) return danger("unresolved", `the code that ${program} runs may do anything`);
  }
  return undefined;
}
