import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { randomBytes, randomUUID } from 'node:crypto'
import { FILES_BUCKET } from '#contract/limits.ts'
import { readConfig } from '#server/config.ts'
import { planRead, planWrite } from '#server/rest/planner.ts'
import { mediaOf, preferencesOf } from '#server/rest/parse/preferences.ts'
import { parseQuery } from '#server/rest/parse/query-parser.ts'
import { SchemaCache } from '#server/rest/schema/schema-cache.ts'
import { whenDone } from '../lib/cleanup.ts'
import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { makeFolder } from '../lib/files.ts'
import { httpClient, succeed } from '../lib/http-client.ts'
import { hammer } from '../lib/load.ts'
import { freePort } from '../lib/ports.ts'
import { type Contender, ratioOf, runRounds } from '../lib/rounds.ts'
import { CONNECTIONS, seedFiles, seedTags, startWire, type WireFixture } from './fixture.ts'

const LIST = 'ours, list with an embed'
const LIST_DRIVER = 'the driver, same statement and role'
const INSERT = 'ours, insert'
const INSERT_DRIVER = 'the driver, same insert and role'
const REFRESH = 'ours, token refresh'
const UPLOAD = 'ours, upload of 1 MB'
const MEBIBYTE = 1 << 20

/** What a program asks most often, ten connections at a time. */
export const requests: Entry = {
  name: 'w01-requests',
  title: 'requests with ten connections, beside the same work without the server',
  holdsBack:
    'client, server and PostgreSQL share two cores; a request adds HTTP on both sides and the check of its token to what the driver ' +
    'does, an upload its hash, two transactions and their audit events.',
  run,
}

async function run({ isQuick, folder }: BenchContext): Promise<Section> {
  const wire = await startWire()
  await seedFiles(wire.owner, { userId: wire.account.userId, files: 2000 })
  await seedTags(wire.owner, wire.account.userId)
  // As autovacuum would have done by the time that there are so many.
  await wire.owner.query('analyze')
  const ms = isQuick ? 400 : 2000
  const rounds = isQuick ? 2 : 5
  const lists = await runRounds(await listContenders(wire, ms), rounds)
  const inserts = await runRounds(await insertContenders(wire, ms), rounds)
  const refreshes = await runRounds(await refreshContenders(wire, ms), rounds)
  const uploads = await runRounds(await uploadContenders(wire, ms, folder), rounds)
  return {
    tables: [
      { caption: 'a page of 20 with an embed and a filter', measured: lists, ratioTo: [LIST_DRIVER] },
      { caption: 'one row', measured: inserts, ratioTo: [INSERT_DRIVER] },
      { caption: 'a session renewed', measured: refreshes, ratioTo: ['the driver, lock and count the session'] },
      { caption: '1 MB stored', measured: uploads, ratioTo: ['Node http, writes and syncs a file'] },
    ],
    aims: [
      {
        what: 'list with an embed, times the driver',
        got: ratioOf(lists, LIST, LIST_DRIVER),
        reachable: 0.6,
        ambitious: 0.8,
      },
    ],
    notes: [
      'The driver runs in the process of the bench, the server in one of its own; both talk to the same PostgreSQL.',
    ],
  }
}

const load = (work: () => Promise<void>, ms: number) => hammer(work, { lanes: CONNECTIONS, ms })

async function listContenders(wire: WireFixture, ms: number): Promise<Contender[]> {
  const { client, json, account, database, caller } = wire
  const query = 'select=id,original_name,created_at,tags(name)&is_shared=eq.false&order=created_at.desc&limit=20'
  const schema = await new SchemaCache(database).get('public')
  const table = schema.tables.get('file_records')
  if (!table) throw new Error('there is no table file_records')
  const settings = { ...readConfig({}).rest, maxBytes: 64 * 1024 * 1024 }
  const parts = { schema, preferences: preferencesOf({}), media: mediaOf({}), settings }
  const plan = planRead({ ...parts, query: parseQuery(new URLSearchParams(query)) }, table)
  const overHttp = () => succeed(client(`/rest/v1/file_records?${query}`, { headers: json }))
  const byDriver = () => database.oneAsCaller<{ body: string }>(caller, plan)
  return [
    {
      name: LIST,
      verify: async () => {
        const [answer, rows] = [(await overHttp()).text, (await byDriver()).rows[0]?.body]
        if (answer !== rows || JSON.parse(answer).length !== 20) throw new Error('the two answers differ')
        if (!answer.includes(account.userId) && !answer.includes('tag ')) throw new Error('there are no tags')
      },
      run: () => load(async () => void (await overHttp()), ms),
    },
    { name: LIST_DRIVER, run: () => load(async () => void (await byDriver()), ms) },
  ]
}

