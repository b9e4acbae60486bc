/** Files that hold others, each under a name of its own, however they are packed or kept. */
const HOLDS_FILES =
  /\.(?:(?:tar|cpio|pax|zip|zipx|jar|war|ear|aar|apk|ipa|whl|egg|nupkg|vsix|xpi|gem|crate|phar|7z|rar|deb|rpm|iso|shar)(?:[.~_-][\w.~-]*)?|t(?:gz|az|bz2?|b2|z2|xz|lz|zst|zo))(?:[.~_-](?:\d+|bak|old|orig|save|copy))?~?$/i;

/** Whether a file is an archive, by its name. */
export const isArchiveName = (path: string): boolean => HOLDS_FILES.test(path);

/** Programs that open archives of themselves, with what has them print what lies there; without it they list it, or put it into files. */
export const SHOWS_MEMBERS: Readonly<Record<string, RegExp>> = {
  ...all("tar gtar bsdtar pax cpio star", /^-[a-zA-Z]*O|^--to-(?:stdout|command)|^@/),
  ...all("rg ag ugrep", /^-[a-zA-Z]*z|^--(?:search-zip|decompress)$/),
  ...all("unzip", /^-[a-zA-Z]*[pc]/),
  ...all("7z 7za 7zr 7zz", /^-so$|^-s?o-$/),
  ...all("unrar rar", /^-p/),
  ...all("unar", /^-$|^-o-$/),
  ...all("ar", /^-[a-zA-Z]*p/),
  ...all(
    "zgrep zegrep zfgrep zipgrep bzgrep bzegrep bzfgrep xzgrep xzegrep xzfgrep lzgrep zstdgrep rga zless zmore bzless bzmore xzless xzmore lzless zstdless " +
      "zdiff zcmp bzdiff bzcmp xzdiff xzcmp lesspipe lesspipe.sh less more most bat batcat view vim nvim vi mc atool acat als aunpack funzip",
    /^/,
  ),
};

function all(names: string, says: RegExp): Readonly<Record<string, RegExp>> {
  return Object.fromEntries(names.split(" ").map((name) => [name, says]));
}
