import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { collectGarbage } from '#server/storage/blobs/collector.ts'
import { createDiskStore } from '#server/storage/blobs/disk-store.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import { describeContent, releaseLeftovers } from '#server/storage/upkeep/operator.sql.ts'
import { sweepContent, upkeepTasks } from '#server/storage/upkeep/sweep.ts'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { ROOT } from '../support/server/server-process.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

const SETTINGS = { leftoverDays: 7, leftoverPercent: 10 }
const DAY_MS = 24 * 60 * 60 * 1000

let server: TestServer
let folder: string
let store: BlobStore
let keeper: Person

beforeAll(async () => {
  server = await startServer()
  folder = path.join(server.config.dataDir, 'swept')
  keeper = await signedInPerson(server)
})
afterAll(() => server.stop())
beforeEach(async () => {
  fs.rmSync(folder, { recursive: true, force: true })
  store = createDiskStore(folder)
  for (const table of [
    'storage.objects',
    'storage.orphan_blobs',
    'storage.leftovers',
    'notifications',
    'status_incidents',
  ]) {
    await server.database.owner(`delete from ${table}`)
  }
  await server.database.owner(
    `update storage.sweep set begun_at = '-infinity', is_running = false, reached = null, held = 0`,
  )
})

const sweep = (options?: { budgetMs?: number }, swept: BlobStore = store) =>
  sweepContent({ database: server.database, store: swept, lost: server.lost, settings: SETTINGS }, options)

/** Time passes for the database; what it writes of the files is as old. */
async function passDays(days: number): Promise<void> {
  await server.database.owner(
    `update storage.leftovers set first_seen_at = first_seen_at - make_interval(days => $1),
       seen_at = seen_at - make_interval(days => $1)`,
    [days],
  )
  await server.database.owner('update storage.sweep set begun_at = begun_at - make_interval(days => $1)', [days])
}

function putBlob({ id = randomUUID(), ageDays = 30 }: { id?: string; ageDays?: number } = {}): string {
  const file = fileOf(id)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, Buffer.alloc(4))
  const at = new Date(Date.now() - ageDays * DAY_MS)
  fs.utimesSync(file, at, at)
  return id
}
const fileOf = (id: string) => path.join(folder, 'blobs', id.slice(0, 2), id)

async function putRows(blobs: string[]): Promise<void> {
  await server.database.owner(
    `insert into storage.objects (bucket_id, name, blob_id, size_bytes) select 'encrypted-files', gen_random_uuid()::text, id, 4
     from unnest($1::uuid[]) as id`,
    [blobs],
  )
}

const used = (count: number) => Array.from({ length: count }, () => putBlob())

async function idsIn(table: 'storage.leftovers' | 'storage.orphan_blobs'): Promise<string[]> {
  const { rows } = await server.database.owner<{ blob_id: string }>(`select blob_id from ${table} order by blob_id`)
  return rows.map(({ blob_id }) => blob_id)
}

async function eventsOf(pattern: string): Promise<{ event_type: string; details: Record<string, unknown> }[]> {
  const { rows } = await server.database.owner<{ event_type: string; details: Record<string, unknown> }>(
    `select event_type, details from system_audit_log where event_type like $1 and created_at > $2 order by created_at`,
    [pattern, begunAt],
  )
  return rows
}
let begunAt: Date
beforeEach(async () => {
  const { rows } = await server.database.owner<{ at: Date }>('select clock_timestamp() as at')
  begunAt = rows[0]?.at ?? new Date()
})

async function noticesOf(kind: string): Promise<unknown[]> {
  const { data } = await keeper.client.from('notifications').select('details').eq('kind', kind)
  return data ?? []
}

test('what nothing knows of goes, days after it was first seen and a day after it was noted', async () => {
  const rows = used(30)
  await putRows(rows)
  const noted = putBlob()
  await server.database.owner('insert into storage.orphan_blobs (blob_id) values ($1)', [noted])
  const left = putBlob({ ageDays: 100 })
  putBlob({ ageDays: 0 })

  expect(await sweep()).toBe(true)
  expect(await idsIn('storage.leftovers')).toEqual([left])
  await passDays(6)
  await sweep()
  expect(await idsIn('storage.leftovers')).toEqual([left])
  await passDays(2)
  await sweep()

  expect(await idsIn('storage.leftovers')).toEqual([])
  expect(await idsIn('storage.orphan_blobs')).toEqual([left, noted].sort())
  expect(await eventsOf('leftovers.%')).toMatchObject([
    { event_type: 'leftovers.removed', details: { count: 1, by: 'sweep' } },
  ])
  await collectGarbage(server.database, store)
  expect(fs.existsSync(fileOf(left))).toBe(true)
  await server.database.owner(
    `update storage.orphan_blobs set orphaned_at = now() - interval '25 hours' where blob_id = $1`,
    [left],
  )
  await collectGarbage(server.database, store)
  expect([left, noted, ...rows].map((id) => fs.existsSync(fileOf(id)))).toEqual([false, ...Array(31).fill(true)])
})

