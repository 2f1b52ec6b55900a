import fs from 'node:fs'
import { isIPv4 } from 'node:net'
import path from 'node:path'

/** Ranges in order of their beginnings, which do not overlap. */
type Ranges<T> = { starts: T; ends: T; numbers: Uint32Array; size: number }

/** Which autonomous system an address belongs to, from the lists of @ip-location-db/asn (RouteViews and DB-IP). */
export type Networks = { find: (ip: string) => number | undefined }

/** Reads some 500,000 rows a chunk at a time, so that requests are answered in between. */
export async function readNetworks(folder: string): Promise<Networks> {
  const v4 = await readRanges(path.join(folder, 'asn-ipv4-num.csv'), {
    make: (size) => new Uint32Array(size),
    read: Number,
  })
  // The first half of an address says whose it is.
  const v6 = await readRanges(path.join(folder, 'asn-ipv6-num.csv'), {
    make: (size) => new BigUint64Array(size),
    read: (text) => BigInt(text) >> 64n,
  })
  return { find: (ip) => (isIPv4(ip) ? findIn(v4, numberOfIpv4(ip)) : findIn(v6, firstHalfOfIpv6(ip))) }
}

type Column = Uint32Array | BigUint64Array
type Values<T extends Column> = T extends Uint32Array ? number : bigint

async function readRanges<T extends Column>(
  file: string,
  { make, read }: { make: (size: number) => T; read: (text: string) => Values<T> },
): Promise<Ranges<T>> {
  let starts = make(1 << 16)
  let ends = make(1 << 16)
  let numbers = new Uint32Array(1 << 16)
  let size = 0
  let rest = ''
  const add = (line: string): void => {
    const [start, end, number] = line.split(',', 3)
    if (!start || !end || !number) return
    if (size === numbers.length) {
      const more = size * 2
      starts = grown(starts, make(more))
      ends = grown(ends, make(more))
      numbers = grown(numbers, new Uint32Array(more))
    }
    starts[size] = read(start)
    ends[size] = read(end)
    numbers[size] = Number(number)
    size += 1
  }
  for await (const chunk of fs.createReadStream(file, { encoding: 'latin1' })) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) add(line)
  }
  add(rest)
  return { starts, ends, numbers, size }
}

function grown<T extends Column>(from: T, to: T): T {
  // The two kinds have no common parameter.
  if (from instanceof Uint32Array && to instanceof Uint32Array) to.set(from)
  if (from instanceof BigUint64Array && to instanceof BigUint64Array) to.set(from)
  return to
}

function findIn<T extends Column>({ starts, ends, numbers, size }: Ranges<T>, value: Values<T>): number | undefined {
  let low = 0
  let high = size - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const start = starts[middle]
    const end = ends[middle]
    if (start === undefined || end === undefined) return undefined
    if (value < start) high = middle - 1
    else if (value > end) low = middle + 1
    else return numbers[middle]
  }
  return undefined
}

const numberOfIpv4 = (ip: string): number => ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)

function firstHalfOfIpv6(ip: string): bigint {
  const [head = '', tail] = ip.split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  return [...before, ...zeros, ...after].slice(0, 4).reduce((sum, part) => (sum << 16n) | BigInt(`0x${part}`), 0n)
}
