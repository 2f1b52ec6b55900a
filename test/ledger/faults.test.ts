import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkLog } from '#server/ledger/check-log.ts'
import { Ledger } from '#server/ledger/ledger.ts'
import { eraseEvents, listAllLogs } from '#server/ledger/operator.sql.ts'
import { verifyTlogProof } from '#ledger/log/tlog-proof.ts'
import { parsePolicy } from '#ledger/notes/policy.ts'
import { listAuditEvents } from '#vault/audit/audit-log.ts'
import { createFolder } from '#vault/folders/folders.ts'
import { readProof } from '#vault/ledger/read-logs.ts'
import { growLedger } from '../support/grow-ledger.ts'
import { personWithVault } from '../support/people/vault-person.ts'
import { independentRoot } from '#ledger/testing/independent-tree.ts'
import { leafHash } from '#ledger/tree/hash.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

let server: TestServer
let tenant: string

beforeAll(async () => {
  server = await startServer()
  const { rows } = await server.database.owner<{ id: string }>('select id from tenants where is_default')
  tenant = rows[0]?.id ?? ''
})
afterAll(() => server.stop())

/** More of both by hand: docs/verification.md. */
const EVENTS = Number(process.env['LEDGER_EVENTS'] ?? 4_000)
const KILLS = Number(process.env['LEDGER_KILLS'] ?? 10)

const PERSON = '11111111-1111-4111-8111-111111111111'

const addEvents = (count: number, person: string | null = PERSON) =>
  server.database.owner(
    `insert into system_audit_log (tenant_id, event_type, event_category, user_id, action, details)
     select $1, 'file_records.update', 'data_access', $2, 'update', jsonb_build_object('n', n, 'ip', '192.0.2.7', 'ratio', 0.5)
     from generate_series(1, $3::int) as n`,
    [tenant, person, count],
  )

async function organisationLog() {
  const log = (await listAllLogs(server.database)).find(({ kind }) => kind === 'organisation')
  if (!log) throw new Error('no log')
  return log
}

/** As the owner of the tables may do, who can switch off every guard. */
async function asSuperuser(statement: string, values: unknown[] = []): Promise<void> {
  await server.database.asOwner(async (db) => {
    await db.query({ text: `set local session_replication_role = 'replica'` })
    await db.query({ text: statement, values })
  })
}

describe('places', () => {
  test(
    'are without a gap or a twin, however often those who give them are ended',
    { timeout: 30_000 + 10 * EVENTS },
    async () => {
      const others = [1, 2].map(() => new Ledger({ ...server, clock: server.clock }))
      const over = new AbortController()
      const sequencers = others.map(async (ledger) => {
        // The one whose connection was ended fails its round, as a process that is gone does.
        while (!over.signal.aborted) await ledger.placeAll().catch(() => undefined)
      })
      const ending = (async () => {
        let ended = 0
        while (!over.signal.aborted) {
          const { rowCount } = await server.database.owner(
            `select pg_terminate_backend(l.pid) from pg_locks l
           where l.locktype = 'advisory' and l.granted and l.pid <> pg_backend_pid()
             and l.database = (select oid from pg_database where datname = current_database()) and random() < 0.5`,
          )
          ended += rowCount ?? 0
        }
        return ended
      })()
      for (let i = 0; i < EVENTS / 100; i++) await addEvents(100).catch(() => addEvents(100))
      await new Promise((resolve) => setTimeout(resolve, 1500))
      over.abort()
      await Promise.all(sequencers)
      const ended = await ending
      console.info(`${EVENTS} events, ${ended} times ended`)
      expect(ended).toBeGreaterThan(KILLS)
      await server.ledger.placeAll()

      const log = await organisationLog()
      const { rows } = await server.database.owner<{ index: number; entry: Buffer; waiting: number; events: number }>(
        `select index::float8 as index, entry, (select count(*)::int from ledger.pending) as waiting,
              (select count(*)::int from system_audit_log where tenant_id = $2) as events
       from ledger.leaves where log_id = $1 order by index`,
        [log.id, tenant],
      )
      expect(rows.map(({ index }) => index)).toEqual(Array.from({ length: rows.length }, (_, i) => i))
      expect(rows[0]).toMatchObject({ waiting: 0, events: rows.length })
      expect(log.size).toBe(rows.length)
      await server.ledger.signAll(0)
      const { rows: signed } = await server.database.owner<{ root: Buffer }>(
        'select root from ledger.checkpoints where log_id = $1 and size = $2',
        [log.id, log.size],
      )
      expect(new Uint8Array(signed[0]?.root ?? [])).toEqual(independentRoot(rows.map(({ entry }) => leafHash(entry))))
      expect(await checkLog(server.database, log)).toEqual([])
    },
  )

  test('cannot be changed or removed, not even by the owner of the tables', async () => {
    for (const statement of [
      `update ledger.leaves set entry = 'x'`,
      'delete from ledger.leaves',
      'truncate ledger.leaves',
      `update ledger.checkpoints set root = root`,
      `update system_audit_log set details = '{"erased": true}', user_id = null`,
    ]) {
      await expect(server.database.owner(statement), statement).rejects.toThrow('append-only')
    }
  })

  test('an event that somebody removed before it had one leaves a place that says so', async () => {
    await addEvents(1)
    await asSuperuser(`delete from system_audit_log where id = (select event_id from ledger.pending)`)
    await server.ledger.placeAll()
    const log = await organisationLog()
    const { rows } = await server.database.owner<{ entry: Buffer }>(
      'select entry from ledger.leaves where log_id = $1 order by index desc limit 1',
      [log.id],
    )
    expect(JSON.parse(String(rows[0]?.entry))).toMatchObject({ typ: 'ledger.event_missing', rl: 'critical' })
    expect(await checkLog(server.database, log)).toEqual([])
  })

  test('a word that fits into no entry is refused where it is written', async () => {
    await expect(
      server.database.owner(
        `insert into system_audit_log (tenant_id, event_type, event_category, action) values ($1, $2, 'auth', 'x')`,
        [tenant, 'x'.repeat(201)],
      ),
    ).rejects.toThrow('system_audit_log_words')
  })
})

