/**
 * A server in league with somebody who was given a file's key: a viewer of a space, who left it, a recipient, a visitor, a sender. They
 * can seal other content under the same key and header; nobody may read a byte of it under the author's name.
 */
import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { FLOE } from '#crypto/index.ts'
import type { VaultApi } from '#vault/session/api.ts'
import { type ContentKeys, readingKeys } from '#vault/transfer/content-keys.ts'
import { copyItems } from '#vault/folders/copy-items.ts'
import { proveFile } from '#vault/files/file-records.ts'
import { shareFile } from '#vault/sharing/grants.ts'
import { createLink } from '#vault/sharing/links/new-link.ts'
import { openContent } from '#vault/transfer/open-content.ts'
import { createRangeReader } from '#vault/transfer/open-range.ts'
import { findPerson } from '#vault/sharing/people.ts'
import { proveShared } from '#vault/sharing/shared-files.ts'
import { createTeamSpace, listTeamSpaces } from '#vault/spaces/team-spaces.ts'
import { openLink, readLinkSecret, startLinkDownload } from '#vault/sharing/links/visit-link.ts'
import { forgeContent } from '../../support/forged-content.ts'
import { readContent, storeFile } from '../../support/stored-file.ts'
import type { VaultPerson } from '../../support/people/vault-person.ts'
import { stageAttacked } from '../attacked.ts'
import { shown } from '../../support/shown.ts'

const { signal } = new AbortController()
const SIZES = [
  ['one segment', 1000],
  ['several segments', 2 * FLOE.plainBytes + 500],
] as const
type HashedRow = { segment_hashes: string | null }

const attacked = stageAttacked()
let ada: VaultPerson
let bob: VaultPerson
beforeAll(async () => {
  ;[ada, bob] = await Promise.all([attacked.person(), attacked.person()])
})

describe.each(SIZES)('content of %s', (_, size) => {
  test('exchanged by a viewer of a space is refused, whole and in part', async () => {
    const members = [{ userId: bob.userId, role: 'viewer' as const }]
    const spaceId = await createTeamSpace(ada.api, ada.vault, { name: 'Board', members })
    await listTeamSpaces(bob.api, bob.vault)
    const id = await storeFile(ada, 'plan.txt', randomBytes(size), { spaceId })
    const known = readingKeys(await proveFile(bob.api, bob.vault, id))

    await serveForged(known, size)
    const proved = readingKeys(await proveFile(ada.api, ada.vault, id))
    await expectNothingRead(ada.api, proved)
    // A copy would carry the owner's own signature.
    const to = { spaceId: null, folderId: null }
    const copied = await copyItems(ada.api, ada.vault, {
      to,
      folders: [],
      files: [{ shown: await shown(ada, id), name: 'mine', parentId: null }],
    })
    await expectNothingRead(ada.api, {
      ...readingKeys(await proveFile(ada.api, ada.vault, copied.fileIds[0] ?? '')),
      storagePath: known.storagePath,
    })
  })

  test('exchanged by one recipient is refused by the others and by the owner', async () => {
    const id = await storeFile(ada, 'plan.txt', randomBytes(size))
    const peer = await findPerson(ada.api, ada.vault, bob.email)
    await shareFile(ada.api, ada.vault, { file: await shown(ada, id), peers: [peer], days: null, now: new Date() })
    const known = readingKeys(await proveShared(bob.api, bob.vault, id, new Date()))

    await serveForged(known, size)
    await expectNothingRead(bob.api, readingKeys(await proveShared(bob.api, bob.vault, id, new Date())))
    await expectNothingRead(ada.api, readingKeys(await proveFile(ada.api, ada.vault, id)))
  })

  test('exchanged by one visitor of a link is refused by the others', async () => {
    const fileId = await storeFile(ada, 'plan.txt', randomBytes(size))
    const wanted = { file: await shown(ada, fileId), days: 7, password: null, maxDownloads: null, sender: null }
    const { pathname, hash } = new URL(await createLink(ada.api, ada.vault, wanted, new Date()), 'http://server')
    const link = { id: pathname.slice('/s/'.length), secret: readLinkSecret(hash) }
    const known = readingKeys(await proveFile(ada.api, ada.vault, fileId))

    const { segmentHashes } = await serveForged(known, size, '/content')
    const { visitor } = attacked
    const open = async () => startLinkDownload(visitor, await openLink(visitor, link, null))
    await expectNothingRead(visitor, await open())
    if (size > FLOE.plainBytes) {
      const { sealed } = await forgeContent(known, await objectOf(known), new Uint8Array(size))
      attacked.proxy.tamper(({ path }) => {
        if (path.endsWith('/segment-hashes'))
          return { body: Buffer.from(JSON.stringify({ segment_hashes: segmentHashes })) }
        return path.endsWith('/content') ? { body: sealed } : null
      })
      await expectNothingRead(visitor, await open())
    }
  })
})

