/**
 * A server that lies about people and grants. Of the attacks of docs/threat-model.md: a swapped public key, an unsigned or
 * foreign grant, a replayed grant, a grant that never ends, swapped names, a replayed old manifest, a downgraded suite.
 */
import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signBundle, toBase64Url } from '#crypto/index.ts'
import { proveFile, renameFile } from '#vault/files/file-records.ts'
import { revokeGrants, shareFile } from '#vault/sharing/grants.ts'
import { findPerson, safetyNumberWith } from '#vault/sharing/people.ts'
import { listSharedWithMe, proveShared } from '#vault/sharing/shared-files.ts'
import { replaceFile, storeFile } from '../../support/stored-file.ts'
import type { VaultPerson } from '../../support/people/vault-person.ts'
import { stageAttacked } from '../attacked.ts'
import { forgedBundle } from '../forged-bundle.ts'
import { shown } from '../../support/shown.ts'

type Row = Record<string, unknown>

const attacked = stageAttacked()
let ada: VaultPerson
let bob: VaultPerson
let mallory: VaultPerson
let fileId: string
beforeAll(async () => {
  ;[ada, bob, mallory] = await Promise.all([attacked.person(), attacked.person(), attacked.person()])
})
beforeEach(async () => {
  fileId = await storeFile(ada, 'plan.pdf', randomBytes(1000))
})

describe('the keys of a person', () => {
  test('cannot be those of somebody else', async () => {
    const foreign = await colleagueRow(mallory.email)
    const { statement, signature } = foreign
    attacked.proxy.tamperJson<Row[]>('rpc/find_colleagues', (rows) =>
      rows.map((row) => ({ ...row, statement, signature })),
    )

    await expect(findPerson(ada.api, ada.vault, bob.email)).rejects.toMatchObject({
      name: 'VaultError',
      code: 'key_changed',
    })
    expect(attacked.proxy.changed()).toBe(1)
  })

  test('made by the server for an address that was seen before are reported, and nothing is wrapped for them', async () => {
    await shareWithBob()
    const forged = await forgedBundle(bob.userId)
    attacked.proxy.tamperJson<Row[]>('rpc/find_colleagues', (rows) => rows.map((row) => ({ ...row, ...forged })))

    const peer = await findPerson(ada.api, ada.vault, bob.email)
    expect(peer.trust).toBe('changed')
    const second = await storeFile(ada, 'second.pdf', randomBytes(10))
    await expect(
      shareFile(ada.api, ada.vault, { file: await shown(ada, second), peers: [peer], days: null, now: new Date() }),
    ).rejects.toMatchObject({
      name: 'VaultError',
      code: 'key_changed',
    })
    attacked.proxy.honest()
    expect(await ada.api.rest(`file_access?file_id=eq.${second}&granted_by=not.is.null`)).toEqual([])
  })

  test('made by the server at first contact show in the safety number', async () => {
    const fresh = await attacked.person()
    const forged = await forgedBundle(bob.userId)
    attacked.proxy.tamperJson<Row[]>('rpc/find_colleagues', (rows) => rows.map((row) => ({ ...row, ...forged })))
    const seen = await findPerson(fresh.api, fresh.vault, bob.email)
    attacked.proxy.honest()
    const real = await findPerson(bob.api, bob.vault, fresh.email)

    expect(await safetyNumberWith(fresh.vault, seen)).not.toBe(await safetyNumberWith(bob.vault, real))
  })

  test('of another account are not taken for an address that led elsewhere before', async () => {
    await shareWithBob()
    const foreign = await colleagueRow(mallory.email)
    attacked.proxy.tamperJson<Row[]>('rpc/find_colleagues', () => [{ ...foreign, email: bob.email }])

    expect((await findPerson(ada.api, ada.vault, bob.email)).trust).toBe('moved')
  })

  test('stay those of an account whose address the server changes; an address that somebody gave to under it leads to nobody else', async () => {
    await shareWithBob()
    const next = `new-${bob.email}`
    const foreign = await colleagueRow(mallory.email)
    const [own] = (await ada.api.rest('rpc/find_colleagues', {
      method: 'POST',
      body: { emails: [bob.email] },
    })) as Row[]
    attacked.proxy.tamperJson<Row[]>('rpc/find_colleagues', () => [{ ...own, email: next }])
    const renamed = await findPerson(ada.api, ada.vault, next)
    expect(renamed.trust, 'what is known of the account is known by its number').toBe('chosen')
    const second = await storeFile(ada, 'second.pdf', randomBytes(10))
    await shareFile(ada.api, ada.vault, {
      file: await shown(ada, second),
      peers: [renamed],
      days: null,
      now: new Date(),
    })

    for (const email of [bob.email, next]) {
      attacked.proxy.tamperJson<Row[]>('rpc/find_colleagues', () => [{ ...foreign, email }])
      expect((await findPerson(ada.api, ada.vault, email)).trust).toBe('moved')
    }
  })

  test('of the owner that changed close what they shared, and the list says so', async () => {
    await shareWithBob()
    await proveShared(bob.api, bob.vault, fileId, new Date())
    tamperShared(await forgedBundle(ada.userId))

    expect(await listed()).toMatchObject({ name: null, trust: 'changed', problem: 'key_changed' })
    await expectRefusal('key_changed')
  })
})

