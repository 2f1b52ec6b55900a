/** A server that says that an older backup was put back: where it was, and where its operator, who holds the keys, rewrites or cuts the log. */
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toBase64 } from '#ledger/notes/base64.ts'
import { createFolder } from '#vault/folders/folders.ts'
import { earlierSizes } from '#vault/ledger/earlier-heads.ts'
import { acceptLedger, checkLedger, type LedgerReport } from '#vault/ledger/check-ledger.ts'
import { type LogMemory, newLogMemory } from '#vault/ledger/log-memory.ts'
import { Ledger } from '#server/ledger/ledger.ts'
import { growLedger } from '../../support/grow-ledger.ts'
import type { VaultPerson } from '../../support/people/vault-person.ts'
import { startAttacked } from '../attacked.ts'

let attacked: Awaited<ReturnType<typeof startAttacked>>
let ada: VaultPerson
let device: LogMemory
beforeEach(async () => {
  attacked = await startAttacked()
  ada = await attacked.person()
  device = newLogMemory()
  await happen(5)
})
afterEach(() => attacked.stop())

async function happen(count: number, ledger: Ledger = attacked.server.ledger): Promise<void> {
  for (let i = 0; i < count; i++) await createFolder(ada.api, ada.vault, { parentId: null, name: 'folder' })
  await growLedger(ledger)
}

const check = async (memory = device): Promise<LedgerReport['log']> =>
  (await checkLedger(ada.api, [], { memory, userId: ada.userId, nowMs: Date.now() })).log

/** What is said now is said in the next session as well: nothing was learnt. */
async function expectTwice(expected: object): Promise<void> {
  for (let session = 1; session <= 2; session++) expect(await check(), `session ${session}`).toMatchObject(expected)
}

async function sizeSeen(): Promise<number> {
  const log = await check()
  if (!log || 'problem' in log) throw new Error(log?.problem)
  return log.size
}

const TABLES = ['system_audit_log', 'ledger.logs', 'ledger.leaves', 'ledger.tiles', 'ledger.checkpoints'] as const

/** Of the database what the ledger is made of: a backup, and what puts it back. */
async function backUp(): Promise<() => Promise<void>> {
  const { database } = attacked.server
  for (const table of TABLES) {
    await database.owner(`drop table if exists backup_${table.replace('.', '_')}`)
    await database.owner(`create table backup_${table.replace('.', '_')} as select * from ${table}`)
  }
  return () =>
    database.asOwner(async (db) => {
      await db.query({ text: `set local session_replication_role = 'replica'` })
      await db.query({ text: 'delete from ledger.pending' })
      for (const table of TABLES.toReversed()) await db.query({ text: `delete from ${table}` })
      for (const table of TABLES) {
        await db.query({ text: `insert into ${table} select * from backup_${table.replace('.', '_')}` })
      }
    })
}

/** As the operator does after a backup was put back. */
async function beginNewLogs(): Promise<Ledger> {
  const ledger = new Ledger(attacked.server)
  expect(await ledger.beginEpoch('the disk failed')).not.toEqual([])
  await growLedger(ledger)
  return ledger
}

/** As a restore does: of what was signed later, the machine knows nothing. */
async function beginOnEmptyMachine(asOf: Date): Promise<Ledger> {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'quantumshield-ledger-'))
  const ledger = new Ledger({ ...attacked.server, config: { ...attacked.server.config, dataDir } })
  expect(await ledger.beginEpoch('the disk failed', { asOf })).toEqual([])
  await growLedger(ledger)
  return ledger
}

/** The log of the organisation that ended last. */
async function lastEnded(): Promise<string> {
  const { rows } = await attacked.server.database.owner<{ origin: string }>(
    `select origin from ledger.logs where kind = 'organisation' and ended_at is not null order by epoch desc limit 1`,
  )
  return rows[0]?.origin ?? ''
}

/** As the operator can, who is superuser and has the keys: history is another one, signed again, and as long as the backup. */
async function rewrite(which: 'first' | 'last'): Promise<void> {
  await attacked.server.database.asOwner(async (db) => {
    for (const text of [
      `set local session_replication_role = 'replica'`,
      `create temp table placed on commit drop as select f.event_id, f.index, g.tenant_id from ledger.leaves f
       join ledger.logs g on g.id = f.log_id where g.kind = 'organisation'`,
      ...['checkpoints', 'leaves', 'tiles'].map(
        (table) =>
          `delete from ledger.${table} where log_id in (select id from ledger.logs where kind = 'organisation')`,
      ),
      `update ledger.logs set size = 0, roots = '{}', anchored = 0, anchored_at = null where kind = 'organisation'`,
      `update system_audit_log set risk_level = 'critical' where id =
       (select event_id from placed order by index ${which === 'first' ? 'asc' : 'desc'} limit 1)`,
      'insert into ledger.pending (event_id, tenant_id) select event_id, tenant_id from placed order by index',
    ]) {
      await db.query({ text })
    }
  })
  // The attacker's own program does not look into the file of what was signed.
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'quantumshield-ledger-'))
  const ledger = new Ledger({ ...attacked.server, config: { ...attacked.server.config, dataDir } })
  await ledger.placeAll()
  await ledger.signAll(0)
}

