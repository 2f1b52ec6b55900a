import { expect, test } from 'vitest'
import type { VaultFile } from '#web/lib/remote/vault-client.ts'
import { sortIncoming } from './name-conflicts.ts'

const file = (name: string, folderId: string | null, trashedAt: string | null = null): VaultFile => ({
  id: `${folderId}/${name}`,
  spaceId: null,
  version: 1,
  name,
  mimeType: '',
  sizeBytes: 1,
  folderId,
  createdAt: '2026-01-01T00:00:00Z',
  lastAccessedAt: null,
  isEncrypted: true,
  isShared: false,
  isStarred: false,
  trashedAt,
})
const stored = [file('a.pdf', null), file('a (2).pdf', null), file('b.pdf', 'work'), file('c.pdf', null, 'now')]
const sort = (...incomingFiles: [string, string | null][]) => {
  const { free, conflicts } = sortIncoming(
    incomingFiles.map(([name, folderId]) => ({ name, folderId })),
    stored,
  )
  return {
    free: free.map(({ name }) => name),
    conflicts: conflicts.map(({ existing, freeName }) => [existing.name, freeName]),
  }
}

test('only a name that is taken in the same folder waits; the trash takes none', () => {
  expect(sort(['a.pdf', null], ['a.pdf', 'work'], ['b.pdf', null], ['c.pdf', null])).toEqual({
    free: ['a.pdf', 'b.pdf', 'c.pdf'],
    conflicts: [['a.pdf', 'a (3).pdf']],
  })
})

test('two incoming files of one name are numbered without asking, and never get the same name', () => {
  expect(sort(['new.txt', null], ['new.txt', null], ['new.txt', null]).free).toEqual([
    'new.txt',
    'new (2).txt',
    'new (3).txt',
  ])
  expect(sort(['a.pdf', null], ['a.pdf', null])).toEqual({
    free: ['a (4).pdf'],
    conflicts: [['a.pdf', 'a (3).pdf']],
  })
})

test('a copy beside its original is numbered without a question, elsewhere it is asked about', () => {
  const copies = [
    { name: 'a.pdf', folderId: null, copyOf: 'null/a.pdf' },
    { name: 'b.pdf', folderId: 'work', copyOf: 'null/b.pdf' },
  ]
  const { free, conflicts } = sortIncoming(copies, stored)
  expect(free.map(({ name }) => name)).toEqual(['a (3).pdf'])
  expect(conflicts.map(({ freeName }) => freeName)).toEqual(['b (2).pdf'])
})

test('names meet as they will be stored', () => {
  const composed = [file('Résumé.txt', null)]
  const { conflicts } = sortIncoming([{ name: 'Re\u0301sume\u0301.txt', folderId: null }], composed)
  expect(conflicts).toHaveLength(1)
})
