import { beforeAll, describe, expect, test } from 'vitest'
import {
  fromBase64Url,
  fromHex,
  keyId,
  newFileKey,
  openSharedRecord,
  parseWrap,
  randomUuid,
  signGrant,
  systemRandom,
  toBase64Url,
  unwrapKey,
  verifyGrant,
  wrapKey,
} from '#crypto/index.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { VaultError } from '../session/vault-error.ts'
import { type Asked, HostileServer } from '../testing/hostile-server.ts'
import { type Person, newPerson, pinned, vaultOf } from '../testing/person.ts'
import { type StoredFile, storedFile } from '../testing/stored-file.ts'
import { hasLiveGrant, listGrants, revokeGrant, revokeGrants, shareFile } from './grants.ts'
import type { Peer } from './people.ts'
import type { Trust } from './trust.ts'

const DAY_MS = 86_400_000
const now = new Date('2026-03-04T05:06:07.089Z')
const nowEpoch = Math.floor(now.getTime() / 1000)

let ada: Person
let bob: Person
let eve: Person
let vault: OpenVault
let file: StoredFile
beforeAll(async () => {
  ;[ada, bob, eve] = await Promise.all([newPerson(), newPerson(), newPerson()])
  vault = await vaultOf(ada)
  file = await storedFile(vault)
})

const peerOf = ({ userId, email, bundle, print }: Person, trust: Trust = 'new'): Peer => ({
  userId,
  email,
  name: '',
  bundle,
  fingerprint: print,
  trust,
})

type GrantRow = {
  user_id: string
  wrapped_key: string
  grant_text: string
  grant_signature: string
  expires_at: string | null
}

