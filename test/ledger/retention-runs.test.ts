import { describe, expect, test } from 'vitest'
import { RETENTION_LIMITS } from '#contract/compliance/retention.ts'
import { applyRetention } from '#server/ledger/retention.ts'
import { growLedger } from '../support/grow-ledger.ts'
import { pastTriggers } from '../support/server/past-triggers.ts'
import {
  eventsOf,
  happened,
  meanwhile,
  member,
  owner,
  rowOf,
  server,
  stageRetention,
  waits,
} from './retention-stage.ts'

stageRetention()

const home = async () =>
  (
    await server.database.owner<{ id: string }>('select tenant_id as id from profiles where user_id = $1', [
      owner.userId,
    ])
  ).rows[0]?.id ?? ''
const step = async () =>
  (await server.database.owner<{ more: boolean }>("select ledger.apply_retention($1, 'auth') as more", [await home()]))
    .rows[0]?.more
const forget = () => server.database.owner('delete from ledger.retention_progress')

describe('a run of retention', () => {
  test('takes one day at a time, so that a hold waits for no more than that', async () => {
    const days = [
      await happened({ ago: '440 days' }),
      await happened({ ago: '420 days' }),
      await happened({ ago: '419 days' }),
    ]
    const before = (await eventsOf('retention.applied')).length
    await forget()
    const left = async () => (await Promise.all(days.map(rowOf))).filter(({ user_id: user }) => user !== null).length
    const seen = []
    for (let hasMore: boolean | undefined = true; hasMore;) {
      hasMore = await step()
      seen.push(await left())
    }
    expect(seen.slice(0, 3)).toEqual([2, 1, 0])
    // One event for all of them.
    const events = await eventsOf('retention.applied')
    expect(events).toHaveLength(before + 1)
    expect(events[0]?.details).toMatchObject({ category: 'auth', events: 3 })
  })

  test('removes nothing while an event that is older than the time waits for its place', async () => {
    const old = await happened({ ago: '440 days' })
    const waiting = await waits({ ago: '450 days' })
    await forget()
    await applyRetention(server.database)
    expect(await rowOf(old)).toMatchObject({ user_id: member.userId })
    expect(await rowOf(waiting)).toMatchObject({ user_id: member.userId })
    await growLedger(server.ledger)
    await applyRetention(server.database)
    for (const id of [old, waiting]) expect(await rowOf(id)).toMatchObject({ user_id: null })
  })

  test('goes by the time that is in force when its turn comes', async () => {
    const old = await happened({ ago: '440 days' })
    await forget()
    await meanwhile("insert into audit_retention (tenant_id, category) values ($1, 'auth')", [await home()], step)
    expect(await rowOf(old)).toMatchObject({ user_id: member.userId })
  })

  test('continues after an organisation where it failed, and says so', async () => {
    const first = '00000000-0000-4000-8000-000000000000'
    const old = await happened({ ago: '440 days' })
    await forget()
    await server.database.owner("insert into tenants (id, name) values ($1, 'First')", [first])
    await server.database.owner(
      `alter table ledger.retention_progress add constraint none check (tenant_id <> '${first}')`,
    )
    await expect(applyRetention(server.database)).rejects.toThrow(`auth of organisation ${first}`)
    await server.database.owner('alter table ledger.retention_progress drop constraint none')
    expect(await rowOf(old)).toMatchObject({ user_id: null })
  })

  test('reads each event of a day a few times, however many people there are', async () => {
    const [events, people] = [20_000, 1000]
    // So that the log is there.
    await happened({ ago: '1 day' })
    const day = `now() - interval '${RETENTION_LIMITS.least * 20} days'`
    const id = `md5('person' || i % ${people})::uuid`
    await pastTriggers(
      server.database,
      `insert into system_audit_log (tenant_id, created_at, event_type, event_category, user_id, action)
       select $1, ${day}, 'login.succeeded', 'auth', ${id}, 'login' from generate_series(1, ${events}) i`,
      [await home()],
    )
    await server.database.owner(
      `insert into ledger.event_keys (log_id, subject_id, category, day, key)
       select g.id, ${id}, 'auth', (${day})::date, sha256('') from generate_series(1, ${people}) i, ledger.logs g where g.tenant_id = $1`,
      [await home()],
    )
    // One in twenty is kept.
    await server.database.owner(
      `insert into legal_holds (tenant_id, about, reason) select $1, ${id}, 'x' from generate_series(1, ${people}, 20) i`,
      [await home()],
    )
    await forget()
    const read = await server.database.asOwner(async (db) => {
      await db.query({ text: "select ledger.apply_retention($1, 'auth')", values: [await home()] })
      const { rows } = await db.query<{ read: number }>({
        text: `select (seq_tup_read + idx_tup_fetch)::float8 as read from pg_stat_xact_user_tables where relid = 'public.system_audit_log'::regclass`,
      })
      return rows[0]?.read ?? 0
    })
    expect(read).toBeGreaterThan(events)
    expect(read).toBeLessThan(10 * events)
    const { rows } = await server.database.owner<{ left: number }>(
      `select count(*)::int as left from ledger.event_keys where subject_id in (select ${id} from generate_series(1, ${people}) i)`,
    )
    expect(rows).toEqual([{ left: people / 20 }])
  })
})
