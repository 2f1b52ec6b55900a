import { afterAll, beforeAll, expect, test } from 'vitest'
import { toHex } from '#crypto/encoding.ts'
import { personKey, readListedKeys, readStatedMap } from '#ledger/events/key-entry.ts'
import { decodePath } from '#ledger/prefix-tree/path-encoding.ts'
import { growPrefixTree, valueAt } from '#ledger/prefix-tree/prefix-tree.ts'
import { leafHash } from '#ledger/tree/hash.ts'
import { forgedBundle } from '../malicious-server/forged-bundle.ts'
import { personWithVault, type VaultPerson } from '../support/people/vault-person.ts'
import { growKeyLog } from '../support/grow-ledger.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'
import { anchorEntries } from './witness-stage.ts'

let server: TestServer
let ada: VaultPerson
beforeAll(async () => {
  server = await startServer()
  ada = await personWithVault(server)
})
afterAll(() => server.stop())

async function grow(): Promise<void> {
  await server.ledger.anchorAll()
  await growKeyLog(server.ledger)
}
const entries = () => anchorEntries(server)
const ask = (body: unknown, token?: string) =>
  server.fetch('/audit/v1/keys', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })

test('each addition to the anchor log ends with the map that follows from all entries before', async () => {
  await grow()
  await personWithVault(server)
  await grow()
  const all = await entries()
  const map = new Map<string, { key: Uint8Array<ArrayBuffer>; value: Uint8Array<ArrayBuffer> }>()
  let stated = 0
  for (const entry of all) {
    const listed = readListedKeys(entry)
    if (listed) map.set(toHex(listed.person), { key: listed.person, value: leafHash(entry) })
    const said = readStatedMap(entry)
    if (!said) continue
    stated++
    const sorted = [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
    expect(said).toEqual({ root: growPrefixTree(sorted).root, subjects: sorted.length })
  }
  expect(stated).toBeGreaterThanOrEqual(2)
  expect(map.size).toBe(2)
  expect(readStatedMap(all.at(-1) ?? Buffer.alloc(0))).toBeDefined()
})

test('keys that did not change are not listed again, and a log that starts over lists everybody', async () => {
  await grow()
  const before = (await entries()).filter(readListedKeys).length
  await server.database.owner('insert into ledger.unlisted_keys select user_id from public.user_key_bundles')
  await grow()
  expect((await entries()).filter(readListedKeys)).toHaveLength(before)

  await server.database.owner(
    `update ledger.logs set ended_at = now(), origin = origin || '/ended' where kind = 'anchor'`,
  )
  await grow()
  expect((await entries()).filter(readListedKeys)).toHaveLength(before)
})

test('people are notified, in the app and by a mail that is always sent, of keys that are not their first', async () => {
  const bob = await personWithVault(server)
  const notices = async () =>
    (await bob.api.rest('notifications?select=kind,details&kind=eq.keys_listed')) as { details: unknown }[]
  await bob.api.rest('notification_settings', {
    method: 'POST',
    body: { user_id: bob.userId, kind: 'keys_listed', in_app: true, by_email: false },
  })
  await grow()
  expect(await notices(), 'the first keys').toEqual([])

  const { statement, signature } = await forgedBundle(bob.userId)
  await server.database.owner('update public.user_key_bundles set statement = $2, signature = $3 where user_id = $1', [
    bob.userId,
    statement,
    signature,
  ])
  await grow()
  await grow()
  expect(await notices()).toEqual([{ kind: 'keys_listed', details: { number: 2 } }])
  const mail = await server.mailbox.next(bob.email)
  expect(mail.subject).toBe('New keys in your name')
  expect(mail.text).toMatch(/On \d{4}-\d\d-\d\d \d\d:\d\d UTC/)
  expect(mail.text).toContain('ask the operator in person or by phone')

  // A log that begins again lists everybody for the first time.
  await server.database.owner(
    `update ledger.logs set ended_at = now(), origin = origin || '/over' where kind = 'anchor' and ended_at is null`,
  )
  await grow()
  expect(await notices()).toHaveLength(1)
})

test('keys that did not sign themselves are not listed, and hold up nobody', async () => {
  const bob = await personWithVault(server)
  await server.database.owner(`update public.user_key_bundles set signature = 'AAAA' where user_id = $1`, [
    bob.vault.userId,
  ])
  const eve = await personWithVault(server)
  await grow()
  const people = (await entries()).flatMap((entry) => readListedKeys(entry)?.person ?? []).map(toHex)
  expect(people).not.toContain(toHex(personKey(bob.vault.userId)))
  expect(people).toContain(toHex(personKey(eve.vault.userId)))
})

test('a tree that was signed before is still answered for, after others were listed', async () => {
  await grow()
  const [person, before] = [personKey(ada.vault.userId), await entries()]
  await personWithVault(server)
  await grow()
  await server.ledger.anchorAll()
  const now = await entries()
  expect(now.length).toBeGreaterThan(before.length)
  // The newest first: it is what the server keeps.
  for (const all of [now, before, now]) {
    const { people } = (await (await ask({ size: all.length, people: [toHex(person)] }, ada.accessToken)).json()) as {
      people: { path: string; entries: string[] }[]
    }
    const path = decodePath(person, Buffer.from(people[0]?.path ?? '', 'base64url'))
    const stated = readStatedMap(all.at(-1) ?? Buffer.alloc(0))
    const entry = Buffer.from(people[0]?.entries[0] ?? '', 'base64url')
    expect(valueAt(person, path, stated?.root ?? new Uint8Array())).toEqual({ value: leafHash(entry) })
  }
})

test('paths are for people with an account, of a tree that is there, and for so many at once', async () => {
  await grow()
  const person = toHex(personKey(ada.vault.userId))
  const size = (await entries()).length
  expect((await ask({ size, people: [person] })).status).toBe(401)
  expect((await ask({ size, people: [person] }, ada.accessToken)).status).toBe(200)
  expect((await ask({ size: size + 1, people: [person] }, ada.accessToken)).status).toBe(404)
  for (const body of [{}, { size: 0, people: [person] }, { size, people: [] }, { size, people: ['x'] }]) {
    expect((await ask(body, ada.accessToken)).status).toBe(400)
  }
  expect((await ask({ size, people: Array.from({ length: 101 }, () => person) }, ada.accessToken)).status).toBe(400)
})
