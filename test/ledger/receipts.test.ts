/** What the server promises the people who cause events, and that it keeps it. */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FILES_BUCKET } from '#contract/limits.ts'
import {
  CERTAIN_TABLES,
  certainEvent,
  NONCE_HEADER,
  RECEIPT_EVENTS,
  RECEIPT_HEADER,
  RECEIPT_LENGTH,
} from '#contract/audit/receipts.ts'
import { readEntry } from '#ledger/events/entry.ts'
import { verifyReceipt } from '#ledger/events/receipt.ts'
import { parseVerifierKey } from '#ledger/notes/verifier-key.ts'
import { leafHash } from '#ledger/tree/hash.ts'
import { Ledger } from '#server/ledger/ledger.ts'
import { lockCurrentLog } from '#server/ledger/ledger.sql.ts'
import { createFolder } from '#vault/folders/folders.ts'
import { type Answered, VaultApi } from '#vault/session/api.ts'
import { createTag } from '#vault/folders/tags.ts'
import { type VaultPerson, personWithVault } from '../support/people/vault-person.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

let server: TestServer
let ada: VaultPerson
beforeAll(async () => {
  server = await startServer()
  ada = await personWithVault(server)
  await server.ledger.placeAll()
})
afterAll(() => server.stop())

async function ask(path: string, init: { method?: string; body?: unknown; token?: string; nonce?: string } = {}) {
  const { method = 'POST', body, token = ada.accessToken, nonce } = init
  return server.fetch(path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(nonce === undefined ? {} : { [NONCE_HEADER]: nonce }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

const apiOf = (onAnswer: (answer: Answered) => void): VaultApi =>
  new VaultApi({
    baseUrl: server.url,
    publishableKey: server.secrets.publishableKeys[0],
    accessToken: async () => ada.accessToken,
    onAnswer,
  })

async function publicKey(): Promise<Uint8Array> {
  const { rows } = await server.database.owner<{ origin: string }>(
    `select origin from ledger.logs where kind = 'organisation'`,
  )
  const [text = ''] = await server.ledger.keysOf(rows[0]?.origin ?? '')
  return parseVerifierKey(text).publicKey
}

async function receiptOf(response: Response) {
  const text = response.headers.get(RECEIPT_HEADER)
  return text === null ? undefined : verifyReceipt(text, await publicKey())
}

async function entriesOf(ids: readonly string[]) {
  const { rows } = await server.database.owner<{ event_id: string; entry: Buffer; origin: string }>(
    'select f.event_id, f.entry, g.origin from ledger.leaves f join ledger.logs g on g.id = f.log_id where event_id = any($1)',
    [ids],
  )
  return rows
}

const profile = (name: string) =>
  ask(`/rest/v1/profiles?user_id=eq.${ada.userId}`, { method: 'PATCH', body: { first_name: name } })

describe('an answer', () => {
  test('promises the event that it caused: the leaf that it becomes, in the log that it names', async () => {
    const nonce = randomBytes(16).toString('base64url')
    const answer = await ask(`/rest/v1/profiles?user_id=eq.${ada.userId}`, {
      method: 'PATCH',
      body: { first_name: 'Ada' },
      nonce,
    })
    const receipt = await receiptOf(answer)
    expect(receipt).toMatchObject({ nonce, events: [{ id: expect.any(String) }] })
    const ids = receipt?.events.map(({ id }) => id) ?? []
    expect(await entriesOf(ids), 'it has no place yet').toEqual([])

    await server.ledger.placeAll()
    const [placed] = await entriesOf(ids)
    expect(readEntry(placed?.entry ?? Buffer.of()).type).toBe('profiles.update')
    expect(receipt?.events[0]?.leaf).toEqual(leafHash(placed?.entry ?? Buffer.of()))
    expect(receipt?.log).toBe(placed?.origin)
  })

  test('does not wait for the sequencer, which may wait for the keys that it makes', async () => {
    const bea = await personWithVault(server)
    await server.ledger.placeAll()
    // As on the first event of a day.
    await server.database.owner('delete from ledger.event_keys where subject_id = $1', [bea.userId])
    const { rows } = await server.database.owner<{ tenant_id: string }>(
      `select tenant_id from ledger.logs where kind = 'organisation' and ended_at is null`,
    )
    const answer = await server.database.asOwner(async (db) => {
      for (const { tenant_id } of rows) await lockCurrentLog(db, 'organisation', tenant_id)
      const target = `/rest/v1/profiles?user_id=eq.${bea.userId}`
      return ask(target, { method: 'PATCH', body: { first_name: 'Bea' }, token: bea.accessToken })
    })
    expect(answer.headers.get(RECEIPT_HEADER)).not.toBeNull()
  })

  test('that changed nothing, or was refused, has none', async () => {
    await profile('Ada')
    expect((await profile('Ada')).headers.get(RECEIPT_HEADER), 'the same again').toBeNull()
    expect((await ask('/rest/v1/profiles?select=user_id', { method: 'GET' })).headers.get(RECEIPT_HEADER)).toBeNull()
    expect((await ask('/rest/v1/profiles', { body: { user_id: 'no id' } })).headers.get(RECEIPT_HEADER)).toBeNull()
  })

  test('to a nonce of another form is bound to no request', async () => {
    const answer = await ask(`/rest/v1/profiles?user_id=eq.${ada.userId}`, {
      method: 'PATCH',
      body: { first_name: 'Countess' },
      nonce: 'x'.repeat(200),
    })
    expect(await receiptOf(answer)).toMatchObject({ nonce: null })
  })

  test('of auth/v1 promises as well', async () => {
    const logout = await ask('/auth/v1/logout?scope=others', {})
    expect(logout.status).toBe(204)
    const receipt = await receiptOf(logout)
    expect(receipt?.events.length).toBeGreaterThan(0)
  })

  test('of storage/v1 promises as well', async () => {
    const answer = await server.fetch(`/storage/v1/object/${FILES_BUCKET}/${ada.userId}/${crypto.randomUUID()}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.accessToken}`, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(100),
    })
    expect(answer.ok, await answer.clone().text()).toBe(true)
    expect(await receiptOf(answer)).toMatchObject({ events: [{ id: expect.any(String) }] })
  })

  test('names so many events at most, in a header that proxies take', async () => {
    for (let i = 0; i < RECEIPT_EVENTS + 4; i++) {
      await createTag(ada.api, ada.vault, { name: `t${i}`, color: '#6366f1' })
    }
    const answer = await ask(`/rest/v1/tags?space_id=eq.${ada.vault.personalSpace.id}`, { method: 'DELETE' })
    expect((await receiptOf(answer))?.events).toHaveLength(RECEIPT_EVENTS)
    expect(answer.headers.get(RECEIPT_HEADER)?.length).toBeLessThan(RECEIPT_LENGTH)
  })

  test('promises what its own call wrote, and not what calls beside it did', async () => {
    const heard: Answered[] = []
    const api = apiOf((answer) => void heard.push(answer))
    await Promise.all(
      Array.from({ length: 24 }, (_, i) => createFolder(api, ada.vault, { parentId: null, name: `beside ${i}` })),
    )
    const key = await publicKey()
    const promised = await Promise.all(heard.map(({ receipt }) => verifyReceipt(receipt ?? '', key)))
    expect(promised.map(({ events }) => events.length)).toEqual(promised.map(() => 1))
    expect(promised.map(({ nonce }) => nonce)).toEqual(heard.map(({ nonce }) => nonce))
    const ids = promised.flatMap(({ events }) => events.map(({ id }) => id))
    expect(new Set(ids).size).toBe(24)
    await server.ledger.placeAll()
    const { rows } = await server.database.owner<{ event_type: string }>(
      'select distinct event_type from system_audit_log where id = any($1)',
      [ids],
    )
    expect(rows).toEqual([{ event_type: 'folders.insert' }])
  })

  test('promises nothing that others did, and nobody without an account', async () => {
    const bob = await personWithVault(server)
    const [own, others] = await Promise.all([
      profile('One'),
      ask(`/rest/v1/profiles?user_id=eq.${bob.userId}`, {
        method: 'PATCH',
        body: { first_name: 'Two' },
        token: bob.accessToken,
      }),
    ])
    await server.ledger.placeAll()
    for (const [answer, person] of [
      [own, ada],
      [others, bob],
    ] as const) {
      const ids = (await receiptOf(answer))?.events.map(({ id }) => id) ?? []
      const { rows } = await server.database.owner<{ user_id: string }>(
        'select distinct user_id from system_audit_log where id = any($1)',
        [ids],
      )
      expect(rows).toEqual([{ user_id: person.userId }])
    }
    const failed = await server.fetch('/auth/v1/token?grant_type=password', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: ada.email, password: 'qs1.wrong' }),
    })
    expect(failed.status).toBe(400)
    expect(failed.headers.get(RECEIPT_HEADER)).toBeNull()
  })
})

