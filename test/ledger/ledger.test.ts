import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromBase64Url } from '#crypto/encoding.ts'
import { GROUPS, isOpeningOf, openingsOf, readEntry } from '#ledger/events/entry.ts'
import { manifestStatement } from '#ledger/events/build-statement.ts'
import { readListedKeys, readStatedMap } from '#ledger/events/key-entry.ts'
import { readAnchoredHead } from '#ledger/events/anchor-entry.ts'
import { type EventRow, groupsOf, publicEventOf } from '#ledger/events/event-row.ts'
import { verifyTlogProof } from '#ledger/log/tlog-proof.ts'
import { verifyCheckpoint } from '#ledger/log/verify-checkpoint.ts'
import { parsePolicy } from '#ledger/notes/policy.ts'
import { independentRoot } from '#ledger/testing/independent-tree.ts'
import { readEntryBundle } from '#ledger/tree/entry-bundle.ts'
import { leafHash } from '#ledger/tree/hash.ts'
import { entriesPath, tilePath, tileWidth } from '#ledger/tree/tile.ts'
import { readBuildList } from '#server/http/web-app.ts'
import { createFolder } from '#vault/folders/folders.ts'
import { growLedger } from '../support/grow-ledger.ts'
import { type VaultPerson, personWithVault } from '../support/people/vault-person.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

let server: TestServer
let owner: VaultPerson
let member: VaultPerson

type LogAnswer = { id: string; kind: string; origin: string; size: number; keys: string[]; showsEntries: boolean }
type PlaceAnswer = { id: string; log: string; index: number; entry: string; salts: Record<string, string> }

beforeAll(async () => {
  server = await startServer()
  owner = await personWithVault(server)
  member = await personWithVault(server)
  for (let i = 0; i < 300; i++) await createFolder(member.api, member.vault, { parentId: null, name: `folder ${i}` })
  await grow()
})
afterAll(() => server.stop())

const grow = () => growLedger(server.ledger)

const get = async (path: string, person?: VaultPerson): Promise<Response> =>
  server.fetch(`/audit/v1${path}`, person ? { headers: { authorization: `Bearer ${person.accessToken}` } } : {})
const bytesOf = async (answer: Response): Promise<Uint8Array> => new Uint8Array(await answer.arrayBuffer())

async function organisationLog(person: VaultPerson): Promise<LogAnswer> {
  const { logs } = (await (await get('/logs', person)).json()) as { logs: LogAnswer[] }
  const log = logs.find(({ kind }) => kind === 'organisation')
  if (!log) throw new Error('no log')
  return log
}

const policyOf = ({ keys }: Pick<LogAnswer, 'keys'>) =>
  parsePolicy(`${keys.map((key) => `log ${key}`).join('\n')}\nquorum none\n`)

