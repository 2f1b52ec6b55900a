import { describe, expect, test } from 'vitest'
import { fingerprint } from '../identity/bundle.ts'
import type { Json } from './canonical-json.ts'
import { toBase64Url, utf8 } from '../encoding.ts'
import { generateIdentity, publicBundle } from '../identity/identity.ts'
import { newSpaceKey, type SpaceKey } from '../envelope/keys.ts'
import { randomUuid, systemRandom as random } from '../primitives/random.ts'
import {
  isNextRoster,
  isRosterOfFairSize,
  readRoster,
  ROSTER_LABEL_BYTES,
  ROSTER_MEMBERS_MAX,
  rosterCode,
  rosterHash,
  signRoster,
  spaceKeyHash,
  verifyRoster,
} from './roster.ts'
import { signStatement } from './statement.ts'
import { createSigner } from '../primitives/signature.ts'
import { openPreviousSpaceKey, sealPreviousSpaceKey } from '../envelope/space.ts'
import { expectEveryChangeFails } from '../testing/tamper.ts'

const time = '2026-01-02T03:04:05.678Z'
const failure = { code: 'verify_failed' }
const misuse = { code: 'bad_argument' }
const spaceId = randomUuid(random)
const ZERO_ID = '00000000-0000-0000-0000-000000000000'

async function person() {
  const identity = generateIdentity(random)
  const userId = randomUuid(random)
  const keys = await publicBundle(identity)
  return { userId, keys, signer: await createSigner(identity, random), print: await fingerprint({ userId, keys }) }
}
type Person = Awaited<ReturnType<typeof person>>
const [ana, ben] = await Promise.all([person(), person()])

const memberOf = ({ userId, print }: Person, role: 'manager' | 'editor' | 'viewer') => ({
  userId,
  fingerprint: print,
  role,
  wrapHash: random(32),
})
const first = {
  spaceId,
  epoch: 1,
  previous: null,
  name: random(40),
  people: random(60),
  keyHash: random(32),
  members: [memberOf(ana, 'manager'), memberOf(ben, 'editor')],
  authorId: ana.userId,
  time,
}

