import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import { expect, test } from 'vitest'
import { lookAtReplacement } from './replaced-content.ts'
import { zipStream } from './zip-stream.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const file = (name: string) => fs.readFileSync(path.join(ROOT, name))
const look = (name: string, ...pieces: (Uint8Array | string)[]) =>
  lookAtReplacement(new Blob(pieces.map((piece) => (typeof piece === 'string' ? piece : new Uint8Array(piece)))), name)

/** Not like a page: one in 256 would begin with `<`. */
const RANDOM = Buffer.concat([Buffer.of(0), randomBytes(99_999)])
/** One red point. */
const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/' +
    '2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAABAAEDASIAAhEBAxEB/8QA' +
    'FQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABQb/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oA' +
    'DAMBAAIRAxEAPwCKALXj/9k=',
  'base64',
)
async function zipped(content: Uint8Array): Promise<Buffer> {
  const entry = {
    path: 'noise.bin',
    modifiedAt: () => new Date(2026, 10, 26),
    async *content() {
      yield new Uint8Array(content)
    },
  }
  const pieces: Uint8Array[] = []
  for await (const piece of zipStream([entry])) pieces.push(structuredClone(piece))
  return Buffer.concat(pieces)
}
/** The boxes at the beginning of a film, and what its pictures look like. */
const MP4 = Buffer.concat([
  Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex'),
  Buffer.from('000186a86d646174', 'hex'),
  RANDOM,
])

test.each<[string, () => Uint8Array | string | Promise<Uint8Array>]>([
  ['picture.png', () => file('web/public/icon-512.png')],
  ['picture.PNG', () => file('web/public/apple-touch-icon.png')],
  ['screen.webp', () => file('web/site/pictures/files-dark.webp')],
  ['photo.jpg', () => JPEG],
  ['photo.jpeg', () => Buffer.concat([JPEG, RANDOM])],
  ['vectors.json.gz', () => file('crypto/vectors/official/xwing.json.gz')],
  ['archive.zip', () => zipped(RANDOM)],
  ['letter.docx', () => zipped(Buffer.from('a letter'))],
  ['letter with a password.docx', () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), RANDOM])],
  ['film.mp4', () => MP4],
  ['font.woff2', () => file('web/fonts/plain-zero.woff2')],
  ['mail.gpg', () => RANDOM],
  ['passwords.kdbx', () => RANDOM],
  ['container', () => RANDOM],
  ['film.ts', () => RANDOM],
  ['really a photo.png', () => JPEG],
  ['really a screen.jpg', () => file('web/site/pictures/files-dark.webp')],
  ['letter.doc', () => String.raw`{\rtf1\ansi a letter}`],
  ['letter of today.doc', () => zipped(Buffer.from('a letter'))],
  ['table.xls', () => '<html><table><tr><td>1</td></tr></table></html>'],
  ['table of before.xls', () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), RANDOM])],
  ['program.ts', () => file('vault/transfer/seal-parts.ts')],
  ['changes.md', () => file('CHANGELOG.md')],
  ['table.csv', () => RANDOM.toString('base64')],
  ['chinese.txt', () => '道可道，非常道。名可名，非常名。无名天地之始，有名万物之母。'.repeat(100)],
  ['wide.txt', () => Buffer.from(file('README.md').toString(), 'utf16le')],
  ['short.txt', () => RANDOM.subarray(0, 900)],
  ['report.pdf', () => '%PDF-1.7\n1 0 obj << >> endobj'],
  ['printed.pdf', () => '\x1b%-12345X@PJL\n%PDF-1.4\n'],
  ['empty.png', () => ''],
])('%s raises nothing', async (name, content) => {
  expect(await look(name, await content())).toBeNull()
})

test.each(['diary.txt', 'table.csv', 'page.html', 'drawing.svg', 'Settings.YML'])(
  'random data in %s are named',
  async (name) => {
    expect(await look(name, RANDOM)).toBe('random')
    expect(await look(name, RANDOM.subarray(0, 1100))).toBe('random')
    expect(await look(name, zlib.gzipSync(file('CHANGELOG.md')))).toBe('random')
  },
)

test.each(['picture.png', 'photo.jpg', 'archive.zip', 'letter.docx', 'film.mp4', 'report.pdf', 'table.xls'])(
  'what is no longer a %s is named',
  async (name) => {
    expect(await look(name, RANDOM)).toBe('other_type')
    expect(await look(name, 'Your files are encrypted. Pay.')).toBe('other_type')
  },
)

test('of a large file a few KiB are read', async () => {
  const read: number[] = []
  const content = new Blob([RANDOM])
  const slice = content.slice.bind(content)
  content.slice = (from = 0, to = content.size, type = '') => {
    read.push(to - from)
    return slice(from, to, type)
  }
  expect(await lookAtReplacement(content, 'diary.txt')).toBe('random')
  expect(read).toEqual([4096, 4096])
})
