import { beforeAll, describe, expect, test } from 'vitest'
import { type Keyring, fromBase64Url, randomUuid, systemRandom } from '#crypto/index.ts'
import { type Person, compared, newPerson, pinned, vaultOf } from '../testing/person.ts'
import {
  type MadeRevision,
  TENANT,
  beginTenant,
  emptyRevision,
  makeRevision,
  policyPerson,
} from '../testing/recovery-policy.ts'
import { parsePolicyPin, policyRefused, readRevisions } from './recovery-revisions.ts'

const refused = { name: 'VaultError', code: 'policy_refused' }
const changed = { name: 'VaultError', code: 'key_changed' }

let ada: Person
let bob: Person
let eve: Person
let dan: Person
/** By Ada for Bob, by Bob for Bob and Eve, by Ada for Eve. */
let rows: MadeRevision[]
beforeAll(async () => {
  beginTenant()
  ;[ada, bob, eve, dan] = await Promise.all([newPerson(), newPerson(), newPerson(), newPerson()])
  const first = await makeRevision({ author: ada, holders: [bob] })
  const second = await makeRevision({ author: bob, holders: [bob, eve], before: first })
  rows = [first, second, await makeRevision({ author: ada, holders: [eve], before: second })]
})

const everybody = () => [ada, bob, eve].map((person) => policyPerson(person))
const seen = ({ revision, hash }: MadeRevision): Partial<Keyring> => ({ pins: { policy: `${revision}:${hash}` } })
async function read(
  of: readonly MadeRevision[],
  {
    remembered = {},
    people = everybody(),
    me = dan,
  }: { remembered?: Partial<Keyring>; people?: ReturnType<typeof everybody>; me?: Person } = {},
) {
  return readRevisions(await vaultOf(me, remembered), { tenantId: TENANT, rows: of, people })
}
const headOf = async (...args: Parameters<typeof read>) => (await read(...args)).head?.policy.revision