test.each<[string, (honest: string, forged: string) => string | null]>([
  ['those of the forgery', (_, forged) => forged],
  ['none', () => null],
  ['too few', (honest) => honest.slice(0, -4)],
  ['no text of hashes', () => '!!!!'],
  ['those of two segments changed about', swapped],
])('with hashes that are %s, exchanged content is refused', async (_, exchange) => {
  const size = 2 * FLOE.plainBytes + 500
  const id = await storeFile(ada, 'plan.txt', randomBytes(size))
  const honest = readingKeys(await proveFile(ada.api, ada.vault, id))
  const { sealed, segmentHashes } = await forgeContent(honest, await objectOf(honest), randomBytes(size))
  attacked.proxy.tamper(({ path }, { body }) => {
    if (path.includes(honest.storagePath)) return { body: sealed }
    if (!path.includes('reachable_files')) return null
    const rows = JSON.parse(body.toString()) as HashedRow[]
    const changed = rows.map((row) => ({ ...row, segment_hashes: exchange(row.segment_hashes ?? '', segmentHashes) }))
    return { body: Buffer.from(JSON.stringify(changed)) }
  })

  await expectNothingRead(ada.api, readingKeys(await proveFile(ada.api, ada.vault, id)))
})

function swapped(honest: string): string {
  const leaves = Buffer.from(honest, 'base64url')
  return Buffer.concat([leaves.subarray(32, 64), leaves.subarray(0, 32), leaves.subarray(64)]).toString('base64url')
}

/** The object is another one from now on: honest header, every segment sealed by somebody who has the key. */
async function serveForged(known: ContentKeys, size: number, path = known.storagePath) {
  const forged = await forgeContent(known, await objectOf(known), randomBytes(size))
  attacked.proxy.tamper((asked) => {
    if (!asked.path.includes(path)) return null
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(asked.headers.range ?? '') ?? []
    if (from === undefined) return { body: forged.sealed }
    return { status: 206, body: forged.sealed.subarray(Number(from), Number(to) + 1) }
  })
  return forged
}

async function expectNothingRead(api: VaultApi, keys: ContentKeys): Promise<void> {
  const opened: number[] = []
  const reading = (async () => {
    for await (const piece of openContent(api, keys, signal)) opened.push(piece.length)
  })()
  await expect(reading).rejects.toMatchObject({ code: 'file_damaged' })
  expect(opened).toEqual([])
  for (const [from, to] of [
    [0, 10],
    [keys.sizeBytes - 10, keys.sizeBytes],
  ] as const) {
    const range = createRangeReader(api, keys).read(from, to, signal)
    await expect(range).rejects.toMatchObject({ code: 'file_damaged' })
  }
  expect(attacked.proxy.changed()).toBeGreaterThan(0)
}

/** The sealed bytes as the server has them. */
async function objectOf({ storagePath }: ContentKeys): Promise<Buffer> {
  const path = `/storage/v1/object/authenticated/encrypted-files/${storagePath}`
  return Buffer.from(await (await ada.api.fetch(path, { method: 'GET' })).arrayBuffer())
}

test('honest content is read as before', async () => {
  const bytes = randomBytes(2 * FLOE.plainBytes + 500)
  const id = await storeFile(ada, 'plan.txt', bytes)
  const keys = readingKeys(await proveFile(ada.api, ada.vault, id))
  expect((await readContent(ada.api, keys)).equals(bytes)).toBe(true)
  const middle = await createRangeReader(ada.api, keys).read(FLOE.plainBytes - 5, FLOE.plainBytes + 5, signal)
  expect(Buffer.from(middle).equals(bytes.subarray(FLOE.plainBytes - 5, FLOE.plainBytes + 5))).toBe(true)
})