describe('an edit by somebody who can switch off every guard', () => {
  const changed: [string, string, string][] = [
    ['event_changed', `update system_audit_log set details = details || '{"ip": "192.0.2.8"}' where id = $1`, '100'],
    ['event_changed', `update system_audit_log set risk_level = 'critical' where id = $1`, '101'],
    ['event_changed', `update system_audit_log set created_at = created_at - interval '1 day' where id = $1`, '102'],
    ['event_changed', `update system_audit_log set user_id = null, details = '{}' where id = $1`, '103'],
    ['event_missing', `delete from system_audit_log where id = $1`, '104'],
    [
      'entry_changed',
      `update ledger.leaves set entry = replace(entry::text, '\\x7b', '\\x7b20')::bytea where event_id = $1`,
      '105',
    ],
  ]
  test.each(changed)('is found at its place: %s, %s', async (problem, statement, place) => {
    const log = await organisationLog()
    const index = Number(place)
    const { rows } = await server.database.owner<{ id: string; row: object }>(
      `select event_id as id, to_jsonb(l) as row from ledger.leaves f join system_audit_log l on l.id = f.event_id
       where f.log_id = $1 and f.index = $2`,
      [log.id, index],
    )
    const { rows: entries } = await server.database.owner<{ entry: Buffer }>(
      'select entry from ledger.leaves where log_id = $1 and index = $2',
      [log.id, index],
    )
    await asSuperuser(statement, [rows[0]?.id])
    const found = await checkLog(server.database, log)
    expect(found.map((one) => [one.index, one.problem])).toContainEqual([index, problem])
    expect(found.filter((one) => one.index !== index && one.problem !== 'root_differs')).toEqual([])

    await asSuperuser('delete from system_audit_log where id = $1', [rows[0]?.id])
    await asSuperuser('insert into system_audit_log select * from jsonb_populate_record(null::system_audit_log, $1)', [
      JSON.stringify(rows[0]?.row),
    ])
    await asSuperuser('update ledger.leaves set entry = $3 where log_id = $1 and index = $2', [
      log.id,
      index,
      entries[0]?.entry,
    ])
    expect(await checkLog(server.database, log)).toEqual([])
  })

  test('who makes all hashes new is found by the root that was signed', async () => {
    const log = await organisationLog()
    const { rows } = await server.database.owner<{ entry: Buffer }>(
      'select entry from ledger.leaves where log_id = $1 and index = 7',
      [log.id],
    )
    const other = Buffer.from(String(rows[0]?.entry).replace('"low"', '"high"'))
    await server.ledger.signAll(0)
    await asSuperuser('update ledger.leaves set entry = $2 where log_id = $1 and index = 7', [log.id, other])
    await asSuperuser(
      `update ledger.tiles set hashes = overlay(hashes placing $2 from 7 * 32 + 1) where log_id = $1 and level = 0 and index = 0`,
      [log.id, Buffer.from(leafHash(other))],
    )
    expect(await checkLog(server.database, await organisationLog())).toContainEqual({
      index: log.size - 1,
      eventId: null,
      problem: 'root_differs',
    })
    await asSuperuser('update ledger.leaves set entry = $2 where log_id = $1 and index = 7', [log.id, rows[0]?.entry])
    await asSuperuser(
      `update ledger.tiles set hashes = overlay(hashes placing $2 from 7 * 32 + 1) where log_id = $1 and level = 0 and index = 0`,
      [log.id, Buffer.from(leafHash(rows[0]?.entry ?? Buffer.alloc(0)))],
    )
    expect(await checkLog(server.database, log)).toEqual([])
  })
})