describe('a chain', () => {
  test('gives its newest revision and its last row', async () => {
    const { head, last, seen: known, superseded } = await read(rows)
    expect(head).toMatchObject({ hash: rows[2]!.hash, policy: { revision: 3, authorId: ada.userId, threshold: 1 } })
    expect(last).toEqual({ revision: 3, hash: rows[2]!.hash })
    expect(known).toBeNull()
    expect(superseded).toBeNull()
    const nothing = { head: null, last: null, seen: null, superseded: null, versions: [] }
    expect(await read([])).toEqual(nothing)
  })

  test('says of each row what a public log has to list, and which one it need not', async () => {
    const rubbish = await emptyRevision(4)
    const { versions } = await read([...rows, rubbish])
    const hashes = [...rows, rubbish].map(({ hash }) => fromBase64Url(hash))
    expect(versions).toEqual(hashes.map((hash, i) => ({ hash, isPassedOver: i === 3 })))
    // Of a chain without its beginning, nothing that a log could list.
    expect((await read([rubbish])).versions[0]).toEqual({ hash: new Uint8Array() })
  })

  test('gives the revision that was seen as well', async () => {
    for (const [at, row] of rows.entries()) {
      const read_ = await read(rows, { remembered: seen(row) })
      expect(read_.seen).toMatchObject({ hash: row.hash, policy: { revision: at + 1 } })
      expect(read_.head).toMatchObject({ hash: rows[2]!.hash })
    }
  })

  test('passes over a row that is no policy of this organisation at its place', async () => {
    const [first] = rows as [MadeRevision]
    const at = { author: ada, holders: [eve], before: first }
    for (const row of [
      await emptyRevision(2),
      await makeRevision({ ...at, claims: { tenantId: randomUuid(systemRandom) } }),
      await makeRevision({ ...at, claims: { previous: systemRandom(32) } }),
      { ...(await makeRevision({ ...at, claims: { revision: 3 } })), revision: 2 },
    ]) {
      const { head, last, superseded } = await read([first, row])
      expect(head?.policy.revision).toBe(1)
      expect(last).toEqual({ revision: 2, hash: row.hash })
      expect(superseded).toBeNull()
    }
    // It ends recovery for nobody: the next one follows it.
    const rubbish = await emptyRevision(2)
    const after = await makeRevision({ author: ada, holders: [eve], before: rubbish })
    expect(await headOf([first, rubbish, after])).toBe(3)
  })

  test('is not what it was before a policy at its place that does not verify, until the next one counts', async () => {
    const [first, second, third] = rows as [MadeRevision, MadeRevision, MadeRevision]
    const at = { author: ada, holders: [eve], before: first }
    for (const row of [
      { ...second, signature: first.signature },
      { ...second, signature: 'not base64url!' },
      await makeRevision({ ...at, author: dan, claims: { authorId: ada.userId } }),
      await makeRevision({ ...at, author: ada, claims: { authorId: bob.userId } }),
    ]) {
      expect(await read([first, row])).toMatchObject({ superseded: 'unverified', last: { hash: row.hash } })
      // Rubbish behind it changes nothing.
      const further = await read([first, row, await emptyRevision(3)])
      expect(further.superseded).toBe('unverified')
      const next = await makeRevision({ author: ada, holders: [eve], before: row })
      expect(await read([first, row, next])).toMatchObject({ head: { policy: { revision: 3 } }, superseded: null })
    }
    // The keys of its author exchanged, or spoilt.
    const forged = await newPerson(bob.userId)
    for (const shown of [policyPerson(forged), policyPerson(bob, { signature: 'AAAA' })]) {
      const people = [policyPerson(ada), shown, policyPerson(eve)]
      expect(await read([first, second], { people })).toMatchObject({ superseded: 'unverified' })
      expect(await read([first, second, third], { people })).toMatchObject({ superseded: null })
    }
  })

  test('does not begin in the middle, nor leave a number out', async () => {
    const [first, second, third] = rows as [MadeRevision, MadeRevision, MadeRevision]
    expect(await headOf([second])).toBeUndefined()
    expect(await headOf([first, third])).toBe(1)
    const gap = await makeRevision({ author: ada, holders: [eve], before: first, claims: { revision: 3 } })
    expect(await headOf([first, gap])).toBe(1)
    expect(await headOf([first, { ...second, revision: 3 }])).toBe(1)
    await expect(read([await emptyRevision(0), first])).rejects.toMatchObject(refused)
    const again = await makeRevision({ author: ada, holders: [eve] })
    await expect(read([first, again])).rejects.toMatchObject(refused)
  })

  test('does not count a revision that gives somebody other keys than the one before', async () => {
    const [first, second] = rows as [MadeRevision, MadeRevision]
    const forged = await newPerson(bob.userId)
    const named = await makeRevision({ author: ada, holders: [forged, eve], before: first })
    expect(await read([first, named])).toMatchObject({ head: { policy: { revision: 1 } }, superseded: 'unverified' })
    // As the author as well.
    const people = [policyPerson(ada), policyPerson(forged), policyPerson(eve)]
    const signed = await makeRevision({ author: forged, holders: [eve], before: first })
    expect(await headOf([first, signed], { people })).toBe(1)
    // What did not count says nothing about keys.
    const honest = await makeRevision({ author: ada, holders: [bob, eve], before: named })
    expect(await headOf([first, named, honest])).toBe(3)
    // Nor does an older one that was replaced: Bob is in the first, not in the third.
    const third = await makeRevision({ author: ada, holders: [eve], before: second })
    const later = await makeRevision({ author: ada, holders: [forged, eve], before: third })
    expect(await headOf([first, second, third, later])).toBe(4)
  })

  test('takes one of two answers for the keys of somebody, the same everywhere', async () => {
    const forged = await newPerson(ada.userId)
    const planted = await makeRevision({ author: forged, holders: [eve], before: rows[0]! })
    const people = [policyPerson(ada), policyPerson(forged), policyPerson(eve)]
    expect(await headOf([rows[0]!, planted], { people })).toBe(1)
    expect(await headOf([rows[0]!, planted], { people: people.toReversed() })).toBe(2)
  })
})

