import { beforeAll, describe, expect, test } from 'vitest'
import { newFileKey, randomUuid, sealSharedRecord, systemRandom, toBase64Url, utf8 } from '#crypto/index.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { HostileServer } from '../testing/hostile-server.ts'
import { type Person, compared, newPerson, pinned, vaultOf } from '../testing/person.ts'
import { grantColumns, sharedRow } from '../testing/shared-row.ts'
import { type StoredFile, signedAgain, storedFile } from '../testing/stored-file.ts'
import { leaveShare, proveShared } from './shared-files.ts'

const ROWS = 'rpc/files_shared_with_me?'
const now = new Date('2026-03-04T05:06:07.089Z')
const refused = { name: 'VaultError', code: 'share_refused' }
const damaged = { name: 'VaultError', code: 'file_damaged' }
const changed = { name: 'VaultError', code: 'key_changed' }

let ada: Person
let bob: Person
let eve: Person
let owner: OpenVault
let file: StoredFile
beforeAll(async () => {
  ;[ada, bob, eve] = await Promise.all([newPerson(), newPerson(), newPerson()])
  owner = await vaultOf(ada)
  file = await storedFile(owner)
})

type Terms = Partial<Parameters<typeof grantColumns>[0]>
const shared = (terms: Terms = {}, of = file) => sharedRow(of, { owner: ada, to: bob, ...terms })

const bobs = (remembered = {}) => vaultOf(bob, remembered)
async function prove(row: object, { vault, id = file.row.id }: { vault?: OpenVault; id?: string } = {}) {
  const own = vault ?? (await bobs())
  return proveShared(await new HostileServer({ [ROWS]: [row] }).keep(own), own, id, now)
}

describe('a file that somebody shared', () => {
  test('opens with their grant, under the name that they sealed', async () => {
    const vault = await bobs()
    const server = await new HostileServer({ [ROWS]: [await shared()] }).keep(vault)
    const proved = await proveShared(server, vault, file.row.id, now)
    expect(proved).toMatchObject({ metadata: file.metadata, fileKey: file.fileKey, grant: { epoch: 100 } })
    expect(proved.owner).toMatchObject({ userId: ada.userId, name: 'Ada Moss', trust: 'new' })
    expect(proved.manifest.contentId).toBe(file.row['content_id'])
    expect(server.asked[0]).toMatchObject({ method: 'POST', body: { file: file.row.id } })
    expect(server.asked[0]?.path).toContain(`${ROWS}order=shared_at.desc,file_id&`)
    expect(vault.seenVersions.get(file.row.id)).toBe(1)
  })

  test('makes its owner and its grant remembered, once', async () => {
    const vault = await bobs({ pins: { note: 'x' }, peers: [compared(eve)] })
    const server = await new HostileServer({ [ROWS]: [await shared()] }).keep(vault)
    await proveShared(server, vault, file.row.id, now)
    const { pins, peers } = await server.kept(vault)
    expect(pins).toEqual({
      note: 'x',
      ...pinned(ada, 'seen'),
      [`mail/${ada.email}`]: ada.userId,
      [`grant/${file.row.id}`]: '100',
    })
    expect(peers).toEqual([compared(eve)])
    const before = server.to('keyrings?').length
    await proveShared(server, vault, file.row.id, now)
    expect(server.to('keyrings?')).toHaveLength(before)
  })

  test('keeps the newer of two grants that two devices remember', async () => {
    const pin = `grant/${file.row.id}`
    for (const [stored, kept] of [
      ['100', '100'],
      ['200', '200'],
      ['50', '100'],
    ]) {
      const vault = await bobs(known())
      const newer = { ...vault.keyring, revision: 4, pins: { ...vault.keyring.pins, [pin]: stored! } }
      const server = await new HostileServer({ [ROWS]: [await shared()] }).keep(vault, newer)
      await proveShared(server, vault, file.row.id, now)
      expect((await server.kept(vault)).pins[pin]).toBe(kept)
      expect(server.to('keyrings?').filter(({ method }) => method === 'PATCH')).toHaveLength(stored === '50' ? 1 : 0)
    }
  })

  test('that is gone, or stands in place of another, is not opened', async () => {
    const vault = await bobs()
    const gone = proveShared(new HostileServer({ [ROWS]: [] }), vault, file.row.id, now)
    await expect(gone).rejects.toMatchObject({ code: 'share_ended' })
    await expect(prove(await shared(), { id: randomUuid(systemRandom) })).rejects.toMatchObject(refused)
  })

  test('ends when its grant does', async () => {
    const over = await shared({ expires: now.toISOString() })
    await expect(prove(over)).rejects.toMatchObject({ code: 'share_ended' })
    const later = new Date(now.getTime() + 1).toISOString()
    expect(await prove(await shared({ expires: later }))).toMatchObject({ grant: { expires: later } })
  })
})

const known = () => ({ pins: { ...pinned(ada, 'seen'), [`mail/${ada.email}`]: ada.userId } })

