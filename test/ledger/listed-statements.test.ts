/** Rosters of team spaces and policies of recovery, as the anchor log lists them. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toHex } from '#crypto/encoding.ts'
import { readStatedMap } from '#ledger/events/key-entry.ts'
import { type Listed, readListed } from '#ledger/events/listed-entry.ts'
import { type StatementPlace, statementKey } from '#ledger/events/statement-entry.ts'
import { decodePath } from '#ledger/prefix-tree/path-encoding.ts'
import { growPrefixTree, valueAt } from '#ledger/prefix-tree/prefix-tree.ts'
import { leafHash } from '#ledger/tree/hash.ts'
import { decideRecovery } from '#vault/recovery/recovery-policy.ts'
import { changeTeamSpace, createTeamSpace, deleteTeamSpace, listTeamSpaces } from '#vault/spaces/team-spaces.ts'
import { personWithVault, type VaultPerson } from '../support/people/vault-person.ts'
import { growKeyLog } from '../support/grow-ledger.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'
import { anchorEntries } from './witness-stage.ts'

let server: TestServer
/** Owns the organisation. */
let ada: VaultPerson
let bob: VaultPerson
beforeAll(async () => {
  server = await startServer()
  ada = await personWithVault(server)
  bob = await personWithVault(server)
})
afterAll(() => server.stop())

async function grow(): Promise<void> {
  await server.ledger.anchorAll()
  await growKeyLog(server.ledger)
}
const entries = () => anchorEntries(server)
const listed = async () => (await entries()).flatMap((entry) => readListed(entry) ?? [])
const statements = async () => (await listed()).filter(({ kind }) => kind === 'statement')
async function listedAt(place: StatementPlace): Promise<Listed[]> {
  const key = toHex(statementKey(place))
  return (await listed()).filter(({ subject }) => toHex(subject) === key)
}
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const makeSpace = () =>
  createTeamSpace(ada.api, ada.vault, { name: 'Board', members: [{ userId: bob.userId, role: 'editor' }] })
async function rename(id: string, name: string): Promise<void> {
  const space = (await listTeamSpaces(ada.api, ada.vault)).find((one) => one.id === id)
  await changeTeamSpace(ada.api, ada.vault, { id, name, seen: { rosterHash: space?.rosterHash ?? '', removing: [] } })
}
const decide = () =>
  decideRecovery(ada.api, ada.vault, { holders: [ada.userId, bob.userId], threshold: 2, now: new Date() })
/** A log under a new name, as after an older backup was put back. Ada continues on a device that knew none before. */
async function beginAgain(name: string): Promise<void> {
  await server.database.owner(
    `update ledger.logs set ended_at = now(), origin = origin || $1 where kind = 'anchor' and ended_at is null`,
    [name],
  )
  ada = await ada.reopen()
}

