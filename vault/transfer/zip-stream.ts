import { utf8 } from '#crypto/index.ts'

/** A file of an archive; `content` yields pieces that are used at once and not kept. */
export type ZipEntry = {
  path: string
  modifiedAt: () => Date | Promise<Date>
  content: () => AsyncIterable<Uint8Array<ArrayBuffer>>
}
type Written = { name: Uint8Array; time: number; date: number; crc: number; size: bigint; offset: bigint }

// APPNOTE 6.3.10 (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT), the section of each record beside it.
const LOCAL = 0x04034b50 // 4.3.7
const DESCRIPTOR = 0x08074b50 // 4.3.9
const CENTRAL = 0x02014b50 // 4.3.12
const END64 = 0x06064b50 // 4.3.14
const END64_PLACE = 0x07064b50 // 4.3.15
const END = 0x06054b50 // 4.3.16
/** Sizes follow the content (bit 3), names are UTF-8 (bit 11). */
const FLAGS = 0x0808
/** Version 4.5 reads ZIP64. */
const NEEDS = 45
const MAX_16 = 0xffff
const MAX_32 = 0xffffffff

/**
 * A ZIP archive, piece by piece: stored, not compressed, because what people keep is compressed already. Always ZIP64, so that
 * neither a file nor the whole has to be measured before. An error of a file's content ends the archive before its directory:
 * what was written is no archive.
 */
export async function* zipStream(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const written: Written[] = []
  let offset = 0n
  for (const entry of entries) {
    const file: Written = { ...begin(entry.path, await entry.modifiedAt()), crc: 0, size: 0n, offset }
    const head = localHeader(file)
    // Counted before it leaves: a piece that was transferred has no length.
    offset += BigInt(head.length)
    yield head
    let crc = MAX_32
    for await (const piece of entry.content()) {
      crc = crc32(crc, piece)
      file.size += BigInt(piece.length)
      yield piece
    }
    file.crc = (crc ^ MAX_32) >>> 0
    const tail = record((out) => out.u32(DESCRIPTOR).u32(file.crc).u64(file.size).u64(file.size))
    offset += file.size + BigInt(tail.length)
    yield tail
    written.push(file)
  }
  yield* directory(written, offset)
}

/** Bytes of the archive that `zipStream` makes of these. */
export function zipSize(entries: Iterable<{ path: string; sizeBytes: number }>): number {
  const perFile = 30 + 20 + 24 + 46 + 28
  let total = 56 + 20 + 22
  for (const { path, sizeBytes } of entries) total += perFile + 2 * utf8(path).length + sizeBytes
  return total
}

function* directory(written: readonly Written[], start: bigint): Generator<Uint8Array<ArrayBuffer>> {
  let size = 0n
  for (const file of written) {
    const line = centralHeader(file)
    size += BigInt(line.length)
    yield line
  }
  const count = BigInt(written.length)
  yield record((out) =>
    out
      .u32(END64)
      .u64(44n)
      .u16(NEEDS)
      .u16(NEEDS)
      .u32(0)
      .u32(0)
      .u64(count)
      .u64(count)
      .u64(size)
      .u64(start)
      .u32(END64_PLACE)
      .u32(0)
      .u64(start + size)
      .u32(1)
      .u32(END)
      .u16(0)
      .u16(0)
      .u16(MAX_16)
      .u16(MAX_16)
      .u32(MAX_32)
      .u32(MAX_32)
      .u16(0),
  )
}

function begin(path: string, modifiedAt: Date): Pick<Written, 'name' | 'time' | 'date'> {
  // 4.4.6: local time in steps of two seconds, years from 1980.
  const year = Math.min(127, Math.max(0, modifiedAt.getFullYear() - 1980))
  const time = (modifiedAt.getHours() << 11) | (modifiedAt.getMinutes() << 5) | (modifiedAt.getSeconds() >> 1)
  return { name: utf8(path), time, date: (year << 9) | ((modifiedAt.getMonth() + 1) << 5) | modifiedAt.getDate() }
}

// The sizes are in the descriptor; the ZIP64 field (4.5.3) says that it holds eight bytes for each.
function localHeader({ name, time, date }: Written): Uint8Array<ArrayBuffer> {
  return record((out) =>
    out
      .u32(LOCAL)
      .u16(NEEDS)
      .u16(FLAGS)
      .u16(0)
      .u16(time)
      .u16(date)
      .u32(0)
      .u32(MAX_32)
      .u32(MAX_32)
      .u16(name.length)
      .u16(20)
      .bytes(name)
      .u16(1)
      .u16(16)
      .u64(0n)
      .u64(0n),
  )
}

function centralHeader({ name, time, date, crc, size, offset }: Written): Uint8Array<ArrayBuffer> {
  return record((out) =>
    out
      .u32(CENTRAL)
      .u16(NEEDS)
      .u16(NEEDS)
      .u16(FLAGS)
      .u16(0)
      .u16(time)
      .u16(date)
      .u32(crc)
      .u32(MAX_32)
      .u32(MAX_32)
      .u16(name.length)
      .u16(28)
      .u16(0)
      .u16(0)
      .u16(0)
      .u32(0)
      .u32(MAX_32)
      .bytes(name)
      .u16(1)
      .u16(24)
      .u64(size)
      .u64(size)
      .u64(offset),
  )
}

type Out = {
  u16: (value: number) => Out
  u32: (value: number) => Out
  u64: (value: bigint) => Out
  bytes: (value: Uint8Array) => Out
}

/** Little-endian fields in a row. */
function record(write: (out: Out) => Out): Uint8Array<ArrayBuffer> {
  const bytes: number[] = []
  const out: Out = {
    u16: (value) => {
      bytes.push(value & 0xff, (value >>> 8) & 0xff)
      return out
    },
    u32: (value) => out.u16(value & MAX_16).u16(value >>> 16),
    u64: (value) => out.u32(Number(value & 0xffffffffn)).u32(Number(value >> 32n)),
    bytes: (value) => {
      for (const byte of value) bytes.push(byte)
      return out
    },
  }
  write(out)
  return Uint8Array.from(bytes)
}

/** Four tables, so that four bytes are taken at once ("slicing-by-4", Kounavis and Berry 2005). */
const TABLES = crcTables()

function crc32(crc: number, bytes: Uint8Array): number {
  const [t0, t1, t2, t3] = TABLES
  let value = crc
  let at = 0
  for (; at + 4 <= bytes.length; at += 4) {
    value ^=
      (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24)
    value =
      (t3[value & 0xff] ?? 0) ^
      (t2[(value >>> 8) & 0xff] ?? 0) ^
      (t1[(value >>> 16) & 0xff] ?? 0) ^
      (t0[value >>> 24] ?? 0)
  }
  for (; at < bytes.length; at++) value = (t0[(value ^ (bytes[at] ?? 0)) & 0xff] ?? 0) ^ (value >>> 8)
  return value >>> 0
}

function crcTables(): [Uint32Array, Uint32Array, Uint32Array, Uint32Array] {
  const first = Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
    return value >>> 0
  })
  const next = (table: Uint32Array) => table.map((value) => (first[value & 0xff] ?? 0) ^ (value >>> 8))
  const second = next(first)
  const third = next(second)
  return [first, second, third, next(third)]
}
