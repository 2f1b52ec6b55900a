import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase as Connection } from 'pg'
import { connectAsOwner } from '#server/backup/database-connection.ts'
import { type Client, signUp } from '../../test/chaos/load.ts'
import { freePort, ROOT, type ServerProcess, startProcess } from '../../test/support/server/server-process.ts'
import { storeFile } from '../../test/support/stored-file.ts'

const FILE_BYTES = 100_000
const TICKS_PER_SECOND = 100

/** What one person, or one file, costs a server that does it: log of the database in bytes, processor in seconds. */
export type Work = { logBytes: number; serverSeconds: number; databaseSeconds: number }

/** @property people `[id]` of somebody without a file, and of somebody with `files`. */
export type Sample = { files: number; without: string[]; withFiles: string[]; perPerson: Work; perFile: Work }

/** Lets real people sign up at a real server and store files, as the app does, and finds out which ids are new with each of them. */
export async function takeSample(
  dataDir: string,
  { people, files }: { people: number; files: number },
): Promise<Sample> {
  const server = await startServer(dataDir)
  const database = await connectAsOwner({ dataDir, databaseUrl: undefined, databaseDirectUrl: undefined })
  try {
    // The first account is of the operator, and the first of everything costs more.
    await storeFiles(await signUp(server.url), 5)
    await settle(database.client)
    const [without, perPerson] = await measured(dataDir, database.client, server, async () => {
      for (let person = 0; person < people; person++) await signUp(server.url)
    })
    const before = await idsOf(database.client)
    const client = await signUp(server.url)
    await settle(database.client)
    const [, perFile] = await measured(dataDir, database.client, server, () => storeFiles(client, files))
    const withFiles = newIds(before, await idsOf(database.client))
    return {
      files,
      without,
      withFiles,
      perPerson: each(perPerson, people),
      perFile: each(perFile, files),
    }
  } finally {
    await database.close()
    server.kill('SIGTERM')
    await server.ended
  }
}

async function startServer(dataDir: string): Promise<ServerProcess> {
  const server = startProcess({
    cwd: ROOT,
    command: [process.execPath, '--disable-warning=ExperimentalWarning', 'server/main.ts'],
    port: await freePort(),
    environment: { DATA_DIR: dataDir, MAILER_AUTOCONFIRM: 'true', LOG_LEVEL: 'error', RATE_LIMIT_FACTOR: '1000' },
  })
  await server.ready()
  return server
}

async function storeFiles(client: Client, count: number): Promise<void> {
  for (let file = 0; file < count; file++) await storeFile(client, `file ${file}.bin`, randomBytes(FILE_BYTES))
}

/** Until every event has its place in the ledger. */
async function settle(client: Connection): Promise<void> {
  for (let tries = 0; tries < 120; tries++) {
    const { rows } = await client.query<{ waiting: number }>('select count(*)::int as waiting from ledger.pending')
    if (rows[0]?.waiting === 0) return
    await sleep(500)
  }
  throw new Error('events still wait for their place in the ledger after a minute')
}

/** @returns ids that are new afterwards, and what it cost. */
async function measured(
  dataDir: string,
  client: Connection,
  server: ServerProcess,
  work: () => Promise<void>,
): Promise<[ids: string[], Work]> {
  const ids = await idsOf(client)
  // Whole pages are logged once after each checkpoint: so is what a busy server writes between two of them.
  await client.query('checkpoint')
  const look = async () => {
    const { rows } = await client.query<{ bytes: string }>(
      `select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes`,
    )
    return {
      logBytes: Number(rows[0]?.bytes),
      serverSeconds: secondsOf(server.pid),
      databaseSeconds: databaseSeconds(dataDir),
    }
  }
  const before = await look()
  await work()
  await settle(client)
  const after = await look()
  const cost = {
    logBytes: after.logBytes - before.logBytes,
    serverSeconds: after.serverSeconds - before.serverSeconds,
    databaseSeconds: after.databaseSeconds - before.databaseSeconds,
  }
  return [newIds(ids, await idsOf(client)), cost]
}

const each = ({ logBytes, serverSeconds, databaseSeconds }: Work, count: number): Work => ({
  logBytes: logBytes / count,
  serverSeconds: serverSeconds / count,
  databaseSeconds: databaseSeconds / count,
})

/** Processor time of a process in seconds, with `ended` that of its children that ended. Linux only. */
function secondsOf(pid: number, { ended = false } = {}): number {
  const text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15)
  return (user + system + (ended ? childUser + childSystem : 0)) / TICKS_PER_SECOND
}

/** Of PostgreSQL with all its processes. */
function databaseSeconds(dataDir: string): number {
  const noted = path.join(dataDir, 'postgres.path')
  const home = fs.existsSync(noted) ? fs.readFileSync(noted, 'utf8').trim() : path.join(dataDir, 'postgres')
  const postmaster = Number(fs.readFileSync(path.join(home, 'data/postmaster.pid'), 'utf8').split('\n')[0])
  let sum = secondsOf(postmaster, { ended: true })
  for (const name of fs.readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const text = fs.readFileSync(`/proc/${name}/stat`, 'utf8')
      const parent = Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
      if (parent === postmaster) sum += secondsOf(Number(name))
    } catch {
      // It ended meanwhile, and counts among those that ended.
    }
  }
  return sum
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Every id that any row of ours holds. */
export async function idsOf(client: Connection): Promise<Set<string>> {
  const ids = new Set<string>()
  for (const { schema, name } of await tablesOf(client)) {
    const { rows } = await client.query<{ text: string }>(`select t::text as text from "${schema}"."${name}" t`)
    for (const { text } of rows) for (const id of text.match(UUID) ?? []) ids.add(id)
  }
  return ids
}

export const newIds = (before: Set<string>, after: Set<string>): string[] => [...after].filter((id) => !before.has(id))

export type Table = { schema: string; name: string }

/** Tables of the product; those of jobs empty themselves. */
export async function tablesOf(client: Connection): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker') and n.nspname !~ '^pg_'
     order by 1, 2`,
  )
  return rows
}
