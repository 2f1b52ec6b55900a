const BLOCK_BYTES = 512
/** Sizes in eleven octal digits end here; larger ones are binary, as GNU tar and bsdtar read them. */
const MAX_OCTAL_BYTES = 8 ** 11 - 1

/** Returns the header of a file in a tar archive. @throws when the name has more than 100 bytes */
export function tarHeader(name: string, sizeBytes: number, modifiedAt: Date): Buffer {
  const header = Buffer.alloc(BLOCK_BYTES)
  if (Buffer.byteLength(name) > 100) throw new Error('a name is too long for the archive')
  header.write(name, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  if (sizeBytes <= MAX_OCTAL_BYTES) header.write(`${octal(sizeBytes, 11)}\0`, 124)
  else {
    header.writeUInt8(0x80, 124)
    header.writeBigUInt64BE(BigInt(sizeBytes), 128)
  }
  header.write(`${octal(Math.floor(modifiedAt.getTime() / 1000), 11)}\0`, 136)
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\u000000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 6)}\0 `, 148)
  return header
}

/** Returns what fills the last block of a file. */
export const tarPadding = (sizeBytes: number): Buffer =>
  Buffer.alloc((BLOCK_BYTES - (sizeBytes % BLOCK_BYTES)) % BLOCK_BYTES)

/** Two empty blocks end an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK_BYTES)

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0')