describe('a grant is refused', () => {
  const because = async (row: object, vault?: OpenVault) => expect(prove(row, vault ? { vault } : {})).rejects

  test('by somebody else, or for somebody else', async () => {
    await (await because(await shared({ by: eve }))).toMatchObject(refused)
    await (await because(await shared({ to: eve }))).toMatchObject(refused)
    // The key is Bob's, but the grant names somebody who only shows it as theirs; and the other way round.
    await (await because(await shared({ recipient: eve.print }))).toMatchObject(refused)
    await (await because(await shared({ author: eve.print }))).toMatchObject(refused)
  })

  test('for another file, or something that is no file', async () => {
    await (await because(await shared({ objectId: randomUuid(systemRandom) }))).toMatchObject(refused)
    await (await because(await shared({ purpose: 'space-to-user' }))).toMatchObject(refused)
  })

  test('with another wrapped key than the one it names', async () => {
    const row = await shared()
    const fileKey = newFileKey(systemRandom)
    const { wrapped_key } = await grantColumns({ by: ada, to: bob, fileKey, objectId: file.row.id })
    await (await because({ ...row, wrapped_key })).toMatchObject(refused)
    for (const rubbish of ['AAAA', 'not base64url!']) {
      await (await because({ ...row, wrapped_key: rubbish })).toMatchObject(refused)
      await (await because({ ...row, grant_signature: rubbish })).toMatchObject(refused)
    }
  })

  test('that was replaced by a newer one', async () => {
    const pins = (epoch: number) => ({ pins: { [`grant/${file.row.id}`]: String(epoch) } })
    await (await because(await shared(), await bobs(pins(101)))).toMatchObject(refused)
    await prove(await shared(), { vault: await bobs(pins(100)) })
  })

  test('of an owner whose keys changed, or whose address led to somebody else', async () => {
    const forged = await newPerson(ada.userId)
    const row = await shared()
    for (const remembered of [
      { pins: pinned(forged, 'seen') },
      { peers: [compared(forged)] },
      { pins: { [`mail/${ada.email}`]: eve.userId } },
    ]) {
      await (await because(row, await bobs(remembered))).toMatchObject(changed)
    }
    await (await because({ ...row, ...eve.published })).toMatchObject(changed)
    await prove({ ...row, owner_email: null }, { vault: await bobs({ pins: { 'mail/x': eve.userId } }) })
  })

  test('and nothing of it remembered', async () => {
    const vault = await bobs()
    const server = await new HostileServer({ [ROWS]: [await shared({ by: eve })] }).keep(vault)
    await expect(proveShared(server, vault, file.row.id, now)).rejects.toMatchObject(refused)
    expect(server.to('keyrings?')).toEqual([])
  })
})

describe('the record of a shared file is refused', () => {
  test('where something is missing or says something else', async () => {
    const row = await shared()
    const other = await shared({}, await storedFile(owner))
    for (const change of [
      { manifest: null },
      { manifest_signature: null },
      { shared_record: null },
      { manifest: other['manifest'], manifest_signature: other['manifest_signature'] },
      { shared_record: other['shared_record'] },
      { content_id: randomUuid(systemRandom) },
      { content_id: null },
      { version: 2 },
      { version: 0 },
      { file_size: 1 },
      { manifest_signature: 'AAAA' },
    ]) {
      await expect(prove({ ...row, ...change }), JSON.stringify(change)).rejects.toMatchObject(damaged)
    }
  })

  test('when it is older than what was seen', async () => {
    const vault = await bobs()
    vault.seenVersions.set(file.row.id, 2)
    await expect(prove(await shared(), { vault })).rejects.toMatchObject(damaged)
    expect(vault.seenVersions.get(file.row.id)).toBe(2)
  })

  test('by somebody else than the owner of the grant', async () => {
    const theirs = await storedFile(await vaultOf(eve))
    const row = { ...(await shared({}, theirs)) }
    await expect(prove(row, { id: theirs.row.id })).rejects.toMatchObject(damaged)
    const again = await signedAgain(file.row, owner, { segmentBytes: 1024 })
    await prove({ ...(await shared()), manifest: again.manifest, manifest_signature: again.manifest_signature })
  })

  test('where its text is no description of a file', async () => {
    const { row, fileKey } = file
    const sealed = async (text: string) =>
      toBase64Url(
        await sealSharedRecord({ fileId: row.id, version: 1, fileKey, plain: utf8(text), random: systemRandom }),
      )
    const good = await shared()
    await prove({ ...good, shared_record: await sealed('{"name":"a","type":"","size":1234}') })
    for (const text of ['{', '{}', '{"name":"a","type":"","size":-1}']) {
      await expect(prove({ ...good, shared_record: await sealed(text) })).rejects.toMatchObject(damaged)
    }
  })

  test('but a fault of its own is thrown', async () => {
    const vault = await bobs()
    const broken = { ...vault, seenVersions: null as unknown as OpenVault['seenVersions'] }
    await expect(prove(await shared(), { vault: broken })).rejects.toMatchObject({ name: 'TypeError' })
    const keyless = { ...vault, kem: null as unknown as OpenVault['kem'] }
    await expect(prove(await shared(), { vault: keyless })).rejects.toMatchObject({ name: 'TypeError' })
  })
})

test('leaving a share ends what others gave, for oneself alone', async () => {
  const server = new HostileServer({ 'file_access?': null })
  await leaveShare(server, await bobs(), file.row.id)
  const path = `file_access?file_id=eq.${file.row.id}&user_id=eq.${bob.userId}&granted_by=not.is.null`
  expect(server.asked).toMatchObject([{ path, method: 'DELETE' }])
})
