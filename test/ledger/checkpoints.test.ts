import { expect, test } from 'vitest'
import { parsePolicy } from '#ledger/notes/policy.ts'
import { parseVerifierKey } from '#ledger/notes/verifier-key.ts'
import { verifyCheckpoint } from '#ledger/log/verify-checkpoint.ts'
import { lastSeconds } from '#ledger/witness/last-seconds.ts'
import { pruneCheckpoints } from '#server/ledger/checkpoints.ts'
import { startServer } from '../support/server/test-server.ts'

test('checkpoints of a day ago are thinned out, and those of a month ago more; the newest of each log stays', async () => {
  const pruned = await startServer()
  try {
    await pruned.database.asOwner(async (db) => {
      const origins = ['a', 'b']
      for (const origin of origins) {
        await db.query({
          text: `with log as (insert into ledger.logs (kind, origin, ended_at) values ('system', $1, now()) returning id)
                 insert into ledger.checkpoints (log_id, size, root, note, signed_at)
                 select log.id, row_number() over (order by at), decode(repeat('00', 32), 'hex'), 'note', at
                 from log, (select date_trunc('day', now(), 'UTC') - interval '40 days' + n * interval '20 minutes' as at from generate_series(0, 143) as n
                            union all
                            select date_trunc('day', now(), 'UTC') - interval '5 days' + n * interval '20 minutes' from generate_series(0, 71) as n
                            union all select now() - n * interval '1 minute' from generate_series(0, case $1 when 'a' then 30 else -1 end) as n) as times`,
          values: [origin],
        })
      }
    })
    const deleted = await pruneCheckpoints(pruned.database)
    const { rows } = await pruned.database.owner<{ origin: string; old: number; days: number; today: number }>(
      `select origin, count(*) filter (where signed_at < now() - interval '30 days')::int as old,
              count(*) filter (where signed_at between now() - interval '30 days' and now() - interval '1 day')::int as days,
              count(*) filter (where signed_at > now() - interval '1 day')::int as today
       from ledger.checkpoints join ledger.logs on id = log_id where origin in ('a', 'b') group by 1 order by 1`,
    )
    // Two days of 72, a day of 24 hours with three each, and half an hour of today.
    expect(rows).toEqual([
      { origin: 'a', old: 2, days: 24, today: 31 },
      { origin: 'b', old: 2, days: 24, today: 0 },
    ])
    expect(deleted).toBe(2 * (144 - 2 + 72 - 24))
    expect(await pruneCheckpoints(pruned.database)).toBe(0)
  } finally {
    await pruned.stop()
  }
})

test('a clock that was put back signs no checkpoint that is older than the one before', async () => {
  const server = await startServer()
  try {
    const signNext = async (): Promise<number> => {
      await server.database.owner(
        `insert into system_audit_log (event_type, event_category, action) values ('x', 'auth', 'x')`,
      )
      await server.ledger.placeAll()
      await server.ledger.signAll(0)
      const { rows } = await server.database.owner<{ note: string; origin: string }>(
        `select c.note, l.origin from ledger.checkpoints c join ledger.logs l on l.id = c.log_id where l.kind = 'system'
         order by c.size desc limit 1`,
      )
      const { note, origin } = rows[0] ?? { note: '', origin: '' }
      const keys = await server.ledger.keysOf(origin)
      await verifyCheckpoint(note, parsePolicy(`${keys.map((key) => `log ${key}`).join('\n')}\nquorum none\n`))
      const times = await Promise.all(keys.map((key) => lastSeconds(parseVerifierKey(key), note).catch(() => 0)))
      return Math.max(...times)
    }
    const first = await signNext()
    server.clock.advance(-7_200)
    expect(await signNext()).toBe(first)
    expect(await signNext()).toBe(first)
    // One that somebody changed in the database says nothing, and holds nothing up.
    await server.database.asOwner(async (db) => {
      await db.query({ text: `set local session_replication_role = 'replica'` })
      await db.query({ text: `update ledger.checkpoints set note = 'changed'` })
    })
    expect(await signNext()).toBeLessThan(first)
  } finally {
    await server.stop()
  }
})