async function placesOf(person: VaultPerson, events: readonly string[]): Promise<PlaceAnswer[]> {
  const answer = await server.fetch('/audit/v1/events/places', {
    method: 'POST',
    headers: { authorization: `Bearer ${person.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
  })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { places: PlaceAnswer[] }).places
}

async function rowsOf(person: VaultPerson, count: number): Promise<EventRow[]> {
  const columns = 'id,created_at,event_type,event_category,user_id,action,status,risk_level,details'
  const answer = await server.fetch(
    `/rest/v1/system_audit_log?select=${columns}&order=created_at.desc,id.desc&limit=${count}`,
    { headers: { authorization: `Bearer ${person.accessToken}` } },
  )
  return (await answer.json()) as EventRow[]
}

describe('the log of an organisation', () => {
  test('holds every event once, under a root that both keys signed', async () => {
    const log = await organisationLog(owner)
    const { checkpoint } = await verifyCheckpoint(
      await (await get(`/logs/${log.id}/checkpoint`, owner)).text(),
      policyOf(log),
    )
    expect(checkpoint.origin).toBe(log.origin)
    const { rows } = await server.database.owner<{ count: number }>(
      'select count(*)::int as count from system_audit_log where tenant_id is not null',
    )
    expect(checkpoint.size).toBe(rows[0]?.count)

    const leaves = []
    for (let index = 0; index * 256 < checkpoint.size; index++) {
      const width = tileWidth(0, index, checkpoint.size)
      const bundle = await bytesOf(await get(`/logs/${log.id}/${entriesPath(index, width)}`, owner))
      const hashes = readEntryBundle(bundle, width).map(leafHash)
      const tile = await bytesOf(await get(`/logs/${log.id}/${tilePath({ level: 0, index, width })}`, owner))
      expect(Buffer.from(tile)).toEqual(Buffer.concat(hashes))
      leaves.push(...hashes)
    }
    expect(independentRoot(leaves)).toEqual(checkpoint.root)
  })

  test('tells its readers what an entry commits to, and the row is exactly that', async () => {
    const rows = await rowsOf(owner, 50)
    const places = await placesOf(
      owner,
      rows.map(({ id }) => id),
    )
    expect(places).toHaveLength(50)
    for (const { id, entry, salts } of places) {
      const row = rows.find((one) => one.id === id)
      if (!row) throw new Error('an event that nobody asked for')
      const known = readEntry(fromBase64Url(entry))
      expect(known).toMatchObject(publicEventOf(row))
      const salt = (group: string) => fromBase64Url(salts[group] ?? '')
      const openings = openingsOf(groupsOf(row), { who: salt('who'), where: salt('where'), what: salt('what') })
      for (const group of GROUPS) expect(isOpeningOf(known, group, openings[group])).toBe(true)
      const other = openingsOf(groupsOf({ ...row, action: 'else' }), {
        who: salt('who'),
        where: salt('where'),
        what: salt('what'),
      })
      expect(isOpeningOf(known, 'what', other.what)).toBe(false)
    }
  })

  test('proves an event in a file that needs no server', async () => {
    const log = await organisationLog(member)
    const [row] = await rowsOf(member, 1)
    const [place] = await placesOf(member, [row?.id ?? ''])
    const proof = await (await get(`/events/${row?.id}/proof`, member)).text()
    const leaf = leafHash(fromBase64Url(place?.entry ?? ''))
    await expect(verifyTlogProof(proof, leaf, policyOf(log))).resolves.toBeDefined()
    await expect(verifyTlogProof(proof, leafHash(new Uint8Array(3)), policyOf(log))).rejects.toMatchObject({
      code: 'bad_proof',
    })
  })

  test('an event without a place, or behind the last checkpoint, says so', async () => {
    await createFolder(member.api, member.vault, { parentId: null, name: 'new' })
    const [row] = await rowsOf(member, 1)
    expect(await placesOf(member, [row?.id ?? ''])).toEqual([])
    expect((await get(`/events/${row?.id}/proof`, member)).status).toBe(404)
    await server.ledger.placeAll()
    expect(await placesOf(member, [row?.id ?? ''])).toHaveLength(1)
    expect((await get(`/events/${row?.id}/proof`, member)).status).toBe(409)
    await grow()
    expect((await get(`/events/${row?.id}/proof`, member)).status).toBe(200)
  })
})

describe('who may look', () => {
  test('members see hashes, and entries with the permission to view audit logs', async () => {
    const log = await organisationLog(member)
    expect(log.showsEntries).toBe(false)
    expect((await get(`/logs/${log.id}/tile/0/000`, member)).status).toBe(200)
    expect((await get(`/logs/${log.id}/tile/entries/000`, member)).status).toBe(403)
    expect((await get(`/logs/${log.id}/tile/entries/000`, owner)).status).toBe(200)
    expect((await get(`/logs/${log.id}/tile/0/0000`, owner)).status).toBe(404)
    expect((await get(`/logs/${log.id}/tile/0/x001/000`, owner)).status).toBe(404)
  })

  test('others do not learn that it is there', async () => {
    const log = await organisationLog(owner)
    for (const path of ['checkpoint', 'tile/0/000', 'tile/entries/000']) {
      const answer = await get(`/logs/${log.id}/${path}`)
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ code: 'no_log' })
    }
    expect((await get('/logs')).status).toBe(401)
    expect((await get('/logs/system/checkpoint', owner)).status).toBe(404)
    expect((await get('/logs/6f1c1a52-9a8e-4d5d-8c1e-2f6f0a7c9b10/checkpoint', owner)).status).toBe(404)
  })

  test('a member is told nothing of the events of others', async () => {
    const rows = (await rowsOf(owner, 1000)).filter(({ user_id: user }) => user === owner.userId)
    expect(rows.length).toBeGreaterThan(0)
    expect(
      await placesOf(
        member,
        rows.map(({ id }) => id),
      ),
    ).toEqual([])
    expect((await get(`/events/${rows[0]?.id}/proof`, member)).status).toBe(404)
  })

  test('what is asked for wrongly is refused', async () => {
    const ask = async (events: unknown) =>
      server.fetch('/audit/v1/events/places', {
        method: 'POST',
        headers: { authorization: `Bearer ${member.accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ events }),
      })
    for (const events of [[], ['x'], undefined, Array(201).fill(crypto.randomUUID())]) {
      expect((await ask(events)).status).toBe(400)
    }
  })
})

describe('the anchor log', () => {
  test('is open to everybody and names the heads of the others', async () => {
    const log = await organisationLog(owner)
    const policy = parsePolicy(await (await get('/policy')).text())
    const { checkpoint } = await verifyCheckpoint(await (await get('/logs/anchor/checkpoint')).text(), policy)
    const bundle = await bytesOf(await get(`/logs/anchor/${entriesPath(0, checkpoint.size)}`))
    const entries = readEntryBundle(bundle, checkpoint.size)
    expect(independentRoot(entries.map(leafHash))).toEqual(checkpoint.root)

    const { leaf } = manifestStatement(readBuildList() ?? '')
    const isBuild = (entry: Uint8Array) => Buffer.from(leafHash(entry)).equals(leaf)
    expect(entries.filter(isBuild)).toHaveLength(1)
    const isOther = (entry: Uint8Array) => isBuild(entry) || readListedKeys(entry) || readStatedMap(entry)
    const heads = entries.flatMap((entry, index) => (isOther(entry) ? [] : [{ index, ...readAnchoredHead(entry) }]))
    expect(heads.every(({ origin }) => origin === log.origin)).toBe(true)
    const own = await verifyCheckpoint(await (await get(`/logs/${log.id}/checkpoint`, owner)).text(), policyOf(log))
    expect(heads.at(-1)).toMatchObject({ size: own.checkpoint.size, root: own.checkpoint.root })
    // Each names the place of the one before, so that nobody has to read all of them.
    expect(heads.map(({ previous }) => previous)).toEqual([null, ...heads.slice(0, -1).map(({ index }) => index)])
  })
})
