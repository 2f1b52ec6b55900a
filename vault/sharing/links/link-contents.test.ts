import { describe, expect, test } from 'vitest'
import { asFileKey, fromUtf8, randomUuid, systemRandom, toBase64Url, utf8 } from '#crypto/index.ts'
import { LIMITS } from '#contract/limits.ts'
import { readLinkContents, writeOne, writeSeveral } from './link-contents.ts'

const handed = (name: string, folders: readonly string[] = []) => ({
  fileId: randomUuid(systemRandom),
  fileKey: asFileKey(systemRandom(32)),
  manifest: {
    contentId: randomUuid(systemRandom),
    headerTag: systemRandom(32),
    segmentBytes: 262_144,
    contentRoot: systemRandom(32),
  },
  metadata: { name, type: 'text/plain', size: 10 },
  folders,
})
const said = () => {
  const members = [
    handed('one.txt'),
    handed('two.txt', ['a', 'b']),
    handed('three.txt', ['a', 'b']),
    handed('4', ['a']),
  ]
  const plain = writeSeveral(members, { name: 'Plans', sender: 'Ada' })
  return { members, json: JSON.parse(fromUtf8(plain)) as Said }
}
type Said = { v: number; name: string; folders: string[][]; files: Record<string, unknown>[] }

describe('several files', () => {
  test('come out as they were written, in their order and with their folders', () => {
    const { members, json } = said()
    expect(json).toMatchObject({ v: 3, folders: [['a', 'b'], ['a']] })
    const read = readLinkContents(utf8(JSON.stringify(json)))
    expect(read).toMatchObject({ several: { name: 'Plans' }, sender: 'Ada' })
    expect(read.files).toEqual(
      members.map(({ fileId, fileKey, manifest, metadata, folders }) => ({
        fileId,
        name: metadata.name,
        folders,
        mimeType: 'text/plain',
        sizeBytes: 10,
        content: { ...manifest, fileKey },
      })),
    )
  })

  test.each<[string, (json: Said) => unknown]>([
    ['no file', (json) => ({ ...json, files: [] })],
    ['a file twice', (json) => ({ ...json, files: [...json.files, json.files[0]] })],
    ['a folder that is not there', (json) => ({ ...json, files: [{ ...json.files[0], folder: 7 }] })],
    ['a folder before the first', (json) => ({ ...json, files: [{ ...json.files[0], folder: -1 }] })],
    ['a folder without a name', (json) => ({ ...json, folders: [[], ['a']] })],
    ['a file without a root', (json) => ({ ...json, files: [{ ...json.files[0], content_root: undefined }] })],
    ['a member that nobody knows', (json) => ({ ...json, more: 1 })],
    ['another version', (json) => ({ ...json, v: 4 })],
    [
      'more files than a link has',
      ({ files: [one], ...json }) => ({
        ...json,
        files: Array.from({ length: LIMITS.linkFiles + 1 }, () => ({ ...one, file_id: randomUuid(systemRandom) })),
      }),
    ],
  ])('are refused with %s', (_, change) => {
    const { json } = said()
    expect(() => readLinkContents(utf8(JSON.stringify(json)))).not.toThrow()
    expect(() => readLinkContents(utf8(JSON.stringify(change(json))))).toThrow()
  })

  test('have names and folders that lead nowhere', () => {
    const plain = writeSeveral([handed('../../etc/passwd', ['..', 'a/b', 'C:\\x'])], { name: '..', sender: null })
    expect(readLinkContents(plain)).toMatchObject({
      several: { name: 'file' },
      files: [{ name: '.._.._etc_passwd', folders: ['file', 'a_b', 'C:_x'] }],
    })
  })

  test('as many as a link opens fit, with names and folders of usual length', () => {
    const folders = ['A folder with quite a name', 'and another one in it']
    const members = Array.from({ length: LIMITS.linkFiles }, (_, at) => handed(`${'n'.repeat(120)} ${at}.txt`, folders))
    expect(toBase64Url(writeSeveral(members, { name: null, sender: null })).length).toBeLessThan(
      LIMITS.linkHandoverCharacters,
    )
  })
})

test('one file is written as before', () => {
  const one = handed('plan.pdf')
  const { fileId, fileKey, manifest, metadata } = one
  expect(fromUtf8(writeOne(one, null))).toBe(
    `{"content_id":"${manifest.contentId}","content_root":"${toBase64Url(manifest.contentRoot)}","file_id":"${fileId}","file_key":"${toBase64Url(fileKey)}","header_tag":"${toBase64Url(manifest.headerTag)}","name":"${metadata.name}","segment_bytes":262144,"sender":null,"size":10,"type":"text/plain","v":2}`,
  )
  expect(readLinkContents(writeOne(one, null))).toMatchObject({ several: null, files: [{ fileId, folders: [] }] })
})
