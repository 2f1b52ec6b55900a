import { expect, test } from 'vitest'
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