test('a blob that is younger than the days stays, however long ago the database thinks to have seen it', async () => {
  await putRows(used(30))
  const young = putBlob({ ageDays: 6 })
  await sweep()
  await passDays(30)

  await sweep()

  expect(await idsIn('storage.leftovers')).toEqual([young])
})

test('after a restore of an older backup nothing goes without a word of the operator', async () => {
  await putRows(used(30))
  const newer = used(6)
  await sweep()
  await passDays(8)
  await sweep()
  await passDays(2)
  await sweep()

  expect(await idsIn('storage.leftovers')).toEqual(newer.toSorted())
  expect(await idsIn('storage.orphan_blobs')).toEqual([])
  expect(await eventsOf('leftovers.%')).toMatchObject([{ event_type: 'leftovers.held', details: { count: 6, of: 36 } }])
  expect(await noticesOf('leftovers_held')).toEqual([{ details: { count: 6 } }])
  expect(await describeContent(server.database, 7)).toMatchObject({
    held: 6,
    leftovers: { count: 6, due: 6, bytes: '24' },
  })

  expect(await releaseLeftovers(server.database, 7, 5)).toBeNull()
  expect(await idsIn('storage.orphan_blobs')).toEqual([])
  expect(await releaseLeftovers(server.database, 7, 6)).toBe(6)
  expect(await idsIn('storage.orphan_blobs')).toEqual(newer.toSorted())
  expect(await eventsOf('leftovers.removed')).toMatchObject([{ details: { count: 6, by: 'operator' } }])
})

test('what a newer backup brings back is no longer left over', async () => {
  await putRows(used(10))
  const newer = used(4)
  await sweep()
  await passDays(8)
  await sweep()
  await putRows(newer)
  await passDays(1)
  await sweep()

  expect(await describeContent(server.database, 7)).toMatchObject({ held: 0, leftovers: { count: 0, due: 0 } })
  expect(await idsIn('storage.orphan_blobs')).toEqual([])
})

test('a sweep continues where its time ended, and the next begins a day later', async () => {
  const folderOf = (start: string) =>
    Array.from({ length: 1500 }, () => putBlob({ id: `${start}${randomUUID().slice(2)}` }))
  await putRows([...folderOf('0a'), ...folderOf('b1')])
  const left = putBlob({ id: `ff${randomUUID().slice(2)}` })
  const listed: (string | undefined)[] = []
  const watched: BlobStore = {
    ...store,
    list: (after) => {
      listed.push(after)
      return store.list(after)
    },
  }

  const outcomes: boolean[] = []
  for (let run = 0; run < 4; run++) outcomes.push(await sweep({ budgetMs: 0 }, watched))

  expect(outcomes).toEqual([false, false, false, true])
  expect(listed).toHaveLength(4)
  expect(new Set(listed).size).toBe(4)
  expect(await idsIn('storage.leftovers')).toEqual([left])
  expect(await eventsOf('content.%')).toEqual([])
  expect(await sweep({}, watched)).toBe(false)
  expect(listed).toHaveLength(4)
})

