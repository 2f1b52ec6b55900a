/** A server whose operator holds the keys of the log, and rewrites, hides or shows each person something else. */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EventRow } from '#ledger/events/event-row.ts'
import { verifyEvidence } from '#ledger/evidence/verify-evidence.ts'
import { Ledger } from '#server/ledger/ledger.ts'
import { listAuditEvents } from '#vault/audit/audit-log.ts'
import { createFolder } from '#vault/folders/folders.ts'
import { acceptLedger, checkLedger, type LedgerReport } from '#vault/ledger/check-ledger.ts'
import { collectEvidence } from '#vault/ledger/collect-evidence.ts'
import { type LogMemory, newLogMemory } from '#vault/ledger/log-memory.ts'
import { growLedger } from '../../support/grow-ledger.ts'
import type { VaultPerson } from '../../support/people/vault-person.ts'
import { stageAttacked } from '../attacked.ts'

const attacked = stageAttacked()
let ada: VaultPerson
let device: LogMemory
beforeAll(async () => {
  ada = await attacked.person()
})
beforeEach(async () => {
  device = newLogMemory()
  await happen(3)
})

/** Something happens, and gets its places. */
async function happen(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await createFolder(ada.api, ada.vault, { parentId: null, name: 'folder' })
  await growLedger(attacked.server.ledger)
}

const rowsOf = (): Promise<EventRow[]> => listAuditEvents(ada.api, { filter: {}, limit: 20 })
const check = (rows: readonly EventRow[] = [], memory = device, nowMs = Date.now()): Promise<LedgerReport> =>
  checkLedger(ada.api, rows, { memory, userId: ada.userId, nowMs })
const evidence = async () =>
  collectEvidence(ada.api, await rowsOf(), { memory: device, userId: ada.userId, nowMs: Date.now() })
const statesOf = ({ events }: LedgerReport): string[] => [...new Set([...events.values()].map(({ state }) => state))]

/** As the operator can, who is superuser and has the keys: all that was is gone, and what is left is signed again under the same names. */
async function rewriteHistory(change: string, ledger: Ledger = attacked.server.ledger): Promise<void> {
  await attacked.server.database.asOwner(async (db) => {
    for (const text of [
      `set local session_replication_role = 'replica'`,
      'delete from ledger.checkpoints',
      'delete from ledger.leaves',
      'delete from ledger.listed_keys',
      'delete from ledger.tiles',
      `update ledger.logs set size = 0, roots = '{}', anchored = 0, anchored_at = null`,
      change,
      'insert into ledger.pending (event_id, tenant_id) select id, tenant_id from system_audit_log order by created_at, id',
    ]) {
      await db.query({ text })
    }
  })
  await growLedger(ledger)
}

describe('a server that is honest', () => {
  test('is found so: each event at its place, and the log continues what the device saw', async () => {
    const first = await check(await rowsOf())
    expect(first.log).toMatchObject({ before: undefined, anchored: { index: expect.any(Number) } })
    expect(statesOf(first)).toEqual(['verified'])
    await happen(300)
    const second = await check(await rowsOf())
    expect(second.log).toMatchObject({
      before: first.log && 'size' in first.log ? { size: first.log.size, root: first.log.root } : {},
      proofHashes: expect.any(Number),
    })
    expect(statesOf(second)).toEqual(['verified'])
  })

  test('an event of this moment is pending, not late', async () => {
    await createFolder(ada.api, ada.vault, { parentId: null, name: 'now' })
    const [row] = await rowsOf()
    expect(statesOf(await check(row ? [row] : []))).toEqual(['pending'])
    await growLedger(attacked.server.ledger)
    expect(statesOf(await check(row ? [row] : []))).toEqual(['verified'])
  })
})

describe('a rewritten log, signed with the true keys', () => {
  test.each([
    [
      'an event says something else',
      `update system_audit_log set risk_level = 'critical' where id = (select id from system_audit_log order by created_at limit 1)`,
    ],
    [
      'two events changed places',
      `with two as (select id, created_at, lead(created_at) over (order by created_at) as next from system_audit_log order by created_at limit 1)
      update system_audit_log l set created_at = two.next + interval '1 microsecond' from two where l.id = two.id`,
    ],
    ['it is back-dated', `update system_audit_log set created_at = created_at - interval '1 day'`],
  ])('is a fork to a device that saw the log before: %s', async (_name, change) => {
    await check()
    await rewriteHistory(change)
    await happen(2)
    expect((await check()).log).toMatchObject({ problem: 'forked' })
    await expect(evidence()).rejects.toMatchObject({ code: 'evidence_refused' })
    // In a later session it still is: nothing was learnt from the fork.
    await happen(2)
    expect((await check()).log).toMatchObject({ problem: 'forked' })
    // A device that never saw the log cannot know.
    expect((await check([], newLogMemory())).log).toMatchObject({ before: undefined })
  })

  test('and one that is shorter has shrunk', async () => {
    await check()
    await rewriteHistory(
      'delete from system_audit_log where id in (select id from system_audit_log order by created_at desc limit 3)',
    )
    expect((await check()).log).toMatchObject({ problem: 'shrank' })
  })

  test('is accepted by a person alone, and watched from then on', async () => {
    await check()
    await rewriteHistory(
      'delete from system_audit_log where id in (select id from system_audit_log order by created_at desc limit 3)',
    )
    await acceptLedger('shrank', { memory: device, userId: ada.userId })
    expect((await check()).log).toMatchObject({ before: undefined })
    await happen(1)
    expect((await check()).log).toMatchObject({ before: { size: expect.any(Number) } })
  })
})

