/** The root over a file's sealed segments: how it comes to files from before it, and what keeps the versions of a file in order. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FLOE, LEAF_BYTES, fromBase64Url, fromUtf8, toBase64Url, utf8 } from '#crypto/index.ts'
import { signStatement } from '#crypto/statements/statement.ts'
import { readingKeys } from '#vault/transfer/content-keys.ts'
import { copyItems } from '#vault/folders/copy-items.ts'
import { readProof } from '#vault/files/file-proof.ts'
import { type ProvedFile, proveFile, renameFile, signContent } from '#vault/files/file-records.ts'
import { listVersions, restoreVersion } from '#vault/files/file-versions.ts'
import { revokeGrant, shareFile } from '#vault/sharing/grants.ts'
import { createLink } from '#vault/sharing/links/new-link.ts'
import { listFiles } from '#vault/files/list-files.ts'
import { openContent } from '#vault/transfer/open-content.ts'
import { findPerson } from '#vault/sharing/people.ts'
import { leavesOfParts, createContentSealer } from '#vault/transfer/seal-parts.ts'
import { createUpload, sendParts } from '#vault/transfer/send-content.ts'
import { proveShared } from '#vault/sharing/shared-files.ts'
import { listTeamFiles } from '#vault/files/team-files.ts'
import { createTeamSpace, listTeamSpaces } from '#vault/spaces/team-spaces.ts'
import { setStarred, trashItems } from '#vault/folders/trash.ts'
import { streamParts } from '#vault/transfer/stream-content.ts'
import { joinLeaves } from '#vault/transfer/segment-leaves.ts'
import { commitUpload, contentKeysOf, planUpload, restorePlan, savePlan } from '#vault/transfer/upload-plan.ts'
import { readContent, replaceFile, storeFile } from '../support/stored-file.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { type VaultPerson, personWithVault } from '../support/people/vault-person.ts'
import { shown } from '../support/shown.ts'

const { signal } = new AbortController()
const bytes = randomBytes(2 * FLOE.plainBytes + 100)
const now = () => new Date()

let server: TestServer
let ada: VaultPerson
let bob: VaultPerson
let id: string
beforeAll(async () => {
  server = await startServer()
  ;[ada, bob] = await Promise.all([personWithVault(server), personWithVault(server)])
})
afterAll(() => server.stop())
beforeEach(async () => {
  id = await storeFile(ada, 'plan.txt', bytes)
})

const prove = (file = id): Promise<ProvedFile> => proveFile(ada.api, ada.vault, file)

describe('a file from before content roots', () => {
  beforeEach(() => signInFormat1(id))

  test('is read as before, and signed with its root by whoever reads it to its end', async () => {
    const proved = await prove()
    expect(proved.manifest.contentRoot).toBeNull()
    const leaves = new Uint8Array(3 * LEAF_BYTES)
    const segments = openContent(ada.api, readingKeys(proved), signal, (at, leaf) => leaves.set(leaf, at * LEAF_BYTES))
    for (let next = await segments.next(); !next.done; next = await segments.next());

    await signContent(ada.api, ada.vault, id, { contentId: proved.manifest.contentId, leaves })
    await expectRoot(id)
    // Once is enough.
    const { version } = (await prove()).row
    await signContent(ada.api, ada.vault, id, { contentId: proved.manifest.contentId, leaves })
    expect((await prove()).row.version).toBe(version)
  })

  test('gets it with a new name, with a link and with a grant', async () => {
    await renameFile(ada.api, ada.vault, await shown(ada, id), 'renamed.txt')
    await expectRoot(id)

    const linked = await storeFile(ada, 'linked.txt', bytes)
    await signInFormat1(linked)
    await createLink(
      ada.api,
      ada.vault,
      { file: await shown(ada, linked), days: 1, password: null, maxDownloads: null, sender: null },
      now(),
    )
    await expectRoot(linked)

    const shared = await storeFile(ada, 'shared.txt', bytes)
    await signInFormat1(shared)
    await share(shared)
    await expectRoot(shared)
    const keys = readingKeys(await proveShared(bob.api, bob.vault, shared, now()))
    expect((await readContent(bob.api, keys)).equals(bytes)).toBe(true)
  })

  test('gives its copies and its restored versions one', async () => {
    const to = { spaceId: null, folderId: null }
    const files = [{ shown: await shown(ada, id), name: 'copy.txt', parentId: null }]
    const { fileIds } = await copyItems(ada.api, ada.vault, { to, folders: [], files })
    await expectRoot(fileIds[0] ?? '')

    await replaceFile(ada, id, randomBytes(10))
    const [version] = await listVersions(ada.api, ada.vault, { id, spaceId: null })
    await restoreVersion(ada.api, ada.vault, version!)
    await expectRoot(id)
  })

  test('whose content was exchanged meanwhile is not signed for what was read before', async () => {
    const before = await prove()
    await replaceFile(ada, id, randomBytes(10))
    const read = { contentId: before.manifest.contentId, leaves: new Uint8Array(3 * LEAF_BYTES) }
    const { version } = (await prove()).row
    await signContent(ada.api, ada.vault, id, read)
    expect((await prove()).row.version).toBe(version)
  })
})

describe('versions follow each other', () => {
  test('an earlier manifest is not put back, by its owner or by an editor', async () => {
    const old = await rowOf(id)
    await renameFile(ada.api, ada.vault, await shown(ada, id), 'renamed.txt')
    const { manifest, manifest_signature, original_name, mime_type } = old
    for (const version of [old.version, old.version + 1, old.version + 2, old.version + 5]) {
      const body = { manifest, manifest_signature, original_name, mime_type, version }
      await expect(ada.api.rest(`file_records?id=eq.${id}`, { method: 'PATCH', body })).rejects.toThrow()
    }
    await expect(ada.api.rest(`file_records?id=eq.${id}`, { method: 'PATCH', body: { version: 9 } })).rejects.toThrow(
      'next version',
    )
  })

  test('in a space an editor does not bring an earlier state back', async () => {
    const members = [{ userId: bob.userId, role: 'editor' as const }]
    const spaceId = await createTeamSpace(ada.api, ada.vault, { name: 'Board', members })
    await listTeamSpaces(bob.api, bob.vault)
    const file = await storeFile(ada, 'plan.txt', bytes, { spaceId })
    const [old] = (await bob.api.rest(
      `team_files?id=eq.${file}&select=version,manifest,manifest_signature,content_id,storage_path`,
    )) as Row[]
    await replaceFile(ada, file, randomBytes(10))
    const replay = ({ api }: VaultPerson) => api.rest(`team_files?id=eq.${file}`, { method: 'PATCH', body: old })
    await expect(replay(bob)).rejects.toThrow('somebody else signed')
    // Nor does who signed it.
    await expect(replay(ada)).rejects.toThrow('next version')
    expect((await proveFile(bob.api, bob.vault, file)).row.version).toBe(2)
  })

  test('stars and the trash are free', async () => {
    await setStarred(ada.api, { fileIds: [id], folderIds: [] }, true)
    await trashItems(ada.api, { fileIds: [id], folderIds: [] })
    expect((await listFiles(ada.api, ada.vault)).find((file) => file.id === id)).toMatchObject({ isStarred: true })
  })

  test('a name that any member could seal raises nothing; one of the own space does', async () => {
    const spaceId = await createTeamSpace(ada.api, ada.vault, { name: 'Board', members: [] })
    const theirs = await storeFile(ada, 'theirs.txt', randomBytes(5), { spaceId })
    await listTeamFiles(ada.api, ada.vault, spaceId)
    expect(ada.vault.seenVersions.get(theirs)).toBeUndefined()

    await listFiles(ada.api, ada.vault)
    expect(ada.vault.seenVersions.get(id)).toBe(1)
  })
})

describe('in a team space', () => {
  test('the proof names who signed, and whose keys those are', async () => {
    const members = [{ userId: bob.userId, role: 'editor' as const }]
    const spaceId = await createTeamSpace(ada.api, ada.vault, { name: 'Board', members })
    await listTeamSpaces(bob.api, bob.vault)
    const theirs = await storeFile(bob, 'theirs.txt', bytes, { spaceId })
    const own = await storeFile(ada, 'own.txt', bytes, { spaceId })

    expect((await readProof(ada.api, ada.vault, await shown(ada, own))).signer).toEqual({
      fingerprint: ada.vault.keyFingerprint,
      person: null,
    })
    const { signer } = await readProof(ada.api, ada.vault, await shown(ada, theirs))
    expect(signer.fingerprint).toBe(bob.vault.keyFingerprint)
    expect(signer.person).toMatchObject({ userId: bob.userId })
    expect(signer.person?.trust).not.toBe('changed')
  })

  test('a file signed under another list of members is refused, with a reason', async () => {
    const members = [{ userId: bob.userId, role: 'editor' as const }]
    const spaceId = await createTeamSpace(ada.api, ada.vault, { name: 'Board', members })
    await listTeamSpaces(bob.api, bob.vault)
    const space = bob.vault.space(spaceId, 1)
    space.rosterHash = randomBytes(32)
    const file = await storeFile(bob, 'split.txt', bytes, { spaceId })

    await expect(prove(file)).rejects.toMatchObject({ name: 'VaultError', code: 'members_differ' })
  })
})

describe('the key of new content', () => {
  test('is another one, unless somebody has a grant', async () => {
    const first = (await prove()).fileKey
    await replaceFile(ada, id, bytes)
    const second = (await prove()).fileKey
    expect(second).not.toEqual(first)

    await share(id)
    await replaceFile(ada, id, bytes)
    expect((await prove()).fileKey).toEqual(second)
    const keys = readingKeys(await proveShared(bob.api, bob.vault, id, now()))
    expect((await readContent(bob.api, keys)).equals(bytes)).toBe(true)

    await revokeGrant(ada.api, id, bob.userId)
    await replaceFile(ada, id, bytes)
    expect((await prove()).fileKey).not.toEqual(second)
    for (const version of await listVersions(ada.api, ada.vault, { id, spaceId: null })) {
      await restoreVersion(ada.api, ada.vault, version)
      expect((await readContent(ada.api, readingKeys(await prove()))).equals(bytes)).toBe(true)
    }
  })
})

test('parts that are there already have the leaves of the bytes that were sent', async () => {
  const source = new Blob([randomBytes(9 * 1024 * 1024)])
  const plan = planUpload(ada.vault, { name: 'large', type: '', sizeBytes: source.size, folderId: null }, now())
  const keys = contentKeysOf(plan)
  const path = await createUpload(ada.api, keys, signal)
  const report = { sent: () => undefined, troubled: () => undefined, sealed: () => undefined }
  const run = { first: 0, last: 1 }
  const sent = await sendParts(ada.api, keys, { path, source, run, signal, report })
  const again = await leavesOfParts(await createContentSealer(keys), { source, run, signal })
  expect(again).toEqual(sent)
})

test('a streamed upload gives the leaves of what is stored', async () => {
  const content = randomBytes(17 * 1024 * 1024)
  const source = new Blob([content])
  const plan = planUpload(ada.vault, { name: 'streamed', type: '', sizeBytes: source.size, folderId: null }, now())
  const keys = contentKeysOf(plan)
  const path = await createUpload(ada.api, keys, signal)
  const report = { sent: () => undefined, troubled: () => undefined, sealed: () => undefined }
  const runs = [
    { first: 0, last: 1 },
    { first: 2, last: 2 },
  ]
  const sent = await Promise.all(runs.map((run) => streamParts(ada.api, keys, { path, source, run, signal, report })))
  const leaves = joinLeaves(source.size, sent)
  await commitUpload(ada.api, ada.vault, plan, { leaves, now: now(), signal })
  const read = await readContent(ada.api, readingKeys(await prove(plan.fileId)))
  expect(read.equals(content)).toBe(true)
})

test('an upload that an earlier release began is not continued', async () => {
  const plan = planUpload(ada.vault, { name: 'large', type: '', sizeBytes: 9, folderId: null }, now())
  const saved = await savePlan(ada.vault, plan)
  expect(await restorePlan(ada.vault, plan.fileId, saved)).toMatchObject({ contentId: plan.contentId })

  const { records } = ada.vault.personalSpace
  const context = { kind: 'upload-plan', id: plan.fileId, version: 1, field: 'plan' }
  const { v: _, ...older } = JSON.parse(fromUtf8(await records.open(context, fromBase64Url(saved)))) as { v: number }
  const sealed = toBase64Url(await records.seal(context, utf8(JSON.stringify(older))))
  await expect(restorePlan(ada.vault, plan.fileId, sealed)).rejects.toMatchObject({ code: 'not_found' })
})

type Row = { version: number; manifest: string; manifest_signature: string; original_name: string; mime_type: string }

async function rowOf(file: string): Promise<Row> {
  const [row] = (await ada.api.rest(`file_records?id=eq.${file}&select=*`)) as Row[]
  if (!row) throw new Error('no such file')
  return row
}

async function share(file: string): Promise<void> {
  const peer = await findPerson(ada.api, ada.vault, bob.email)
  await shareFile(ada.api, ada.vault, { file: await shown(ada, file), peers: [peer], days: null, now: now() })
}

async function expectRoot(file: string): Promise<void> {
  const proved = await prove(file)
  expect(proved.manifest.contentRoot?.length).toBe(LEAF_BYTES)
  expect((await readContent(ada.api, readingKeys(proved))).equals(bytes)).toBe(true)
}

/** Writes the next version as an earlier release did: another manifest for the same content, without a root. */
async function signInFormat1(file: string): Promise<void> {
  const { row } = await prove(file)
  await renameFile(ada.api, ada.vault, await shown(ada, file), 'older.txt')
  const { row: renamed, signed } = await prove(file)
  const { content_root: _, roster: __, ...rest } = JSON.parse(signed.text) as Record<string, string | number | null>
  const value = { ...rest, v: 1, policy_epoch: 0, time: '2026-11-01T00:00:00.000Z' }
  const older = await signStatement(ada.vault.signer, 'qs1/manifest', value)
  expect(renamed.version).toBe(row.version + 1)
  // Around the rule that versions follow each other: this is how such a row lies there since before.
  await server.database.owner(
    'update public.file_records set manifest = $2, manifest_signature = $3, segment_hashes = null where id = $1',
    [file, older.text, toBase64Url(older.signature)],
  )
}