test('a person whose first event it is gets the key that their entries are made with', async () => {
  const bob = await personWithVault(server)
  await server.database.owner('delete from ledger.event_keys where subject_id = $1', [bob.userId])
  const answer = await ask(`/rest/v1/profiles?user_id=eq.${bob.userId}`, {
    method: 'PATCH',
    body: { first_name: 'B' },
    token: bob.accessToken,
  })
  const receipt = await receiptOf(answer)
  await server.ledger.placeAll()
  const [placed] = await entriesOf(receipt?.events.map(({ id }) => id) ?? [])
  expect(receipt?.events[0]?.leaf).toEqual(leafHash(placed?.entry ?? Buffer.of()))
})

test('nothing is promised while the database holds less than was signed', async () => {
  const file = path.join(server.config.dataDir, 'ledger-heads.json')
  await server.ledger.signAll(0)
  const lost = { 'example/audit/t/lost': { size: 5, root: Buffer.alloc(32).toString('base64') } }
  await fs.writeFile(file, JSON.stringify(lost))
  const { receipts } = new Ledger({ ...server, clock: server.clock })
  const { rows } = await server.database.owner<{ id: string }>(
    'select id from system_audit_log where user_id = $1 limit 1',
    [ada.userId],
  )
  const written = { caller: ada.userId, ids: rows.map(({ id }) => id) }
  expect(await receipts.promise(written, null)).toEqual([])
  await fs.rm(file)
  expect(await new Ledger({ ...server, clock: server.clock }).receipts.promise(written, null)).toHaveLength(1)
})