describe('a checkpoint', () => {
  test('with one of the two signatures is none', async () => {
    await check()
    for (const line of [0, 1]) {
      attacked.proxy.tamper(({ path: asked }, { body }) => {
        if (!asked.endsWith('/checkpoint')) return null
        const [text = '', signatures = ''] = body.toString().split('\n\n')
        const kept = signatures.split('\n').filter((_, i) => i !== line)
        return { body: Buffer.from(`${text}\n\n${kept.join('\n')}`) }
      })
      expect((await check()).log).toMatchObject({ problem: 'bad_checkpoint' })
      expect(attacked.proxy.changed()).toBeGreaterThan(0)
    }
  })

  test('signed by other keys is refused, whatever the server says of its keys', async () => {
    await check()
    const { config, database, clock } = attacked.server
    const other = new Ledger({
      config: { ...config, dataDir: await fs.mkdtemp(path.join(os.tmpdir(), 'quantumshield-ledger-')) },
      database,
      clock,
      secrets: { ledgerSeeds: randomBytes(64) },
    })
    await rewriteHistory('select', other)
    expect((await check()).log).toMatchObject({ problem: 'bad_checkpoint' })
    attacked.proxy.tamper(async ({ path: asked }, { body }) => {
      if (!asked.endsWith('/logs')) return null
      const { logs } = JSON.parse(body.toString()) as { logs: { origin: string; keys: string[] }[] }
      const own = await Promise.all(logs.map(({ origin }) => other.keysOf(origin)))
      return { body: Buffer.from(JSON.stringify({ logs: logs.map((log, i) => ({ ...log, keys: own[i] })) })) }
    })
    expect((await check()).log).toMatchObject({ problem: 'other_keys' })
    expect((await check([], newLogMemory())).log, 'a new device').toMatchObject({ before: undefined })
    await acceptLedger('forked', { memory: device, userId: ada.userId })
    expect((await check()).log, 'accepting something else').toMatchObject({ problem: 'other_keys' })
    await rewriteHistory('select')
  })
})

