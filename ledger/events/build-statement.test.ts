import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { utf8 } from '#crypto/encoding.ts'
import { manifestStatement, readManifestStatement } from './build-statement.ts'

const manifest = '{"format":2,"version":"1.2.3","files":{"/":{},"/sw.js":{}}}'

test('a log says version, hash and number of files of a build, in one spelling', () => {
  const { entry, leaf } = manifestStatement(manifest)

  const hash = createHash('sha256').update(manifest).digest('base64url')
  expect(new TextDecoder().decode(entry)).toBe(`{"files":2,"manifest":"${hash}","v":1,"version":"1.2.3"}`)
  expect(Buffer.from(leaf)).toEqual(
    createHash('sha256')
      .update(Buffer.concat([Buffer.of(0), entry]))
      .digest(),
  )
})

test('one other byte of the list is another entry', () => {
  expect(manifestStatement(`${manifest} `).leaf).not.toEqual(manifestStatement(manifest).leaf)
})

test.each(['', '[]', 'null', '{"version":"1.2.3"}', '{"version":"1\\n2","files":{}}', '{"version":1,"files":{}}'])(
  'what is no list has no entry: %j',
  (text) => {
    expect(() => manifestStatement(text)).toThrow(expect.objectContaining({ code: 'malformed' }))
  },
)

test('an entry says what was written, and other entries are none of a build', () => {
  const { entry } = manifestStatement(manifest)
  expect(readManifestStatement(entry)).toEqual({
    version: '1.2.3',
    sha256: createHash('sha256').update(manifest).digest('hex'),
    files: 2,
  })
  const text = new TextDecoder().decode(entry)
  for (const other of [
    '',
    '{}',
    'null',
    text.slice(1),
    text.replace('"v":1', '"v":2'),
    text.replace('"files":2', '"files":"2"'),
  ]) {
    expect(readManifestStatement(utf8(other))).toBeUndefined()
  }
})