describe('a backup that was put back', () => {
  test('is reported as what the server says, with what is gone and what is proved of the rest', async () => {
    await happen(20)
    const restore = await backUp()
    const left = await sizeSeen()
    await happen(3)
    const seen = await sizeSeen()
    await restore()
    await beginNewLogs()
    await expectTwice({ problem: 'restored', missing: { seen, left, proved: expect.any(Number) } })
    const log = await check()
    const proved = log && 'problem' in log ? (log.missing?.proved ?? 0) : 0
    expect(proved).toBeGreaterThan(left - 4 * (seen - left))
    expect(proved).toBeLessThanOrEqual(left)
    await acceptLedger('restored', { memory: device, userId: ada.userId })
    expect(await check()).toMatchObject({ epoch: 2 })
  })

  test('and took nothing that this device saw is no problem', async () => {
    await sizeSeen()
    const restore = await backUp()
    await happen(3)
    await restore()
    await beginNewLogs()
    expect(await check()).toMatchObject({ epoch: 2, before: undefined })
  })
})

describe('an attack that is dressed as one, with the true keys', () => {
  test('is a fork where what is left is not what this device saw', async () => {
    const restore = await backUp()
    await happen(3)
    await sizeSeen()
    await restore()
    await rewrite('first')
    await beginNewLogs()
    await expectTwice({ problem: 'forked' })
    expect(await check(newLogMemory()), 'a device that saw nothing').toMatchObject({ epoch: 2 })
  })

  test('goes no further than what is said to be proved', async () => {
    let restore = await backUp()
    let left = await sizeSeen()
    for (;;) {
      await happen(3)
      if (!earlierSizes(await sizeSeen()).includes(left)) break
      restore = await backUp()
      left = await sizeSeen()
    }
    await restore()
    await rewrite('last')
    await beginNewLogs()
    // The last entry of what is left is another one: nothing that the device knows contradicts it, and nothing is said of it.
    const log = await check()
    expect(log).toMatchObject({ problem: 'restored', missing: { left } })
    expect(log && 'problem' in log ? log.missing?.proved : undefined).toBeLessThan(left)
  })

  test('has lost entries where the log that began does not say that another ended', async () => {
    const restore = await backUp()
    const left = await sizeSeen()
    await happen(3)
    const seen = await sizeSeen()
    await restore()
    const ledger = new Ledger(attacked.server)
    await ledger.beginEpoch('the disk failed')
    await attacked.server.database.asOwner(async (db) => {
      await db.query({ text: `set local session_replication_role = 'replica'` })
      await db.query({ text: 'delete from ledger.pending' })
      await db.query({ text: `delete from system_audit_log where event_type = 'ledger.epoch_started'` })
    })
    await happen(2, ledger)
    await expectTwice({ problem: 'shrank', missing: { seen, left } })
  })

  test('is no restore where no log began', async () => {
    await sizeSeen()
    attacked.proxy.tamper(({ path: asked }, { body }) => {
      if (!asked.endsWith('/audit/v1/logs')) return null
      const { logs } = JSON.parse(body.toString()) as { logs: object[] }
      return { body: Buffer.from(JSON.stringify({ logs: logs.map((log) => ({ ...log, endedAt: new Date() })) })) }
    })
    expect(await check(), 'it has what it had').toBeUndefined()
  })

  test.each([
    ['less was signed than this device saw', { signed_size: -1 }, 'shrank'],
    ['nothing was', { signed_size: undefined }, 'shrank'],
    ['it was another log', { before: 'other.example/audit/x' }, 'shrank'],
    ['the same entries were others', { signed_root: toBase64(new Uint8Array(32)) }, 'forked'],
  ])('is contradicted where the first entry says that %s', async (_name, change, problem) => {
    const restore = await backUp()
    await happen(3)
    await sizeSeen()
    await restore()
    const { signed_size: less, ...others } = change as { signed_size?: number; before?: string; signed_root?: string }
    await attacked.server.database.owner(
      `create function tmp_lie() returns trigger language plpgsql as $$ begin
         new.details := (new.details || '${JSON.stringify(others)}'::jsonb)
           ${'signed_size' in change ? (less === undefined ? `- 'signed_size'` : `|| jsonb_build_object('signed_size', (new.details ->> 'signed_size')::int - 1)`) : ''};
         return new; end $$`,
    )
    await attacked.server.database.owner(
      `create trigger tmp_lie before insert on system_audit_log for each row when (new.event_type = 'ledger.epoch_started') execute function tmp_lie()`,
    )
    await beginNewLogs()
    await expectTwice({ problem })
  })

  test('is not excused by a row that its entry does not say', async () => {
    const restore = await backUp()
    await happen(3)
    const seen = await sizeSeen()
    await restore()
    await beginNewLogs()
    attacked.proxy.tamper(({ path: asked }, { body }) =>
      asked.includes('ledger.epoch_started')
        ? { body: Buffer.from(body.toString().replace(`"signed_size": ${seen}`, `"signed_size": ${seen + 9}`)) }
        : null,
    )
    expect(await check()).toMatchObject({ problem: 'shrank' })
    expect(attacked.proxy.changed()).toBeGreaterThan(0)
    attacked.proxy.tamper(({ path: asked }) =>
      asked.includes('ledger.epoch_started') ? { body: Buffer.from('[]') } : null,
    )
    expect(await check()).toMatchObject({ problem: 'shrank' })
    attacked.proxy.honest()
    expect(await check()).toMatchObject({ problem: 'restored' })
  })

  test.each([
    ['before this device saw what is gone', -60_000, 'restored'],
    ['after it, so that the backup had to have it', 60 * 60_000, 'shrank'],
  ])('on an empty machine is judged by the moment that is named: %s', async (_name, afterMs, problem) => {
    const restore = await backUp()
    await happen(3)
    await sizeSeen()
    const asOf = new Date(Date.now() + afterMs)
    await restore()
    await beginOnEmptyMachine(asOf)
    await expectTwice({ problem })
    if (problem === 'restored') expect(await check()).toMatchObject({ asOfMs: asOf.getTime() })
  })

  test('is not excused by a moment that the entry does not say', async () => {
    const restore = await backUp()
    await happen(3)
    await sizeSeen()
    const asOf = new Date(Date.now() + 60 * 60_000)
    await restore()
    await beginOnEmptyMachine(asOf)
    attacked.proxy.tamper(({ path: asked }, { body }) =>
      asked.includes('ledger.epoch_started')
        ? { body: Buffer.from(body.toString().replace(asOf.toISOString(), new Date(0).toISOString())) }
        : null,
    )
    expect(await check()).toMatchObject({ problem: 'shrank' })
    expect(attacked.proxy.changed()).toBeGreaterThan(0)
  })

  test('is not excused by the statement of an earlier restore', async () => {
    let restore = await backUp()
    await happen(3)
    await sizeSeen()
    await restore()
    await beginOnEmptyMachine(new Date(Date.now() - 60_000))
    await acceptLedger('restored', { memory: device, userId: ada.userId })
    await happen(2)
    await sizeSeen()
    restore = await backUp()
    await happen(3)
    await sizeSeen()
    await restore()
    await beginOnEmptyMachine(new Date(Date.now() - 60_000))
    await expectTwice({ problem: 'restored' })
    // The second statement is held back: the first is there, signed, and of another log.
    const hidden = await lastEnded()
    attacked.proxy.tamper(({ path: asked }, { body }) => {
      if (!asked.includes('ledger.epoch_started')) return null
      const rows = JSON.parse(body.toString()) as { details: { before: string } }[]
      return { body: Buffer.from(JSON.stringify(rows.filter(({ details }) => details.before !== hidden))) }
    })
    expect(await check()).toMatchObject({ problem: 'shrank' })
    expect(attacked.proxy.changed()).toBeGreaterThan(0)
  })

  test('is none for somebody who may not read the entries', async () => {
    const restore = await backUp()
    await happen(3)
    const ben = await attacked.person()
    const benCheck = async () =>
      (await checkLedger(ben.api, [], { memory: device, userId: ben.userId, nowMs: Date.now() })).log
    await growLedger(attacked.server.ledger)
    expect(await benCheck()).toMatchObject({ size: expect.any(Number) })
    await restore()
    await beginNewLogs()
    expect(await benCheck()).toMatchObject({ problem: 'shrank', missing: { left: expect.any(Number) } })
  })
})