describe('one person is shown something else', () => {
  test('a row that was changed on its way is not what its entry says', async () => {
    const [row] = await rowsOf()
    if (!row) throw new Error('no event')
    const changes: Partial<EventRow>[] = [
      { risk_level: 'critical' },
      { status: 'failure' },
      { action: 'other' },
      { user_id: crypto.randomUUID() },
      { created_at: new Date(Date.parse(row.created_at) + 1000).toISOString() },
      { details: { ...row.details, ip: '192.0.2.1' } },
      { details: { ...row.details, more: 1 } },
      { details: { erased: true } },
    ]
    for (const change of changes) {
      expect(statesOf(await check([{ ...row, ...change }])), JSON.stringify(change)).toEqual(['changed'])
    }
  })

  test('that somebody else did it, with the salt withheld that would show it, is not what its entry says', async () => {
    type Places = { places: { salts: Record<string, string | undefined> }[] }
    attacked.proxy.tamperJson('/events/places', ({ places }: Places) => ({
      places: places.map(({ salts, ...place }) => ({
        ...place,
        salts: { where: salts['where'], what: salts['what'] },
      })),
    }))
    const [row] = await rowsOf()
    if (!row) throw new Error('no event')
    for (const change of [{ user_id: crypto.randomUUID() }, { details: { ...row.details, session_id: 'other' } }, {}]) {
      expect(statesOf(await check([{ ...row, ...change }])), JSON.stringify(change)).toEqual(['changed'])
    }
  })

  test('an event that is kept out of the log is late after a minute', async () => {
    attacked.proxy.tamperJson('/events/places', () => ({ places: [] }))
    const rows = await rowsOf()
    expect(statesOf(await check(rows, device, Date.now() + 61_000))).toEqual(['late'])
  })

  test('a place that is another one is not included, and salts that do not fit open nothing', async () => {
    type Places = { places: { index: number; salts: Record<string, string | undefined> }[] }
    const rows = await rowsOf()
    attacked.proxy.tamperJson('/events/places', ({ places }: Places) => ({
      places: places.map((place) => ({ ...place, index: Math.max(0, place.index - 1) })),
    }))
    expect(statesOf(await check(rows))).toContain('not_included')
    attacked.proxy.tamperJson('/events/places', ({ places }: Places) => ({
      places: places.map((place) => ({ ...place, salts: { ...place.salts, what: place.salts['where'] } })),
    }))
    expect(statesOf(await check(rows))).toEqual(['changed'])
  })

  test('tiles that do not lead to the signed root prove nothing', async () => {
    await check()
    await happen(5)
    attacked.proxy.tamper(({ path: asked }, { body }) => {
      if (!asked.includes('/tile/0/')) return null
      const changed = Buffer.from(body)
      changed.writeUInt8(changed.readUInt8(0) ^ 1, 0)
      return { body: changed }
    })
    expect((await check()).log).toMatchObject({ problem: 'forked' })
  })

  test('a log that is not listed any more is missed', async () => {
    await check()
    attacked.proxy.tamper(({ path: asked }, { body }) => {
      if (!asked.endsWith('/audit/v1/logs')) return null
      const { logs } = JSON.parse(body.toString()) as { logs: LogAnswer[] }
      return { body: Buffer.from(JSON.stringify({ logs: logs.filter(({ kind }) => kind === 'anchor') })) }
    })
    expect((await check()).log).toMatchObject({ problem: 'log_gone' })
  })

  test('a log that was not signed since this device saw it signed', async () => {
    await check()
    tamperLogs((log) => ({ ...log, signed: null }))
    expect((await check()).log).toMatchObject({ problem: 'shrank' })
  })

  test('an anchor that says something else of the log', async () => {
    await check()
    tamperLogs((log) => (log.kind === 'organisation' ? { ...log, anchoredAt: 10_000 } : log))
    // It is said to be newer than what the anchor log shows: the one before is found all the same.
    expect((await check()).log).toMatchObject({ anchored: { index: expect.any(Number) } })
    tamperLogs((log) => (log.kind === 'organisation' ? { ...log, anchoredAt: null } : log))
    // No proof, and no accusation; evidence says so as well.
    expect((await check()).log).toMatchObject({ anchored: undefined })
    const { parts } = await evidence()
    const { facts } = await verifyEvidence(parts)
    expect(facts).toContainEqual({ name: 'anchored', state: 'none', at: 'logs/1' })

    await attacked.server.database.owner(
      `insert into system_audit_log (event_type, event_category, action) values ('x', 'auth', 'x')`,
    )
    await growLedger(attacked.server.ledger)
    const { rows } = await attacked.server.database.owner<{ index: number }>(
      `select anchored_at::int as index from ledger.logs where kind = 'system'`,
    )
    tamperLogs((log) => (log.kind === 'organisation' ? { ...log, anchoredAt: rows[0]?.index } : log))
    expect((await check()).log, 'an entry of another log').toMatchObject({ problem: 'not_anchored' })
    await expect(evidence()).rejects.toMatchObject({ code: 'evidence_refused' })
  })
})

type LogAnswer = { kind: string; anchoredAt?: number | null | undefined; signed: string | null }
const tamperLogs = (change: (log: LogAnswer) => LogAnswer): void =>
  attacked.proxy.tamper(({ path: asked }, { body }) => {
    if (!asked.endsWith('/audit/v1/logs')) return null
    const { logs } = JSON.parse(body.toString()) as { logs: LogAnswer[] }
    return { body: Buffer.from(JSON.stringify({ logs: logs.map(change) })) }
  })

test('answers that are no answers are refused, and what the device knows stays', async () => {
  await check()
  for (const body of ['', '{}', '[]', '{"logs":[{}]}', '{"logs":1}', `{"logs":[${'{},'.repeat(1000)}{}]}`]) {
    attacked.proxy.tamper(({ path: asked }) => (asked.endsWith('/logs') ? { body: Buffer.from(body) } : null))
    await expect(check()).rejects.toThrow()
  }
  attacked.proxy.tamper(({ path: asked }) => (asked.endsWith('/checkpoint') ? { body: randomBytes(5_000) } : null))
  expect((await check()).log).toMatchObject({ problem: 'bad_checkpoint' })
  attacked.proxy.honest()
  expect((await check()).log).toMatchObject({ before: { size: expect.any(Number) } })
})