describe('a person who is erased', () => {
  test('is in no event any more, and every entry stays as it was', async () => {
    const other = '22222222-2222-4222-8222-222222222222'
    await addEvents(20, other)
    await expect(eraseEvents(server.database, other, 'asked for it')).rejects.toThrow('wait for their place')
    await server.ledger.placeAll()
    const before = await organisationLog()
    const entries = () =>
      server.database.owner<{ entry: Buffer }>(
        'select entry from ledger.leaves where log_id = $1 and index < $2 order by index',
        [before.id, before.size],
      )
    const { rows: were } = await entries()
    expect(await eraseEvents(server.database, other, 'asked for it')).toBe(20)
    const { rows } = await server.database.owner(
      `select 1 from system_audit_log where user_id = $1 or details::text like '%' || $1 || '%'
       union all select 1 from ledger.subject_keys where subject_id = $1::uuid
       union all select 1 from ledger.event_keys where subject_id = $1::uuid`,
      [other],
    )
    expect(rows).toEqual([])
    expect((await entries()).rows).toEqual(were)
    await server.ledger.placeAll()
    await server.ledger.signAll(0)
    expect(await checkLog(server.database, await organisationLog())).toEqual([])
  })

  test('leaves a proof that was saved before as good as it was', async () => {
    const ada = await personWithVault(server)
    await createFolder(ada.api, ada.vault, { parentId: null, name: 'of before' })
    await growLedger(server.ledger)
    const stored = async (event: string) => {
      const { rows } = await server.database.owner<{ entry: Buffer; origin: string; details: object }>(
        `select f.entry, g.origin, l.details from ledger.leaves f join ledger.logs g on g.id = f.log_id
         join system_audit_log l on l.id = f.event_id where f.event_id = $1`,
        [event],
      )
      if (!rows[0]) throw new Error('no entry')
      return { ...rows[0], leaf: leafHash(new Uint8Array(rows[0].entry)) }
    }
    const [row] = await listAuditEvents(ada.api, { filter: { userId: ada.userId }, limit: 1 })
    const event = row?.id ?? ''
    const proof = await readProof(ada.api, event)
    const before = await stored(event)
    const keys = await server.ledger.keysOf(before.origin)
    const policy = parsePolicy(`${keys.map((key) => `log ${key}`).join('\n')}\nquorum none\n`)
    await expect(verifyTlogProof(proof, before.leaf, policy)).resolves.toBeDefined()

    expect(await eraseEvents(server.database, ada.userId, 'asked for it')).toBeGreaterThan(0)
    await growLedger(server.ledger)
    const after = await stored(event)
    expect(after.details).toEqual({ erased: true })
    await expect(verifyTlogProof(proof, after.leaf, policy)).resolves.toBeDefined()
    // One that is made later is of the same entry, in a tree that has grown.
    const later = await readProof(ada.api, event)
    expect(later).not.toBe(proof)
    await expect(verifyTlogProof(later, before.leaf, policy)).resolves.toBeDefined()
  })

  test('takes nothing from others, and what an erasure looks like is not enough', async () => {
    await expect(
      server.database.owner(
        `update system_audit_log set user_id = null, details = '{"erased": true}' where user_id = $1`,
        [PERSON],
      ),
    ).rejects.toThrow('append-only')
  })
})