describe('sharing a file', () => {
  const serve = (own: OpenVault, answers: Record<string, unknown> = {}) =>
    new HostileServer({
      'reachable_files?': [file.row],
      'file_records?': [{ id: file.row.id }],
      file_access: null,
      ...answers,
    }).keep(own)
  const share = async (own: OpenVault, server: HostileServer, peers: readonly Peer[], days: number | null = null) =>
    shareFile(server, own, { fileId: file.row.id, peers, days, now })
  const sent = (server: HostileServer) => server.to('file_access').map(({ body }) => body as GrantRow[])
  const fresh = (pins = {}) => ({ ...vault, seenVersions: new Map(), keyring: { ...vault.keyring, pins } })

  test('gives each person a grant that only they open, and that holds for them', async () => {
    const own = fresh()
    const server = await serve(own)
    expect(await share(own, server, [peerOf(bob), peerOf(eve)])).toEqual([])
    const [rows] = sent(server)
    expect(rows).toHaveLength(2)
    for (const [at, person] of [bob, eve].entries()) {
      const row = rows![at]!
      expect(row).toMatchObject({
        user_id: person.userId,
        file_id: file.row.id,
        granted_by: ada.userId,
        role: 'viewer',
        expires_at: null,
      })
      const wrapped = fromBase64Url(row.wrapped_key)
      const recipient = (await vaultOf(person)).kem
      const grant = await verifyGrant({
        signed: { text: row.grant_text, signature: fromBase64Url(row.grant_signature) },
        wrapped,
        author: ada.bundle.keys,
        expected: {
          objectId: file.row.id,
          recipientKeyId: await keyId(recipient.publicKey),
          recipient: person.print,
          author: ada.print,
        },
      })
      expect(grant).toMatchObject({ role: 'viewer', expires: null, time: now.toISOString(), epoch: nowEpoch })
      const wanted = { purpose: 'file-to-user', objectId: file.row.id, epoch: nowEpoch } as const
      expect(await unwrapKey({ wrapped, recipient, ...wanted })).toEqual(file.fileKey)
    }
    expect(server.to('file_access')[0]).toMatchObject({
      method: 'POST',
      prefer: 'return=minimal,resolution=merge-duplicates',
    })
  })

  test('renews what people with a grant may know of the version that was proved', async () => {
    const own = fresh()
    const server = await serve(own)
    await share(own, server, [peerOf(bob)])
    const [renewed] = server.to('file_records?')
    expect(renewed).toMatchObject({ method: 'PATCH', prefer: 'return=representation' })
    expect(renewed?.path).toBe(`file_records?id=eq.${file.row.id}&version=eq.1&select=id`)
    const sealed = fromBase64Url((renewed?.body as { shared_record: string }).shared_record)
    const plain = await openSharedRecord({ fileId: file.row.id, version: 1, fileKey: file.fileKey, sealed })
    expect(JSON.parse(new TextDecoder().decode(plain))).toEqual(file.metadata)
  })

  test('gives nothing away of a file that was changed meanwhile, or is not what was signed', async () => {
    for (const renewed of [[], null]) {
      const own = fresh()
      const server = await serve(own, { 'file_records?': renewed })
      await expect(share(own, server, [peerOf(bob)])).rejects.toMatchObject({ code: 'not_found' })
      expect(sent(server)).toEqual([])
    }
    const own = fresh()
    const server = await serve(own, { 'reachable_files?': [{ ...file.row, file_size: 1 }] })
    await expect(share(own, server, [peerOf(bob)])).rejects.toMatchObject({ code: 'file_damaged' })
    expect(sent(server)).toEqual([])
  })

  test('ends after as many days as were chosen', async () => {
    const own = fresh()
    const server = await serve(own)
    await share(own, server, [peerOf(bob)], 7)
    const expires = new Date(now.getTime() + 7 * DAY_MS).toISOString()
    const [row] = sent(server)[0]!
    expect(row?.expires_at).toBe(expires)
    expect(JSON.parse(row!.grant_text)).toMatchObject({ expires })
  })

  test('remembers whom it was given to, before anything is sent', async () => {
    const own = fresh()
    const server = await serve(own)
    await share(own, server, [peerOf(bob)])
    expect((await server.kept(own)).pins).toMatchObject({ ...pinned(bob, 'chosen'), granted: String(nowEpoch) })
    for (const trust of ['changed', 'moved'] as const) {
      const refusing = await serve(fresh())
      const peers = [peerOf(eve), peerOf(bob, trust)]
      await expect(share(fresh(), refusing, peers)).rejects.toMatchObject({ code: 'key_changed' })
      expect(refusing.asked).toEqual([])
    }
  })

  test('again counts on from the last grant, though a clock ran ahead', async () => {
    for (const [last, next] of [
      [nowEpoch + 5000, nowEpoch + 5001],
      [nowEpoch, nowEpoch + 1],
      [nowEpoch - 1, nowEpoch],
      [nowEpoch - 5000, nowEpoch],
    ]) {
      const own = fresh({ granted: String(last), note: 'x' })
      const server = await serve(own)
      await share(own, server, [peerOf(bob)])
      expect(parseWrap(fromBase64Url(sent(server)[0]![0]!.wrapped_key)).epoch).toBe(next)
      expect((await server.kept(own)).pins).toMatchObject({ granted: String(next), note: 'x' })
    }
  })

  describe('with people whom the server refuses', () => {
    const refusing =
      (refused: readonly Person[], error: Error = new VaultError('not_allowed', '')) =>
      ({ body }: Asked) => {
        const rows = [body].flat() as GrantRow[]
        if (rows.some(({ user_id }) => refused.some(({ userId }) => userId === user_id))) throw error
        return null
      }

    test('goes to the others, and says who did not get it', async () => {
      const own = fresh()
      const server = await serve(own, { file_access: refusing([bob]) })
      expect(await share(own, server, [peerOf(bob), peerOf(eve)])).toMatchObject([{ userId: bob.userId }])
      expect(sent(server)).toHaveLength(3)
      expect(sent(server).at(-1)).toMatchObject({ user_id: eve.userId })
    })

    test('fails when nobody got it', async () => {
      for (const peers of [[peerOf(bob)], [peerOf(bob), peerOf(eve)]]) {
        const own = fresh()
        const server = await serve(own, { file_access: refusing([bob, eve]) })
        await expect(share(own, server, peers)).rejects.toMatchObject({ code: 'not_allowed' })
        // One alone is not sent twice.
        expect(sent(server)).toHaveLength(peers.length === 1 ? 1 : 3)
      }
    })

    test('fails when the line does', async () => {
      const offline = new VaultError('offline', '')
      for (const error of [offline, new TypeError('no')]) {
        const own = fresh()
        const server = await serve(own, { file_access: refusing([bob], error) })
        await expect(share(own, server, [peerOf(bob), peerOf(eve)])).rejects.toBe(error)
        expect(sent(server)).toHaveLength(1)
      }
      const own = fresh()
      const later = ({ body }: Asked) => {
        throw Array.isArray(body) ? new VaultError('not_allowed', '') : offline
      }
      await expect(share(own, await serve(own, { file_access: later }), [peerOf(bob), peerOf(eve)])).rejects.toBe(
        offline,
      )
    })

    test('says of many requests who was refused in each', async () => {
      const own = fresh()
      const peers = Array.from({ length: 101 }, () => ({ ...peerOf(eve, 'invited'), userId: randomUuid(systemRandom) }))
      const last = peers[100]!
      const server = await serve(own, { file_access: refusing([{ ...eve, userId: last.userId }]) })
      expect(await share(own, server, peers)).toEqual([last])
      expect(sent(server).map((rows) => rows.length)).toEqual([100, 1])
    })
  })
})