test('a row whose content is missing, or has another size, is reported once, and again only after it was whole', async () => {
  const [whole, missing, damaged] = [putBlob(), putBlob(), putBlob()]
  await putRows([whole, missing, damaged])
  fs.rmSync(fileOf(missing))
  fs.truncateSync(fileOf(damaged), 3)

  await sweep()
  await passDays(1)
  await sweep()

  const events = await eventsOf('content.%')
  expect(events.map(({ event_type }) => event_type).sort()).toEqual(['content.damaged', 'content.missing'])
  const { rows } = await server.database.owner<{ id: string }>('select id from storage.objects where blob_id = $1', [
    missing,
  ])
  expect(events.find(({ event_type }) => event_type === 'content.missing')?.details).toMatchObject({
    table: 'storage.objects',
    id: rows[0]?.id,
    found_by: 'sweep',
  })
  expect(await noticesOf('content_lost')).toEqual([{ details: { count: 2 } }])
  expect(await describeContent(server.database, 7)).toMatchObject({ missing: 1, damaged: 1 })
  expect(await incidents()).toMatchObject([{ status: 'investigating', services: ['storage'], updates: 1 }])

  putBlob({ id: missing })
  await passDays(1)
  await sweep()
  expect(await incidents()).toMatchObject([{ status: 'investigating' }])
  await server.database.owner('delete from storage.objects where blob_id = $1', [damaged])
  await passDays(1)
  await sweep()
  expect((await eventsOf('content.found')).map(({ details }) => details['id'])).toEqual([rows[0]?.id])
  expect(await incidents()).toMatchObject([{ status: 'resolved', updates: 2 }])
})

async function incidents(): Promise<unknown[]> {
  const { rows } = await server.database.owner(
    `select i.status, i.services, i.opened_for,
            (select count(*)::integer from status_incident_updates u where u.incident_id = i.id) as updates
     from status_incidents i`,
  )
  return rows
}

test('content that is there again after a restore is found whole soon after the start, and not at the end of the next sweep', async () => {
  const blob = putBlob()
  await putRows([blob])
  fs.rmSync(fileOf(blob))
  await sweep()
  expect(await describeContent(server.database, 7)).toMatchObject({ missing: 1 })
  const { tasks } = upkeepTasks({ database: server.database, store, lost: server.lost, settings: SETTINGS })

  putBlob({ id: blob })
  await tasks['storage:sweep']?.({})

  expect(await describeContent(server.database, 7)).toMatchObject({ missing: 0, damaged: 0 })
  expect(await eventsOf('content.found')).toHaveLength(1)
  expect(await incidents()).toMatchObject([{ status: 'resolved' }])
})

test('what is written or deleted while its page is compared is no loss', async () => {
  const [written, deleted] = [randomUUID(), randomUUID()]
  await putRows([deleted])
  const busy: BlobStore = {
    ...store,
    list: async (after) => {
      const page = await store.list(after)
      putBlob({ id: written })
      await putRows([written])
      return page
    },
    open: async (blob) => {
      if (blob === deleted) await server.database.owner('delete from storage.objects where blob_id = $1', [deleted])
      return store.open(blob)
    },
  }

  expect(await sweep({}, busy)).toBe(true)

  expect(await eventsOf('content.%')).toEqual([])
})

test('a store that does not answer is no loss', async () => {
  await putRows([randomUUID()])
  const noAnswer = async () => {
    throw new Error('no answer')
  }
  const silent: BlobStore = { ...store, open: noAnswer, checkStore: noAnswer }

  await expect(sweep({}, silent)).rejects.toThrow('no answer')

  expect(await eventsOf('content.%')).toEqual([])
})

test('the command of the operator says what there is, and lets no more go than it was given', async () => {
  await putRows(used(10))
  const newer = used(3)
  await sweep()
  await passDays(8)
  await sweep()

  const shown = await command()
  expect(shown.output).toContain('Blobs that belong to no file: 3, 12 bytes')
  expect(shown.output).toContain('older than LEFTOVER_DAYS: 3, which wait for you')
  expect(await command('remove-leftovers')).toMatchObject({
    code: 2,
    output: expect.stringContaining('--at-most <number>'),
  })
  expect(await command('remove-leftovers', '--at-most', '2')).toMatchObject({ code: 1 })
  expect(await idsIn('storage.orphan_blobs')).toEqual([])
  expect(await command('remove-leftovers', '--at-most', '3')).toMatchObject({ code: 0 })
  expect(await idsIn('storage.orphan_blobs')).toEqual(newer.toSorted())
})

/** `npm run content` on the database of the server. */
function command(...words: string[]): Promise<{ code: number; output: string }> {
  const { connection, config } = server
  const address = new URL(`postgresql://${connection.user}@localhost/${connection.database}`)
  address.searchParams.set('host', connection.host ?? '')
  const env = { ...process.env, DATABASE_URL: address.href, DATA_DIR: config.dataDir }
  return new Promise((resolve) => {
    const program = ['--disable-warning=ExperimentalWarning', 'server/commands/content.ts', ...words]
    execFile(process.execPath, program, { cwd: ROOT, env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
    )
  })
}