async function insertContenders({ client, json, database, caller }: WireFixture, ms: number): Promise<Contender[]> {
  const schema = await new SchemaCache(database).get('public')
  const table = schema.tables.get('folders')
  if (!table) throw new Error('there is no table folders')
  const settings = { ...readConfig({}).rest, maxBytes: 64 * 1024 * 1024 }
  const parts = { schema, preferences: preferencesOf({}), media: mediaOf({}), settings }
  const text = JSON.stringify({ name: 'a folder of the bench' })
  const payload = { text: `[${text}]`, columns: ['name'], isEmpty: false }
  const plan = planWrite({ ...parts, query: parseQuery(new URLSearchParams()) }, { table, method: 'POST', payload })
  const byDriver = async (): Promise<void> => void (await database.oneAsCaller(caller, plan))
  const overHttp = async (): Promise<void> => {
    await succeed(client('/rest/v1/folders', { method: 'POST', headers: json, body: text }))
  }
  return [
    { name: INSERT, verify: overHttp, run: () => load(overHttp, ms) },
    { name: INSERT_DRIVER, verify: byDriver, run: () => load(byDriver, ms) },
  ]
}

async function refreshContenders({ client, json, owner, account }: WireFixture, ms: number): Promise<Contender[]> {
  const credentials = JSON.stringify({ email: 'bench@example.org', password: 'only for this run 8402' })
  const tokens = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const answer = await succeed(
        client('/auth/v1/token?grant_type=password', { method: 'POST', headers: json, body: credentials }),
      )
      return (JSON.parse(answer.text) as { refresh_token: string }).refresh_token
    }),
  )
  // Each lane takes a session and gives it back: one session renews itself one after the other.
  const refresh = async (): Promise<void> => {
    const token = tokens.pop()
    if (token === undefined) throw new Error('more lanes than sessions')
    const { text } = await succeed(
      client('/auth/v1/token?grant_type=refresh_token', {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ refresh_token: token }),
      }),
    )
    tokens.push((JSON.parse(text) as { refresh_token: string }).refresh_token)
  }
  const lock = async (): Promise<void> => {
    const session = await owner.connect()
    try {
      await session.query('begin')
      const { rows } = await session.query<{ id: string }>(
        'select id from auth.sessions where user_id = $1 for update skip locked limit 1',
        [account.userId],
      )
      await session.query(
        'update auth.sessions set refresh_counter = refresh_counter, refreshed_at = now() where id = $1',
        [rows[0]?.id],
      )
      await session.query('commit')
    } finally {
      session.release()
    }
  }
  return [
    { name: REFRESH, verify: refresh, run: () => load(refresh, ms) },
    { name: 'the driver, lock and count the session', run: () => load(lock, ms) },
  ]
}

async function uploadContenders(
  { client, account, server }: WireFixture,
  ms: number,
  folder: string,
): Promise<Contender[]> {
  const body = randomBytes(MEBIBYTE)
  const headers = { ...account.headers, 'content-type': 'application/octet-stream' }
  const store = async (): Promise<void> => {
    const target = `/storage/v1/object/${FILES_BUCKET}/${account.userId}/${randomUUID()}`
    await succeed(client(target, { method: 'POST', headers, body }))
  }
  const bare = httpClient(await startBareSink(makeFolder('bare', folder)), CONNECTIONS)
  const write = async (): Promise<void> => void (await succeed(bare('/', { method: 'POST', headers, body })))
  const cleared = async (work: () => Promise<void>) => {
    const sample = await load(work, ms)
    server.clearBlobs()
    return sample
  }
  return [
    { name: UPLOAD, verify: store, run: () => cleared(store) },
    { name: 'Node http, writes and syncs a file', verify: write, run: () => load(write, ms) },
  ]
}

/** The least that a server which keeps a promise must do: one file for each body, synced before the answer. */
async function startBareSink(folder: string): Promise<string> {
  const port = await freePort()
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const file = path.join(folder, randomUUID())
      fs.writeFile(file, Buffer.concat(chunks), { flush: true }, (error) => {
        response.statusCode = error ? 500 : 200
        response.end()
        fs.rm(file, () => undefined)
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  whenDone(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${port}`
}
