import { expect, test } from 'vitest'
import { asSpaceKey, createRecordCipher, randomUuid, systemRandom, draw } from '#crypto/index.ts'
import type { IndexedFile } from './file-index.ts'
import { openFilePage, sealFilePage } from './file-pages.ts'
import type { OpenSpace } from '../session/open-space.ts'

async function newSpace(): Promise<OpenSpace> {
  const key = asSpaceKey(draw(systemRandom, 32))
  return { id: randomUuid(systemRandom), epoch: 1, key, records: await createRecordCipher(key), rosterHash: null }
}

const entries: IndexedFile[] = [
  {
    file: {
      id: '0b5a2f6e-6a0f-4c53-9c5e-3d3f5f8e7a10',
      spaceId: null,
      version: 7,
      name: 'Prüfbericht "Q3", final\n.pdf',
      mimeType: 'application/pdf',
      sizeBytes: 2 ** 40,
      folderId: '1c5a2f6e-6a0f-4c53-9c5e-3d3f5f8e7a10',
      createdAt: '2026-11-01T10:00:00.123456+00:00',
      lastAccessedAt: '2026-11-02T10:00:00.123456+00:00',
      isEncrypted: true,
      isShared: true,
      isStarred: false,
      trashedAt: '2026-11-03T10:00:00.123456+00:00',
    },
    version: 7,
    changed: 2 ** 50,
    isDamaged: false,
  },
  {
    file: {
      id: '2d5a2f6e-6a0f-4c53-9c5e-3d3f5f8e7a10',
      spaceId: null,
      version: 1,
      name: '',
      mimeType: '',
      sizeBytes: 0,
      folderId: null,
      createdAt: '2026-11-01T10:00:00Z',
      lastAccessedAt: null,
      isEncrypted: false,
      isShared: false,
      isStarred: true,
      trashedAt: null,
    },
    version: 1,
    changed: 0,
    isDamaged: true,
  },
]

test('a page comes back as it was, and shows no name on the way', async () => {
  const space = await newSpace()
  const sealed = await sealFilePage(space, 3, entries)

  expect(await openFilePage(space, 3, sealed)).toEqual(entries)
  expect(new TextDecoder('latin1').decode(sealed)).not.toContain('bericht')
})

test('a changed page, another place and another space do not open', async () => {
  const space = await newSpace()
  const sealed = await sealFilePage(space, 3, entries)
  const changed = sealed.slice()
  changed[40] = (changed[40] ?? 0) ^ 1

  await expect(openFilePage(space, 3, changed)).rejects.toMatchObject({ code: 'open_failed' })
  await expect(openFilePage(space, 4, sealed)).rejects.toMatchObject({ code: 'open_failed' })
  await expect(openFilePage(await newSpace(), 3, sealed)).rejects.toMatchObject({ code: 'open_failed' })
})
