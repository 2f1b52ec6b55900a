import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { needs } from '#crypto/testing/needs.ts'
import { LIMITS } from '#contract/limits.ts'
import { isWhole } from '../../scripts/tiers.ts'
import { zipPaths } from './zip-paths.ts'
import { type ZipEntry, zipSize, zipStream } from './zip-stream.ts'

/** Makes 65,540 files, and reads them in Python. */
const long = needs(isWhole('transfer'), 'npm run test:full')

const modifiedAt = () => new Date(2026, 10, 21, 13, 45, 8)

function entry(name: string, ...pieces: Uint8Array[]): ZipEntry {
  return {
    path: name,
    modifiedAt,
    async *content() {
      for (const piece of pieces) yield new Uint8Array(piece)
    },
  }
}

/** Takes the pieces as another thread would: nothing of them is left here. */
async function collect(entries: ZipEntry[]): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of zipStream(entries)) pieces.push(structuredClone(piece, { transfer: [piece.buffer] }))
  return Buffer.concat(pieces)
}

/** What another program reads in the archive: names, sizes, CRC-checked content in hex, times. */
function readByPython(zip: Buffer): { name: string; size: number; hex: string; time: number[] }[] {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-zip-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'a.zip')
  fs.writeFileSync(file, zip)
  const program = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    # Reading a file to its end checks its CRC.
    print(json.dumps([dict(name=i.filename, size=i.file_size, hex=z.read(i).hex(), time=i.date_time) for i in z.infolist()]))`
  return JSON.parse(execFileSync('python3', ['-c', program, file], { encoding: 'utf8', maxBuffer: 1 << 26 }))
}

test('another program reads names, times and contents, and finds every checksum right', async () => {
  const large = randomBytes(300_001)
  const zip = await collect([
    entry('Ünï ☃/naïve.txt', Buffer.from('he'), Buffer.from('llo')),
    entry('empty'),
    entry('large.bin', large.subarray(0, 100_003), large.subarray(100_003)),
  ])

  const time = [2026, 11, 21, 13, 45, 8]
  expect(readByPython(zip)).toEqual([
    { name: 'Ünï ☃/naïve.txt', size: 5, hex: Buffer.from('hello').toString('hex'), time },
    { name: 'empty', size: 0, hex: '', time },
    { name: 'large.bin', size: 300_001, hex: large.toString('hex'), time },
  ])
})

test('a folder without anything in it is one for another program', async () => {
  const [path = ''] = zipPaths([{ name: 'Feb', folders: ['Case'], isFolder: true }])
  expect(path).toBe('Case/Feb/')
  expect(readByPython(await collect([entry(path)]))).toMatchObject([{ name: 'Case/Feb/', size: 0 }])
})

test('more files than 16 bits count', long, async () => {
  const entries = Array.from({ length: 65_540 }, (_, at) => entry(`${at}`))

  const pieces: Uint8Array[] = []
  for await (const piece of zipStream(entries)) pieces.push(piece)
  const zip = Buffer.concat(pieces)
  expect(readByPython(zip)).toHaveLength(65_540)
  // Python passes over a missing ZIP64 record, `unzip` does not: 4.3.14, entries in all.
  expect(zip.readBigUInt64LE(zip.lastIndexOf('PK\x06\x06') + 32)).toBe(65_540n)
})

test('times that the format cannot hold become the nearest that it can', async () => {
  const zip = await collect([
    { ...entry('old'), modifiedAt: () => new Date(1970, 0, 1) },
    { ...entry('new'), modifiedAt: () => new Date(2150, 0, 1) },
  ])

  expect(readByPython(zip).map(({ time }) => time[0])).toEqual([1980, 2107])
})

test('who stops reading ends the file that is being read', async () => {
  let isEnded = false
  const endless: ZipEntry = {
    path: 'a',
    modifiedAt,
    async *content() {
      try {
        for (;;) yield new Uint8Array(1)
      } finally {
        isEnded = true
      }
    },
  }
  const reading = zipStream([endless])
  await reading.next()
  await reading.next()
  await reading.return(undefined)

  expect(isEnded).toBe(true)
})

test('the size is known before', async () => {
  const zip = await collect([entry('ä.txt', Buffer.alloc(70)), entry('b/c', Buffer.alloc(1))])

  expect(
    zipSize([
      { path: 'ä.txt', sizeBytes: 70 },
      { path: 'b/c', sizeBytes: 1 },
    ]),
  ).toBe(zip.length)
  expect(zipSize([])).toBe((await collect([])).length)
})

test('a file that fails ends the archive before its directory', async () => {
  const broken: ZipEntry = {
    path: 'b',
    modifiedAt,
    // oxlint-disable-next-line require-yield -- it fails before its first piece
    async *content() {
      throw new Error('damaged')
    },
  }
  const pieces: Uint8Array[] = []
  const reading = async () => {
    for await (const piece of zipStream([entry('a', Buffer.from('x')), broken])) pieces.push(piece)
  }

  await expect(reading()).rejects.toThrow('damaged')
  expect(Buffer.concat(pieces).includes('PK\x01\x02')).toBe(false)
})

test('paths lead nowhere else and are told apart', () => {
  const at = (name: string, ...folders: string[]) => ({ name, folders })

  expect(
    zipPaths([
      at('a.txt', 'Box'),
      at('A.TXT', 'Box'),
      at('a.txt', 'Box'),
      at('..', '..'),
      at('b:c?.md'),
      at('v1.2', 'x.y'),
      at('nul.txt', 'COM1', 'Console'),
      at('C:\\Windows\\x', '/etc', '../..', '...'),
    ]),
  ).toEqual([
    'Box/a.txt',
    'Box/A (2).TXT',
    'Box/a (3).txt',
    'file/file',
    'b_c_.md',
    'x.y/v1.2',
    '_COM1/Console/_nul.txt',
    '_etc/.._/_/C__Windows_x',
  ])
})

test('a file and a folder of one name can both be unpacked', () => {
  expect(
    zipPaths([
      { name: 'Box', folders: [] },
      { name: 'a', folders: ['Box'] },
    ]),
  ).toEqual(['Box (2)', 'Box/a'])
})

test('names that a file system folds into one are told apart', () => {
  const at = (name: string) => ({ name, folders: [] })
  expect(zipPaths([at('straße'), at('STRASSE'), at('ς'), at('σ'), at('é'), at('e\u0301')])).toEqual([
    'straße',
    'STRASSE (2)',
    'ς',
    'σ (2)',
    'é',
    'é (2)',
  ])
})

test('folders as deep as a link may have, and a thousand files of one name, are placed', () => {
  const folders = Array.from({ length: LIMITS.linkFolders }, () => 'a'.repeat(50))
  const paths = zipPaths(Array.from({ length: 1000 }, () => ({ name: 'x', folders })))
  expect(new Set(paths).size).toBe(1000)
  expect(paths.at(-1)).toBe(`${folders.join('/')}/x (1000)`)
})