describe('the author', () => {
  test('is checked by the own keys, whatever the server shows', async () => {
    const forged = await newPerson(dan.userId)
    const [first] = rows as [MadeRevision]
    const people = [...everybody(), policyPerson(forged)]
    const own = await makeRevision({ author: dan, holders: [eve], before: first })
    expect(await headOf([first, own], { people })).toBe(2)
    expect(await headOf([first, own])).toBe(2)
    const planted = await makeRevision({ author: forged, holders: [eve], before: first })
    const { head, superseded } = await read([first, planted], { people })
    expect(head?.policy.revision).toBe(1)
    expect(superseded).toBe('unverified')
    expect((await read([first, planted])).superseded).toBe('unverified')
  })

  test('whose keys are not the known ones ends it', async () => {
    const known = await newPerson(ada.userId)
    await expect(read(rows, { remembered: { pins: pinned(known, 'seen') } })).rejects.toMatchObject(changed)
    await expect(read(rows, { remembered: { peers: [compared(known)] } })).rejects.toMatchObject(changed)
    expect(await headOf(rows, { remembered: { pins: pinned(ada, 'seen'), peers: [compared(bob)] } })).toBe(3)
    // The address of a row led to nobody: what it was before does not matter.
    expect(await headOf(rows, { remembered: { pins: { [`mail/${ada.email}`]: bob.userId } } })).toBe(3)
  })

  test('whose bundle is not signed by its own keys, or somebody else’s, signs nothing', async () => {
    for (const wrong of [{ signature: bob.published.signature }, eve.published, { signature: 'AAAA' }]) {
      const people = [policyPerson(ada, wrong), policyPerson(bob), policyPerson(eve)]
      const { head, superseded } = await read(rows.slice(0, 1), { people })
      expect(head).toBeNull()
      expect(superseded).toBe('unverified')
    }
  })

  test('whose account is gone leaves a revision that cannot be checked, until somebody decides again', async () => {
    const people = [policyPerson(ada), policyPerson(eve)]
    const { head, superseded } = await read(rows.slice(0, 2), { people })
    expect(head?.policy.revision).toBe(1)
    expect(superseded).toBe('author_gone')
    expect(await read(rows, { people })).toMatchObject({ head: { policy: { revision: 3 } }, superseded: null })
    // It was checked when it was seen.
    const known = await read(rows.slice(0, 2), { people, remembered: seen(rows[1]!) })
    expect(known).toMatchObject({ head: { policy: { revision: 2 } }, superseded: null })
  })
})

describe('what was seen', () => {
  test('does not go back, nor away', async () => {
    for (const at of [1, 2]) {
      const remembered = seen(rows[at]!)
      await expect(read(rows.slice(0, at), { remembered })).rejects.toMatchObject(refused)
      await expect(read([], { remembered })).rejects.toMatchObject(refused)
    }
  })

  test('is not followed by what it replaced, shown again', async () => {
    const [first, second, third] = rows as [MadeRevision, MadeRevision, MadeRevision]
    const remembered = seen(third)
    for (const again of [[first, second], [first], [second], [third], [{ ...first, revision: 0 }]]) {
      await expect(read([...rows, ...again], { remembered })).rejects.toMatchObject(refused)
      await expect(read([...rows, ...again])).rejects.toMatchObject(refused)
    }
    const rubbish = await emptyRevision(4)
    await expect(read([...rows, rubbish, first, second], { remembered })).rejects.toMatchObject(refused)
  })

  test('is not another one of its number', async () => {
    const [first] = rows as [MadeRevision]
    const other = await makeRevision({ author: ada, holders: [eve], before: first })
    const further = await makeRevision({ author: ada, holders: [bob], before: other })
    const remembered = seen(rows[1]!)
    await expect(read([first, other], { remembered })).rejects.toMatchObject(refused)
    await expect(read([first, other, further], { remembered })).rejects.toMatchObject(refused)
    await expect(read([first, await emptyRevision(2)], { remembered })).rejects.toMatchObject(refused)
  })

  test('is not left out of a chain that goes further', async () => {
    const rubbish = await emptyRevision(5)
    const after = await makeRevision({ author: ada, holders: [eve], before: rubbish })
    // Without anything seen it is a chain like any other with rubbish below.
    expect(await headOf([rubbish, after])).toBe(6)
    for (const row of rows) {
      await expect(read([rubbish, after], { remembered: seen(row) })).rejects.toMatchObject(refused)
    }
    const remembered = seen(rows[1]!)
    await expect(read([rows[0]!, rubbish, after], { remembered })).rejects.toMatchObject(refused)
  })

  test('is not put at another place', async () => {
    const remembered = seen(rows[1]!)
    await expect(read([rows[1]!], { remembered })).rejects.toMatchObject(refused)
    const [first] = rows as [MadeRevision]
    const forked = await makeRevision({ author: ada, holders: [eve] })
    await expect(read([forked, rows[1]!], { remembered })).rejects.toMatchObject(refused)
    await expect(read([first, { ...rows[1]!, revision: 3 }], { remembered })).rejects.toMatchObject(refused)
  })
})

test('the mark of what was seen is a number and a hash', () => {
  expect(parsePolicyPin({ policy: '3:abc' })).toEqual({ revision: 3, hash: 'abc' })
  expect(parsePolicyPin({ policy: '3' })).toBeNull()
  expect(parsePolicyPin({})).toBeNull()
  expect(policyRefused(new Error('why'))).toMatchObject({ ...refused, cause: { message: 'why' } })
  expect(fromBase64Url(rows[0]!.hash)).toHaveLength(32)
})
