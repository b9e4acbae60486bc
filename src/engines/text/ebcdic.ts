/** Code page 037: the character of each byte, in order. */
export const EBCDIC_CHARACTERS: string =
  "\u0000\u0001\u0002\u0003\u009c\u0009\u0086\u007f\u0097\u008d\u008e\u000b\u000c\u000d\u000e\u000f\u0010\u0011\u0012\u0013\u009d\u0085\u0008\u0087\u0018\u0019\u0092\u008f\u001c\u001d\u001e\u001f" +
  "\u0080\u0081\u0082\u0083\u0084\u000a\u0017\u001b\u0088\u0089\u008a\u008b\u008c\u0005\u0006\u0007\u0090\u0091\u0016\u0093\u0094\u0095\u0096\u0004\u0098\u0099\u009a\u009b\u0014\u0015\u009e\u001a" +
  " \u00a0\u00e2\u00e4\u00e0\u00e1\u00e3\u00e5\u00e7\u00f1\u00a2.<(+|&\u00e9\u00ea\u00eb\u00e8\u00ed\u00ee\u00ef\u00ec\u00df!$*);\u00ac" +
  "-/\u00c2\u00c4\u00c0\u00c1\u00c3\u00c5\u00c7\u00d1\u00a6,%_>?\u00f8\u00c9\u00ca\u00cb\u00c8\u00cd\u00ce\u00cf\u00cc`:#@'=\"" +
  "\u00d8abcdefghi\u00ab\u00bb\u00f0\u00fd\u00fe\u00b1\u00b0jklmnopqr\u00aa\u00ba\u00e6\u00b8\u00c6\u00a4" +
  "\u00b5~stuvwxyz\u00a1\u00bf\u00d0\u00dd\u00de\u00ae^\u00a3\u00a5\u00b7\u00a9\u00a7\u00b6\u00bc\u00bd\u00be[]\u00af\u00a8\u00b4\u00d7" +
  "{ABCDEFGHI\u00ad\u00f4\u00f6\u00f2\u00f3\u00f5}JKLMNOPQR\u00b9\u00fb\u00fc\u00f9\u00fa\u00ff" +
  "\\\u00f7STUVWXYZ\u00b2\u00d4\u00d6\u00d2\u00d3\u00d50123456789\u00b3\u00db\u00dc\u00d9\u00da\u009f";

const RECORD_BYTES = 80;
const NEW_LINE = 0x15;
const LINE_FEED = 0x25;

/** Whether bytes read like EBCDIC text: blanks are 0x40, letters and digits sit above 0x80, ASCII's are missing. */
export function looksEbcdic(sample: Uint8Array): boolean {
  let plausible = 0;
  let blanks = 0;
  for (const byte of sample) {
    if (byte === 0x40) blanks++;
    if (isPrintable(byte) || byte === NEW_LINE || byte === LINE_FEED || byte === 0x0d) plausible++;
  }
  return sample.length > 0 && plausible / sample.length > 0.95 && blanks / sample.length > 0.04;
}

/** EBCDIC bytes as text: both line ends become a line feed, and a file of 80-byte records without any gets one each. */
export function decodeEbcdic(bytes: Uint8Array): string {
  const hasLines = bytes.includes(NEW_LINE) || bytes.includes(LINE_FEED);
  const isCards = !hasLines && bytes.length > RECORD_BYTES && bytes.length % RECORD_BYTES === 0;
  const pieces: string[] = [];
  for (let index = 0; index < bytes.length; index++) {
    if (isCards && index > 0 && index % RECORD_BYTES === 0) pieces.push("\n");
    const byte = bytes[index] ?? 0;
    pieces.push(byte === NEW_LINE ? "\n" : (EBCDIC_CHARACTERS[byte] ?? "?"));
  }
  return pieces.join("");
}

function isPrintable(byte: number): boolean {
  if (byte === 0x40 || (byte >= 0x4a && byte <= 0x50) || (byte >= 0x5a && byte <= 0x61)) return true;
  if ((byte >= 0x6a && byte <= 0x6f) || (byte >= 0x79 && byte <= 0x7f)) return true;
  const low = byte & 0x0f;
  const high = byte >> 4;
  if (high === 0xf) return low <= 9;
  return (
    (high === 8 || high === 9 || high === 0xa || high === 0xc || high === 0xd || high === 0xe) && low >= 1 && low <= 9
  );
}