describe('whether somebody can still open a file', () => {
  const grantRow = async (by: Person, change: { fileId?: string; expires?: string | null } = {}) => {
    const { fileId = file.row.id, expires = null } = change
    const wrapped = await wrapKey({
      key: newFileKey(systemRandom),
      recipientPublicKey: bob.bundle.keys.xWing,
      purpose: 'file-to-user',
      objectId: fileId,
      epoch: 1,
      random: systemRandom,
    })
    const { text, signature } = await signGrant({
      wrapped,
      recipient: bob.print,
      author: fromHex(vault.keyFingerprint),
      role: 'viewer',
      expires,
      time: now.toISOString(),
      signer: by.signer,
    })
    return { grant_text: text, grant_signature: toBase64Url(signature) }
  }
  const live = (rows: readonly unknown[]) =>
    hasLiveGrant(new HostileServer({ 'file_access?': rows }), vault, { fileId: file.row.id, now })

  test('follows from one grant of one’s own that has not run out', async () => {
    const [good, over] = [await grantRow(ada), await grantRow(ada, { expires: now.toISOString() })]
    expect(await live([good])).toBe(true)
    expect(await live([over, good])).toBe(true)
    expect(await live([await grantRow(ada, { expires: new Date(now.getTime() + 1).toISOString() })])).toBe(true)
    expect(await live([over])).toBe(false)
    expect(await live([])).toBe(false)
  })

  test('does not follow from what the server or somebody else made', async () => {
    const good = await grantRow(ada)
    const other = await grantRow(ada, { fileId: randomUuid(systemRandom) })
    for (const row of [
      await grantRow(bob),
      other,
      { ...good, grant_signature: other.grant_signature },
      { ...good, grant_text: other.grant_text },
      { grant_text: null, grant_signature: good.grant_signature },
      { grant_text: good.grant_text, grant_signature: null },
      { ...good, grant_signature: 'not base64url!' },
      { ...good, grant_text: '{}' },
    ]) {
      expect(await live([row])).toBe(false)
      // Rubbish does not hide a good one behind it.
      expect(await live([row, good])).toBe(true)
    }
  })

  test('is asked of the own grants of that file alone, so many at once', async () => {
    const server = new HostileServer({ 'file_access?': [] })
    await hasLiveGrant(server, vault, { fileId: file.row.id, now })
    expect(server.asked[0]?.path).toBe(
      `file_access?select=grant_text,grant_signature&granted_by=eq.${ada.userId}&file_id=eq.${file.row.id}&order=created_at.desc&limit=500`,
    )
  })

  test('ends with an answer in another form, and with a fault of its own', async () => {
    await expect(live([{ grant_text: 1, grant_signature: 'AAAA' }])).rejects.toMatchObject({ name: 'ZodError' })
    const broken = { ...vault, bundle: null as unknown as OpenVault['bundle'] }
    const server = new HostileServer({ 'file_access?': [await grantRow(ada)] })
    await expect(hasLiveGrant(server, broken, { fileId: file.row.id, now })).rejects.toMatchObject({
      name: 'TypeError',
    })
  })
})

