const TABLE = new Uint32Array(256);
for (let byte = 0; byte < 256; byte++) {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  TABLE[byte] = value;
}

/** CRC-32 of ISO 3309 (the one of zip and PNG), as eight hexadecimal digits. Own table: loading node:zlib costs more than it saves. */
export function crc32(bytes: Uint8Array): string {
  let crc = 0xffffffff;
  for (let index = 0; index < bytes.length; index++) {
    crc = (TABLE[(crc ^ (bytes[index] ?? 0)) & 0xff] ?? 0) ^ (crc >>> 8);
  }
  return ((crc ^ 0xffffffff) >>> 0).toString(16).padStart(8, "0");
}