test('every call of which the contract says that it writes an event for certain does', async () => {
  const heard: Answered[] = []
  const api = apiOf((answer) => heard.push(answer))
  const folder = await createFolder(api, ada.vault, { parentId: null, name: 'folder' })
  await createTag(api, ada.vault, { name: 'tag', color: '#6366f1' })
  expect(folder).toBeDefined()
  const certain = heard.filter(({ method, path: asked }) => certainEvent(method, asked) !== undefined)
  expect(certain).toHaveLength(2)
  await server.ledger.placeAll()
  for (const { method, path: asked, receipt, nonce } of certain) {
    const read = await verifyReceipt(receipt ?? '', await publicKey())
    expect(read.nonce).toBe(nonce)
    const types = (await entriesOf(read.events.map(({ id }) => id))).map(({ entry }) => readEntry(entry).type)
    expect(types).toContain(certainEvent(method, asked))
  }
})

test('every table that the contract names leaves an event of each row, in the name of who adds it', async () => {
  const { rows } = await server.database.owner<{ name: string }>(
    `select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and t.tgfoid = 'audit.record_change'::regproc
       and t.tgtype & 4 = 4 and t.tgqual is null`,
  )
  const audited = rows.map(({ name }) => name)
  expect(audited).toEqual(expect.arrayContaining(CERTAIN_TABLES))
})