describe('the list of grants', () => {
  const rows = () => [
    { file_id: file.row.id, user_id: bob.userId, created_at: '2026-03-01', expires_at: '2026-04-01' },
    { file_id: file.row.id, user_id: eve.userId, created_at: '2026-02-01', expires_at: null },
  ]
  const people = () => [
    { user_id: bob.userId, email: 'bob@server.example', first_name: 'Bob', last_name: 'Ray' },
    { user_id: ada.userId, email: null, first_name: null, last_name: null },
  ]
  const serve = () => new HostileServer({ 'file_access?': rows(), 'rpc/people_i_share_with?': people() })

  test('has who, when and until when, by the address that this vault knows', async () => {
    const own = { ...vault, keyring: { ...vault.keyring, pins: { 'mail/bob@known.example': bob.userId } } }
    const [first, second] = await listGrants(serve(), own)
    expect(first).toEqual({
      fileId: file.row.id,
      userId: bob.userId,
      email: 'bob@known.example',
      name: 'Bob Ray',
      sharedAt: '2026-03-01',
      expiresAt: '2026-04-01',
    })
    expect(second).toMatchObject({ userId: eve.userId, email: '', name: '', expiresAt: null })
    expect(await listGrants(serve(), vault)).toMatchObject([{ email: 'bob@server.example' }, { email: '' }])
  })

  test('is of all files or of one', async () => {
    for (const [fileId, filter] of [
      [undefined, ''],
      [file.row.id, `&file_id=eq.${file.row.id}`],
    ]) {
      const server = serve()
      await listGrants(server, vault, fileId)
      expect(server.to('file_access?')[0]?.path).toContain(
        `select=file_id,user_id,created_at,expires_at&granted_by=eq.${ada.userId}${filter}&order=created_at.desc,file_id,user_id&`,
      )
      expect(server.to('rpc/people_i_share_with?order=user_id&')).toHaveLength(1)
    }
  })

  test('is refused in another form', async () => {
    const server = serve().say('file_access?', [{ ...rows()[0], user_id: 'x' }])
    await expect(listGrants(server, vault)).rejects.toMatchObject({ name: 'ZodError' })
    const other = serve().say('rpc/people_i_share_with?', [{ ...people()[0], email: 1 }])
    await expect(listGrants(other, vault)).rejects.toMatchObject({ name: 'ZodError' })
  })
})

describe('taking a grant back', () => {
  test('names one person, and is not done before the server says so', async () => {
    const server = new HostileServer({ 'file_access?': [{ file_id: file.row.id }] })
    await revokeGrant(server, file.row.id, bob.userId)
    expect(server.asked).toEqual([
      {
        path: `file_access?file_id=eq.${file.row.id}&user_id=eq.${bob.userId}&select=file_id`,
        method: 'DELETE',
        prefer: 'return=representation',
        body: undefined,
      },
    ])
    for (const answer of [[], null]) {
      const gone = revokeGrant(new HostileServer({ 'file_access?': answer }), file.row.id, bob.userId)
      await expect(gone).rejects.toMatchObject({ code: 'not_found' })
    }
  })

  test('or all that one gave of a file', async () => {
    const server = new HostileServer({ 'file_access?': null })
    await revokeGrants(server, vault, file.row.id)
    const path = `file_access?file_id=eq.${file.row.id}&granted_by=eq.${ada.userId}`
    expect(server.asked).toMatchObject([{ path, method: 'DELETE' }])
  })
})
