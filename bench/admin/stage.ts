import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool, type PoolClient } from 'pg'
import type { VaultApi } from '#vault/session/api.ts'
import { copiesOf, copyPeople } from '../../scripts/scale/copy-rows.ts'
import { idsOf, newIds } from '../../scripts/scale/sample.ts'
import { type Client, signUp } from '../../test/chaos/load.ts'
import { storeFile } from '../../test/support/stored-file.ts'
import { whenDone } from '../lib/cleanup.ts'
import { switchLedger } from '../ledger/events.ts'
import { startBenchServer } from '../lib/server.ts'
import { writeEvents } from './fill-events.ts'
import { fillLists } from './fill-lists.ts'
import { fillPeople } from './fill-people.ts'

const CONNECTIONS = 4
/** Real people whose rows are copied. */
const SIGN_UPS = 4
const FILES = 3
/** So many of the newest events. */
export const PLACED = 20_000
const COPIED_AT_ONCE = 500
const PLACED_AFTER_MS = 15 * 60_000
/** Their rows are written by what they are for, with the rules of the log. */
const NOT_COPIED = (schema: string, name: string): boolean => schema === 'ledger' || name === 'system_audit_log'

export type Sizes = { people: number; events: number }

/** A running server with one organisation that is large, and who administers it. */
export type AdminStage = {
  url: string
  owner: Pool
  tenant: string
  /** Account that asks: the first one, with every permission. */
  userId: string
  api: VaultApi
  sizes: Sizes
  /** Seconds that each part of the filling took. */
  took: Record<string, number>
}

/**
 * Starts a server and fills its organisation.
 *
 * People: real ones sign up with a vault, store files, and their rows are copied with other ids, as `npm run scale` does; triggers rest meanwhile.
 * Events of the audit log: all but the newest are inserted as before there was a ledger, without the one trigger that lets them wait for a place;
 * an installation that is older than the ledger has such events. The newest get their places from the running server before anything is timed:
 * for a million of them that takes minutes, and a list does not read it.
 * Incidents, devices, reviews, deals and the like: rows with triggers at rest, so they write no events of their own.
 */
export async function startStage(sizes: Sizes): Promise<AdminStage> {
  const took: Record<string, number> = {}
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const started = performance.now()
    process.stderr.write(`  ${what} ...\n`)
    const result = await work()
    took[what] = Math.round((performance.now() - started) / 1000)
    return result
  }
  const server = await startBenchServer({
    environment: { MAILER_AUTOCONFIRM: 'true', RATE_LIMIT_FACTOR: '1000000', ACCESS_TOKEN_SECONDS: '86400' },
  })
  const admin = await signUp(server.url)
  const owner = new Pool({
    host: server.databaseSocket,
    user: 'postgres',
    database: 'quantumshield',
    max: CONNECTIONS,
  })
  owner.on('error', () => undefined)
  whenDone(() => owner.end())
  const userId = admin.vault.userId
  const { rows } = await owner.query<{ tenant: string }>(
    'select tenant_id as tenant from public.profiles where user_id = $1',
    [userId],
  )
  const tenant = rows[0]?.tenant ?? ''
  await timed('people', () => makePeople(owner, server.url, sizes.people))
  await timed('their roles, teams and sessions', () =>
    withoutTriggers(owner, (db) => fillPeople(db, { tenant, userId })),
  )
  // Stages of the pipeline and tiers of the programme are made by the first who asks.
  for (const path of ['/sales/v1/pipeline', '/partners/v1/programme']) await admin.api.fetch(path, { method: 'GET' })
  await timed('lists', () => withoutTriggers(owner, (db) => fillLists(db, { tenant, userId })))
  const older = sizes.events - Math.min(PLACED, sizes.events)
  await timed('events', async () => {
    await switchLedger(owner, false)
    await writeEvents(owner, tenant, { from: 1, to: older, of: sizes.events })
    await switchLedger(owner, true)
    await writeEvents(owner, tenant, { from: older + 1, to: sizes.events, of: sizes.events })
  })
  await timed('places in the ledger', () => allPlaced(owner))
  await timed('vacuum analyze', () => owner.query('vacuum analyze'))
  return { url: server.url, owner, tenant, userId, api: admin.api, sizes, took }
}

async function makePeople(owner: Pool, url: string, people: number): Promise<void> {
  const client = await owner.connect()
  try {
    const before = await idsOf(client)
    for (let person = 0; person < SIGN_UPS; person++) await storeFiles(await signUp(url))
    await allPlaced(owner)
    const ids = newIds(before, await idsOf(client))
    const copies = (await copiesOf(client, new Set(ids))).filter(({ table }) => !NOT_COPIED(table.schema, table.name))
    const rounds = Math.ceil(people / SIGN_UPS) - 1
    for (let from = 1; from <= rounds; from += COPIED_AT_ONCE)
      await copyPeople(client, copies, from, Math.min(rounds, from + COPIED_AT_ONCE - 1))
  } finally {
    client.release()
  }
}

async function storeFiles(client: Client): Promise<void> {
  for (let file = 0; file < FILES; file++) await storeFile(client, `file ${file}.bin`, randomBytes(2000 * (file + 1)))
}

/** One transaction in which triggers and foreign keys rest. */
async function withoutTriggers(owner: Pool, work: (db: PoolClient) => Promise<void>): Promise<void> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query(`set local session_replication_role = 'replica'`)
    await work(client)
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** Until every event has its place, which the server gives it. */
async function allPlaced(owner: Pool): Promise<void> {
  const until = performance.now() + PLACED_AFTER_MS
  while (performance.now() < until) {
    const { rows } = await owner.query<{ waits: boolean }>('select exists (select from ledger.pending) as waits')
    if (!rows[0]?.waits) return
    await sleep(250)
  }
  throw new Error('events still wait for their place in the ledger')
}
