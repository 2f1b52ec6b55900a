import { beforeAll, describe, expect, test } from 'vitest'
import {
  fromBase64Url,
  keyId,
  openSharedRecord,
  parseWrap,
  randomUuid,
  systemRandom,
  unwrapKey,
  verifyGrant,
} from '#crypto/index.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { VaultError } from '../session/vault-error.ts'
import { type Asked, HostileServer } from '../testing/hostile-server.ts'
import { listingLog } from '../testing/listing-log.ts'
import { type Person, newPerson, peerOf, pinned, vaultOf } from '../testing/person.ts'
import { type StoredFile, storedFile, shownRow } from '../testing/stored-file.ts'
import { shareFile } from './grants.ts'
import type { Peer } from './people.ts'

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
    shareFile(server, own, { file: shownRow(file), peers, days, now })
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
    const sealed = fromBase64Url((renewed!.body as { shared_record: string }).shared_record)
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
      for (const { userId, fingerprint: print } of peers) listingLog.list(userId, print)
      const last = peers[100]!
      const server = await serve(own, { file_access: refusing([{ ...eve, userId: last.userId }]) })
      expect(await share(own, server, peers)).toEqual([last])
      expect(sent(server).map((rows) => rows.length)).toEqual([100, 1])
    })
  })
})