describe('a grant', () => {
  test('that nobody signed is left out of the list and opens nothing', async () => {
    await shareWithBob()
    for (const grant_signature of ['', toBase64Url(randomBytes(3373))]) {
      tamperShared({ grant_signature })
      expect(await listed()).toBeUndefined()
      await expectRefusal('share_refused')
    }
  })

  test('that somebody else signed plants no file', async () => {
    const planted = await storeFile(mallory, 'invoice.pdf', randomBytes(10))
    const peer = await findPerson(mallory.api, mallory.vault, bob.email)
    await shareFile(mallory.api, mallory.vault, {
      file: await shown(mallory, planted),
      peers: [peer],
      days: null,
      now: new Date(),
    })
    await shareWithBob()
    const { wrapped_key, grant_text, grant_signature } = await sharedRow(planted)
    tamperShared({ wrapped_key, grant_text, grant_signature })

    expect(await listed()).toBeUndefined()
    await expectRefusal('share_refused')
  })

  test('for another file or another person is refused', async () => {
    await shareWithBob()
    const second = await storeFile(ada, 'second.pdf', randomBytes(10))
    await shareWithBob({ file: second })
    const { wrapped_key, grant_text, grant_signature } = await sharedRow(second)
    tamperShared({ wrapped_key, grant_text, grant_signature })
    await expectRefusal('share_refused')

    attacked.proxy.honest()
    await shareWith(mallory, fileId)
    const [hers] = (await ada.api.rest(
      `file_access?file_id=eq.${fileId}&user_id=eq.${mallory.userId}&select=wrapped_key,grant_text,grant_signature`,
    )) as Row[]
    tamperShared(hers ?? {})
    await expectRefusal('share_refused')
  })

  test('to somebody who published the key of another person is none for that person', async () => {
    await shareWithBob()
    // Eve says that Bob's key is hers, before the log lists any of her; what Ada wraps for her opens with Bob's.
    const eve = await attacked.person()
    const { bundle } = await findPerson(ada.api, ada.vault, eve.email)
    const keys = { ...bundle.keys, xWing: bob.vault.bundle.keys.xWing }
    const { text, signature } = await signBundle({ ...bundle, keys }, eve.vault.signer)
    await attacked.server.database.owner(
      'update public.user_key_bundles set statement = $2, signature = $3 where user_id = $1',
      [eve.userId, text, toBase64Url(signature)],
    )
    const peer = await findPerson(ada.api, ada.vault, eve.email)
    await shareFile(ada.api, ada.vault, { file: await shown(ada, fileId), peers: [peer], days: null, now: new Date() })
    const [grant] = (await ada.api.rest(
      `file_access?file_id=eq.${fileId}&user_id=eq.${eve.userId}&select=wrapped_key,grant_text,grant_signature`,
    )) as Row[]
    tamperShared(grant ?? {})
    await expectRefusal('share_refused')
  })

  test('that was revoked opens nothing that was stored after it, if the server serves it on', async () => {
    await shareWithBob()
    const before = await sharedRow(fileId)
    await revokeGrants(ada.api, ada.vault, fileId)
    await replaceFile(ada, fileId, Buffer.from('stored after the end'))
    const [now] = (await ada.api.rest(`file_records?id=eq.${fileId}&select=*`)) as Row[]
    const { manifest, manifest_signature, content_id, storage_path, file_size, version, segment_hashes } = now ?? {}
    const stored = { manifest, manifest_signature, content_id, storage_path, file_size, version, segment_hashes }
    attacked.proxy.tamperJson<Row[]>('rpc/files_shared_with_me', () => [{ ...before, ...stored }])
    await expectRefusal('file_damaged')
  })

  test('that its owner never signed does not make new content keep the key', async () => {
    await shareWithBob()
    const [grant] = (await ada.api.rest(
      `file_access?select=grant_text,grant_signature&file_id=eq.${fileId}&granted_by=eq.${ada.userId}`,
    )) as Row[]
    const keyOf = async () => (await proveFile(ada.api, ada.vault, fileId)).fileKey
    await replaceFile(ada, fileId, Buffer.from('while it is shared'))
    const before = await keyOf()
    await revokeGrants(ada.api, ada.vault, fileId)
    const forged = { ...grant, grant_text: String(grant?.['grant_text']).replace('"viewer"', '"editor"') }
    attacked.proxy.tamperJson<Row[]>('file_access?select=grant_text', () => [forged, { ...forged, grant_text: null }])
    await replaceFile(ada, fileId, Buffer.from('after the end'))
    expect(attacked.proxy.changed()).toBe(1)
    expect(await keyOf()).not.toEqual(before)
  })

  test('that was replaced by a later one is refused for good, on every device', async () => {
    await shareWithBob()
    const before = await sharedRow(fileId)
    await shareWithBob({ now: new Date(Date.now() + 5000), days: 1 })
    await proveShared(bob.api, bob.vault, fileId, new Date())
    tamperShared(before)

    await expectRefusal('share_refused')
    const elsewhere = await bob.reopen()
    await expect(proveShared(elsewhere.api, elsewhere.vault, fileId, new Date())).rejects.toMatchObject({
      code: 'share_refused',
    })
  })

  test('ends when its owner said, whatever the server says', async () => {
    await shareWithBob({ days: 1 })
    tamperShared({ expires_at: null })
    const later = new Date(Date.now() + 2 * 86_400_000)

    await expect(proveShared(bob.api, bob.vault, fileId, later)).rejects.toMatchObject({ code: 'share_ended' })
    expect((await listSharedWithMe(bob.api, bob.vault, later)).map(({ id }) => id)).not.toContain(fileId)
  })

  test('with a key wrapped in another suite is refused', async () => {
    await shareWithBob()
    const wrapped = Buffer.from(String((await sharedRow(fileId))['wrapped_key']), 'base64url')
    for (const kem of [0x0040, 0x0041, 0x0042, 0x0020]) {
      wrapped.writeUInt16BE(kem, 1)
      tamperShared({ wrapped_key: wrapped.toString('base64url') })
      await expectRefusal('share_refused')
    }
  })
})

