/** A server that gives somebody else's keys out for a person's, to all or to one, and what the log of keys makes of it. */
import { beforeEach, describe, expect, test } from 'vitest'
import { fromHex } from '#crypto/encoding.ts'
import { personKey, writeListedKeys, writeStatedMap } from '#ledger/events/key-entry.ts'
import { encodePath } from '#ledger/prefix-tree/path-encoding.ts'
import { growPrefixTree } from '#ledger/prefix-tree/prefix-tree.ts'
import { leafHash } from '#ledger/tree/hash.ts'
import { checkKeys, type CheckedKeys, type KeysToCheck } from '#vault/ledger/listings/listed-keys.ts'
import { newLogMemory } from '#vault/ledger/log-memory.ts'
import { growKeyLog } from '../../support/grow-ledger.ts'
import type { VaultPerson } from '../../support/people/vault-person.ts'
import { stageAttacked } from '../attacked.ts'
import { forgedBundle } from '../forged-bundle.ts'

const attacked = stageAttacked()
let [ada, bob]: VaultPerson[] = []
beforeEach(async () => {
  ;[ada, bob] = [await attacked.person(), await attacked.person()]
  await grow()
})

const grow = () => growKeyLog(attacked.server.ledger)
const some = (person: VaultPerson | undefined): VaultPerson => {
  if (!person) throw new Error('there is nobody')
  return person
}
const ownKeys = (person = some(bob)): KeysToCheck => ({
  userId: person.vault.userId,
  fingerprint: fromHex(person.vault.keyFingerprint),
})
const look = (keys = ownKeys(), device = newLogMemory(), by = some(ada)): Promise<CheckedKeys> =>
  checkKeys(by.api, { memory: device, nowMs: Date.now() }, keys)
const exchange = (userId: string, { statement, signature }: { statement: string; signature: string }) =>
  attacked.server.database.owner(
    'update public.user_key_bundles set statement = $2, signature = $3 where user_id = $1',
    [userId, statement, signature],
  )

/** What the server answers when it is asked for the keys of people. */
function answerKeys(answer: unknown): void {
  attacked.proxy.tamper(({ path }) =>
    path.endsWith('/audit/v1/keys') ? { status: 200, body: Buffer.from(JSON.stringify(answer)) } : null,
  )
}

describe('the keys of a person, as the anchor log lists them', () => {
  test('are those that an honest server gives out, for everybody, and stay so when others come', async () => {
    const device = newLogMemory()
    for (const person of [some(ada), some(bob)]) {
      expect(await look(ownKeys(person), device)).toMatchObject({ log: { head: {} }, listing: 'listed' })
    }
    await attacked.person()
    await grow()
    expect((await look(ownKeys(), device)).listing).toBe('listed')
  })

  test('that the server exchanged for all are found by their owner, on every device and in every session', async () => {
    const bobs = some(bob)
    const forged = await forgedBundle(bobs.vault.userId)
    await exchange(bobs.vault.userId, forged)
    await grow()
    const device = newLogMemory()
    for (const by of [bobs, bobs, some(ada)]) {
      expect((await look(ownKeys(), device, by)).listing, 'a second key for a person').toBe('other_keys')
    }
    expect((await look(ownKeys(), newLogMemory(), bobs)).listing).toBe('other_keys')
    // To others the new ones are not like any: there were others before.
    expect((await look({ ...ownKeys(), fingerprint: forged.print })).listing).toBe('replaced')
  })

  test('stay found after the server put the right ones back', async () => {
    const bobs = some(bob)
    const { rows } = await attacked.server.database.owner<{ statement: string; signature: string }>(
      'select statement, signature from public.user_key_bundles where user_id = $1',
      [bobs.vault.userId],
    )
    await exchange(bobs.vault.userId, await forgedBundle(bobs.vault.userId))
    await grow()
    if (rows[0]) await exchange(bobs.vault.userId, rows[0])
    await grow()
    expect((await look(ownKeys(), newLogMemory(), bobs)).listing).toBe('replaced')
  })

  test('that the server keeps out of the log are missed by their owner and by colleagues an hour later', async () => {
    const eve = await attacked.person()
    const keys = { ...ownKeys(eve), madeAt: eve.vault.bundle.time }
    const lookIn = async (ms: number) =>
      (await checkKeys(some(ada).api, { memory: newLogMemory(), nowMs: Date.now() + ms }, keys)).listing
    expect(await lookIn(60_000)).toBe('not_listed')
    expect(await lookIn(2 * 3_600_000)).toBe('withheld')
    await grow()
    expect(await lookIn(2 * 3_600_000)).toBe('listed')
  })

  test('that the server gives to one victim are not those in the log, in any session and on another device', async () => {
    const forged = await forgedBundle(some(bob).vault.userId)
    const victim = { ...ownKeys(), fingerprint: forged.print }
    // Whatever the server shows the victim alone: entries and a path of a map of its own.
    const person = personKey(some(bob).vault.userId)
    const entry = writeListedKeys({ person, number: 1, fingerprint: new Uint8Array(forged.print), previous: null })
    const tree = growPrefixTree([{ key: person, value: leafHash(entry) }])
    const pathOf = (place: Parameters<typeof encodePath>[1]) =>
      Buffer.from(encodePath(person, place)).toString('base64url')
    const entries = [Buffer.from(entry).toString('base64url')]
    const answers = [
      { people: [{ path: pathOf(tree.pathOf(person)), entries }] },
      { people: [{ path: pathOf(undefined), entries }] },
      {},
      { people: [] },
      { people: [{ path: '', entries }] },
      { people: [{ path: '*', entries: [] }] },
    ]
    const device = newLogMemory()
    for (const memory of [device, device, newLogMemory()]) {
      attacked.proxy.honest()
      expect((await look(victim, memory)).listing, 'a key per victim').toBe('other_keys')
      for (const answer of answers) {
        answerKeys(answer)
        expect((await look(victim, memory)).listing, JSON.stringify(answer)).toBe('unproved')
        expect(attacked.proxy.changed()).toBe(1)
      }
    }
    // What the device was shown taught it nothing.
    attacked.proxy.honest()
    expect((await look(ownKeys(), device)).listing).toBe('listed')
  })

  test('that no log lists are not passed off as listed, and neither is an entry that states another map', async () => {
    const forged = await forgedBundle('3b3f8a44-7a34-4c55-9a0e-1c2a5a0a4c01')
    const stranger = { userId: '3b3f8a44-7a34-4c55-9a0e-1c2a5a0a4c01', fingerprint: forged.print }
    expect((await look(stranger)).listing).toBe('not_listed')
    // The last entries of the log, exchanged on the way to the victim.
    const other = Buffer.from(writeStatedMap({ root: new Uint8Array(32), subjects: 1 }))
    attacked.proxy.tamper(({ path }) => {
      if (!path.includes('/logs/anchor/tile/entries/')) return null
      const width = Number(/\.p\/(\d+)$/.exec(path)?.[1] ?? 256)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(other.length)
      return { status: 200, body: Buffer.concat(Array.from({ length: width }, () => [length, other]).flat()) }
    })
    expect((await look()).listing).toBe('unproved')
    expect(attacked.proxy.changed()).toBeGreaterThan(0)
  })
})