test('each roster and each policy is an entry with its hash, and the map that is stated holds them', async () => {
  const id = await makeSpace()
  await grow()
  await rename(id, 'Council')
  await decide()
  await grow()

  const { rows } = await server.database.owner<{
    version: number
    text: string
    kind: 'roster' | 'policy'
    owner: string
  }>(
    `select epoch as version, roster as text, 'roster' as kind, space_id as owner from team_space_epochs where space_id = $1
     union all select revision, statement, 'policy', tenant_id from recovery_policies`,
    [id],
  )
  expect(rows).toHaveLength(3)
  const all = await entries()
  const last = readStatedMap(all.at(-1) ?? Buffer.alloc(0))
  const map = new Map(
    all.flatMap((entry) => {
      const one = readListed(entry)
      return one ? [[toHex(one.subject), { key: one.subject, value: leafHash(entry) }] as const] : []
    }),
  )
  const sorted = [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
  expect(last).toEqual({ root: growPrefixTree(sorted).root, subjects: sorted.length })
  for (const { version, text, kind, owner } of rows) {
    const [one, ...others] = await listedAt({ kind, ownerId: owner, version })
    expect([one?.kind, one?.number, toHex(one?.hash ?? new Uint8Array()), others]).toEqual([
      'statement',
      1,
      sha256(text),
      [],
    ])
    const size = all.length
    const person = statementKey({ kind, ownerId: owner, version })
    const answer = await server.fetch('/audit/v1/keys', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ada.accessToken}` },
      body: JSON.stringify({ size, people: [toHex(person)] }),
    })
    const { people } = (await answer.json()) as { people: { path: string; entries: string[] }[] }
    const path = decodePath(person, Buffer.from(people[0]?.path ?? '', 'base64url'))
    const entry = Buffer.from(people[0]?.entries[0] ?? '', 'base64url')
    expect(valueAt(person, path, last?.root ?? new Uint8Array())).toEqual({ value: leafHash(entry) })
  }
})

test('what was there before the update is listed when the log grows next, and so by a log that begins again', async () => {
  const triggers = (what: 'disable' | 'enable') =>
    server.database.owner(
      `alter table team_space_epochs ${what} trigger team_space_epochs_list;
       alter table recovery_policies ${what} trigger recovery_policies_list`,
    )
  await triggers('disable')
  const id = await makeSpace()
  await decide()
  await triggers('enable')
  await grow()
  expect(await listedAt({ kind: 'roster', ownerId: id, version: 1 })).toEqual([])

  // What the migration says of the tables that it finds.
  const migration = fs.readFileSync(
    new URL('../../server/db/migrations/0406_listed_statements.sql', import.meta.url),
    'utf8',
  )
  const [asks = ''] = /^insert into ledger.unlisted_statements[^;]*/m.exec(migration) ?? []
  await server.database.owner(`${asks} on conflict do nothing`)
  await grow()
  expect(await listedAt({ kind: 'roster', ownerId: id, version: 1 })).toMatchObject([{ number: 1, previous: null }])
  const { rows } = await server.database.owner('select from team_space_epochs union all select from recovery_policies')
  expect(await statements()).toHaveLength(rows.length)

  await beginAgain('/one')
  await grow()
  expect(await statements(), 'all again').toHaveLength(rows.length)
  await grow()
  expect(await statements(), 'each once').toHaveLength(rows.length)
})

test('a roster that the operator exchanges stands beside the first, and cannot be taken back', async () => {
  const id = await makeSpace()
  await grow()
  const { rows } = await server.database.owner<{ roster: string }>(
    'select roster from team_space_epochs where space_id = $1',
    [id],
  )
  const roster = rows[0]?.roster ?? ''
  const put = (text: string) =>
    server.database.owner('update team_space_epochs set roster = $2 where space_id = $1', [id, text])
  await put(roster.replace('"role":"editor"', '"role":"viewer"'))
  await grow()
  await put(roster)
  await grow()
  const all = await listedAt({ kind: 'roster', ownerId: id, version: 1 })
  expect(all.map(({ number }) => number)).toEqual([1, 2, 3])
  expect(toHex(all[2]?.hash ?? new Uint8Array())).toBe(sha256(roster))
  const { rows: notices } = await server.database.owner(`select from notifications where kind = 'keys_listed'`)
  expect(notices, 'nobody is notified of other keys').toEqual([])
})

test('what is no roster, or of another place, is not listed and holds up nothing; nor is a space that is gone', async () => {
  const [odd, moved, gone] = [await makeSpace(), await makeSpace(), await makeSpace()]
  await server.database.owner(`update team_space_epochs set roster = '{}' where space_id = $1`, [odd])
  await server.database.owner(
    `update team_space_epochs set roster = (select roster from team_space_epochs where space_id = $2) where space_id = $1`,
    [moved, gone],
  )
  await deleteTeamSpace(ada.api, ada.vault, gone)
  const id = await makeSpace()
  await grow()
  for (const ownerId of [odd, moved, gone]) expect(await listedAt({ kind: 'roster', ownerId, version: 1 })).toEqual([])
  expect(await listedAt({ kind: 'roster', ownerId: id, version: 1 })).toHaveLength(1)
  const { rows } = await server.database.owner('select from ledger.unlisted_statements')
  expect(rows).toEqual([])
})

test('entries name no space, organisation or person, and those of one space do not stand in its order', async () => {
  // A session that knew the log of before refuses another one.
  ada = await ada.reopen()
  const id = await makeSpace()
  for (let n = 2; n <= 12; n++) await rename(id, `Name ${n}`)
  await beginAgain('/two')
  await grow()
  const text = Buffer.concat(await entries()).toString()
  const { rows } = await server.database.owner<{ id: string }>(
    'select id from spaces union all select id from tenants union all select id from auth.users',
  )
  for (const { id: name } of rows) expect(text).not.toContain(name)
  const keys = Array.from({ length: 12 }, (_, i) =>
    toHex(statementKey({ kind: 'roster', ownerId: id, version: i + 1 })),
  )
  const places = (await statements()).map(({ subject }) => keys.indexOf(toHex(subject))).filter((at) => at >= 0)
  expect(places).toHaveLength(12)
  expect(places).not.toEqual(places.toSorted((a, b) => a - b))
})
