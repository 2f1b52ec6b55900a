import { expect, test } from 'vitest'
import type { VaultFile } from '#web/lib/remote/vault-client.ts'
import { tagsByFile } from '../tags/use-tags.ts'
import { matching } from './document-view.ts'

const file = (id: string, folderId: string | null): VaultFile => ({
  id,
  spaceId: null,
  version: 1,
  name: `${id}.PDF`,
  mimeType: '',
  sizeBytes: 1,
  folderId,
  createdAt: '2026-01-01T00:00:00Z',
  lastAccessedAt: null,
  isEncrypted: true,
  isShared: false,
  isStarred: false,
  trashedAt: null,
})
const files = [file('a', null), file('b', 'work'), file('ab', 'work')]
const tags = tagsByFile([
  { fileId: 'a', tagId: 'urgent' },
  { fileId: 'ab', tagId: 'urgent' },
  { fileId: 'ab', tagId: 'old' },
])
const ids = (criteria: Partial<Parameters<typeof matching>[2]>) =>
  matching(files, tags, { query: '', folderId: null, tagId: null, ...criteria }).map(({ id }) => id)

test('without criteria every file is there', () => {
  expect(ids({})).toEqual(['a', 'b', 'ab'])
})

test('folder, tag and text narrow the list, alone and together', () => {
  expect(ids({ folderId: 'work' })).toEqual(['b', 'ab'])
  expect(ids({ tagId: 'urgent' })).toEqual(['a', 'ab'])
  expect(ids({ query: 'A.p' })).toEqual(['a'])
  expect(ids({ folderId: 'work', tagId: 'urgent', query: 'b' })).toEqual(['ab'])
  expect(ids({ tagId: 'nobody has it' })).toEqual([])
})