describe('the record of a shared file', () => {
  test('cannot take the name of another one', async () => {
    await shareWithBob()
    const second = await storeFile(ada, 'second.pdf', randomBytes(1000))
    await shareWithBob({ file: second })
    const { shared_record } = await sharedRow(second)
    tamperShared({ shared_record })

    expect(await listed()).toMatchObject({ name: null, problem: 'file_damaged' })
    await expectRefusal('file_damaged')
  })

  test('cannot go back to a version that was seen to be replaced', async () => {
    await shareWithBob()
    const { manifest, manifest_signature, shared_record, version } = await sharedRow(fileId)
    await renameFile(ada.api, ada.vault, await shown(ada, fileId), 'plan, signed.pdf')
    await proveShared(bob.api, bob.vault, fileId, new Date())
    tamperShared({ manifest, manifest_signature, shared_record, version })

    await expectRefusal('file_damaged')
  })

  test.each([
    ['another content', { content_id: '00000000-0000-4000-8000-000000000000' }],
    ['another size', { file_size: 1 }],
    ['no manifest', { manifest: null, manifest_signature: null }],
  ])('with %s is refused', async (_, change) => {
    await shareWithBob()
    tamperShared(change)
    await expectRefusal('file_damaged')
  })
})

async function shareWith(peer: VaultPerson, file: string, { now = new Date(), days = null as number | null } = {}) {
  const found = await findPerson(ada.api, ada.vault, peer.email)
  await shareFile(ada.api, ada.vault, { file: await shown(ada, file), peers: [found], days, now })
}

const shareWithBob = ({ file = fileId, ...when }: { file?: string; now?: Date; days?: number } = {}) =>
  shareWith(bob, file, when)

async function colleagueRow(email: string): Promise<Row> {
  const [row] = (await ada.api.rest('rpc/find_colleagues', { method: 'POST', body: { emails: [email] } })) as Row[]
  return row ?? {}
}

async function sharedRow(file: string): Promise<Row> {
  const [row] = (await bob.api.rest('rpc/files_shared_with_me', { method: 'POST', body: { file } })) as Row[]
  return row ?? {}
}

/** Changes what Bob is told of the shared file. */
function tamperShared(change: Row): void {
  attacked.proxy.tamperJson<Row[]>('rpc/files_shared_with_me', (rows) =>
    rows.map((row) => (row['file_id'] === fileId ? { ...row, ...change } : row)),
  )
}

const listed = async () => (await listSharedWithMe(bob.api, bob.vault, new Date())).find(({ id }) => id === fileId)

async function expectRefusal(code: string): Promise<void> {
  await expect(proveShared(bob.api, bob.vault, fileId, new Date())).rejects.toMatchObject({ name: 'VaultError', code })
  expect(attacked.proxy.changed()).toBeGreaterThan(0)
}