describe('roster', () => {
  test('reads back what was signed, its members sorted', async () => {
    const signed = await signRoster(first, ana.signer)
    const members = first.members.toSorted((a, b) => (a.userId < b.userId ? -1 : 1))
    const expected = { ...first, members, authorKeyId: ana.signer.keyId }
    expect(await verifyRoster(signed, { author: ana.keys, spaceId })).toEqual(expected)
    expect(readRoster(signed.text)).toEqual(expected)
  })

  test('another author or space is refused', async () => {
    const signed = await signRoster(first, ana.signer)
    await expect(verifyRoster(signed, { author: ben.keys, spaceId })).rejects.toMatchObject(failure)
    await expect(verifyRoster(signed, { author: ana.keys, spaceId: ana.userId })).rejects.toMatchObject(failure)
  })

  test('every changed character is refused', async () => {
    const signed = await signRoster(first, ana.signer)
    const verify = (changed: Uint8Array) =>
      verifyRoster({ ...signed, text: new TextDecoder().decode(changed) }, { author: ana.keys, spaceId })
    await expectEveryChangeFails(utf8(signed.text), verify, ['verify_failed'], 5)
  })

  test('a roster that is wrong in itself is not signed', async () => {
    const [one] = first.members
    const wrong = [
      { epoch: 0 },
      { epoch: 2 },
      { previous: random(32) },
      { members: [] },
      { members: [memberOf(ana, 'editor')] },
      { members: [one!, one!] },
      { keyHash: random(31) },
      { time: 'now' },
    ]
    for (const change of wrong)
      await expect(signRoster({ ...first, ...change }, ana.signer)).rejects.toMatchObject(misuse)
  })

  test('a signed list of members that is none is refused', async () => {
    const value = JSON.parse((await signRoster(first, ana.signer)).text) as Record<string, Json>
    const [one] = value['members'] as Json[]
    const owner = { ...(one as Record<string, Json>), role: 'owner' }
    for (const members of [null, 'ana', { length: 1, 0: one! }, [null], ['ana'], [one!, owner]]) {
      const planted = await signStatement(ana.signer, 'qs1/roster', { ...value, members: members as Json })
      await expect(verifyRoster(planted, { author: ana.keys, spaceId })).rejects.toMatchObject(failure)
    }
    for (const planted of ['roster', null]) {
      const odd = await signStatement(ana.signer, 'qs1/roster', planted)
      await expect(verifyRoster(odd, { author: ana.keys, spaceId })).rejects.toMatchObject(failure)
    }
    expect(() => readRoster('{}')).toThrow(expect.objectContaining(failure))
  })

  test('has at most so many members, in their order', async () => {
    const many = Array.from({ length: ROSTER_MEMBERS_MAX - 1 }, () => ({
      ...memberOf(ben, 'viewer'),
      userId: randomUuid(random),
    }))
    const members = [memberOf(ana, 'manager'), ...many]
    const ids = readRoster((await signRoster({ ...first, members }, ana.signer)).text).members.map((one) => one.userId)
    expect(ids).toEqual(members.map(({ userId }) => userId).toSorted())
    const more = [...members, memberOf(ben, 'viewer')]
    await expect(signRoster({ ...first, members: more }, ana.signer)).rejects.toMatchObject(misuse)
  })

  test('is signed only when it is no longer than its members need, and read all the same', async () => {
    const sizeOf = (name: number, people: number) => ({ name: random(name), people: random(people) })
    const most = ROSTER_LABEL_BYTES * first.members.length + 64
    await expect(signRoster({ ...first, ...sizeOf(1024, most) }, ana.signer)).resolves.toBeDefined()
    for (const [name, people] of [
      [1025, 60],
      [40, most + 1],
    ] as const) {
      await expect(signRoster({ ...first, ...sizeOf(name, people) }, ana.signer)).rejects.toMatchObject(misuse)
    }
    // Rosters of before had no limit.
    const value = JSON.parse((await signRoster(first, ana.signer)).text) as Record<string, Json>
    const long = await signStatement(ana.signer, 'qs1/roster', { ...value, people: toBase64Url(random(most + 1)) })
    const roster = await verifyRoster(long, { author: ana.keys, spaceId })
    expect(isRosterOfFairSize(roster)).toBe(false)
    expect(isRosterOfFairSize({ ...roster, people: null })).toBe(true)
  })

  test('the next one names the one before and is signed by a manager of it', async () => {
    const signed = await signRoster(first, ana.signer)
    const before = { roster: readRoster(signed.text), signed }
    const next = { ...before.roster, epoch: 2, previous: await rosterHash(signed) }
    expect(await isNextRoster(before, next, ana.print)).toBe(true)

    expect(await isNextRoster(before, next, ben.print)).toBe(false)
    // An editor does not decide who belongs to a space.
    expect(await isNextRoster(before, { ...next, authorId: ben.userId }, ben.print)).toBe(false)
    // Who is named as its author has to be the one whose keys signed it.
    expect(await isNextRoster(before, { ...next, authorId: ben.userId }, ana.print)).toBe(false)
    expect(await isNextRoster(before, { ...next, authorId: randomUuid(random) }, ana.print)).toBe(false)
    for (const change of [{ epoch: 3 }, { previous: random(32) }, { previous: null }, { spaceId: ana.userId }]) {
      expect(await isNextRoster(before, { ...next, ...change }, ana.print)).toBe(false)
    }
  })

  test('the next one names its members by the keys that they had', async () => {
    const signed = await signRoster(first, ana.signer)
    const before = { roster: readRoster(signed.text), signed }
    const next = { ...before.roster, epoch: 2, previous: await rosterHash(signed) }
    const other = await person()
    const exchanged = next.members.map((one) =>
      one.userId === ben.userId ? { ...one, fingerprint: other.print } : one,
    )
    expect(await isNextRoster(before, { ...next, members: exchanged }, ana.print)).toBe(false)
    const added = [...next.members, memberOf(other, 'viewer')]
    expect(await isNextRoster(before, { ...next, members: added }, ana.print)).toBe(true)
  })

  test('without labels, as an earlier release signed it, it is read too', async () => {
    const value = JSON.parse((await signRoster(first, ana.signer)).text) as Record<string, Json>
    const { people: _, ...rest } = value
    const signed = await signStatement(ana.signer, 'qs1/roster', { ...rest, v: 1 })
    expect(await verifyRoster(signed, { author: ana.keys, spaceId })).toMatchObject({ epoch: 1, people: null })
    for (const wrong of [
      { ...rest, v: 2 },
      { ...value, v: 1 },
    ]) {
      const odd = await signStatement(ana.signer, 'qs1/roster', wrong)
      await expect(verifyRoster(odd, { author: ana.keys, spaceId })).rejects.toMatchObject(failure)
    }
  })

  test('has a code of thirty digits that another roster does not have', async () => {
    const hash = random(32)
    expect(rosterCode(hash)).toMatch(/^\d{5}( \d{5}){5}$/)
    expect(rosterCode(hash)).toBe(rosterCode(hash))
    expect(rosterCode(random(32))).not.toBe(rosterCode(hash))
    // Members compare codes across releases.
    expect(rosterCode(new Uint8Array(32))).toBe('31886 75505 29026 53939 21563 26685')
  })
})

describe('keys of a team space', () => {
  test('the key of an epoch opens the one before, in its place only', async () => {
    const [spaceKey, previous] = [newSpaceKey(random), newSpaceKey(random)]
    const sealed = await sealPreviousSpaceKey({ spaceKey, previous, spaceId, epoch: 2, random })
    const right = { spaceKey, sealed, spaceId, epoch: 2 }
    expect(await openPreviousSpaceKey(right)).toEqual(previous)
    for (const change of [{ epoch: 3 }, { spaceId: ana.userId }, { spaceKey: previous }]) {
      await expect(openPreviousSpaceKey({ ...right, ...change })).rejects.toMatchObject({ code: 'unwrap_failed' })
    }
    const open = (changed: Uint8Array) => openPreviousSpaceKey({ ...right, sealed: changed })
    await expectEveryChangeFails(sealed, open, ['unwrap_failed'])
  })

  test('the hash of a key says which space and epoch it is of', async () => {
    const key = newSpaceKey(random)
    const hashes = await Promise.all([
      spaceKeyHash(key, { spaceId, epoch: 1 }),
      spaceKeyHash(key, { spaceId, epoch: 2 }),
      spaceKeyHash(key, { spaceId: ana.userId, epoch: 1 }),
      spaceKeyHash(newSpaceKey(random), { spaceId, epoch: 1 }),
    ])
    expect(new Set(hashes.map(String)).size).toBe(4)
    expect(toBase64Url(await spaceKeyHash(new Uint8Array(32) as SpaceKey, { spaceId: ZERO_ID, epoch: 1 }))).toBe(
      'ZhCmid1iGdc6-v4FtMhD-QBZxjpDbf9Zp9mWvW-8wVU',
    )
    await expect(async () => spaceKeyHash(new Uint8Array(31) as SpaceKey, { spaceId, epoch: 1 })).rejects.toMatchObject(
      misuse,
    )
  })
})
