import type { As } from '../../lists/declared-list.ts'

/** `weighted_minor`: each amount times the probability of its stage; the sum is rounded, half a unit up. */
type Sum = { count: number; amount_minor: number; weighted_minor: number }
type Period = 'past' | 'month' | 'later' | 'undated'

const MONTHS = 6

/** Open deals by the month in which they are expected to close, this one and the next five, and what was won this quarter and the last. In UTC. */
export async function readForecast({ database, caller }: As) {
  return database.asCaller(caller, async (db) => {
    await db.query({ text: 'select sales.managed()' })
    const { rows: sums } = await db.query<Sum & { period: Period; month: string | null }>({
      text: `with start as (select date_trunc('month', clock_timestamp() at time zone 'UTC')::date as month)
             select p.period, p.month, count(*)::integer as count, coalesce(sum(d.amount_minor), 0)::float8 as amount_minor,
                    floor((coalesce(sum(d.amount_minor::numeric * s.probability), 0) + 50) / 100)::float8 as weighted_minor
             from sales.deals d
             join sales.stages s on s.id = d.stage_id and s.kind = 'open'
             cross join start
             cross join lateral (
               select case when d.closes_on is null then 'undated' when d.closes_on < start.month then 'past'
                           when d.closes_on >= start.month + interval '${MONTHS} months' then 'later' else 'month' end as period) k
             cross join lateral (select k.period, case when k.period = 'month' then to_char(d.closes_on, 'YYYY-MM') end as month) p
             where d.tenant_id = (select sales.managed())
             group by p.period, p.month`,
    })
    const { rows: months } = await db.query<{ month: string }>({
      text: `select to_char(date_trunc('month', clock_timestamp() at time zone 'UTC') + n * interval '1 month', 'YYYY-MM') as month
             from generate_series(0, ${MONTHS - 1}) as n order by n`,
    })
    const { rows: won } = await db.query<{ is_this: boolean; count: number; amount_minor: number }>({
      text: `with quarter as (select date_trunc('quarter', clock_timestamp() at time zone 'UTC') at time zone 'UTC' as start,
                                     date_trunc('quarter', (clock_timestamp() at time zone 'UTC') - interval '3 months') at time zone 'UTC' as former)
             select d.stage_since >= quarter.start as is_this, count(*)::integer as count, coalesce(sum(d.amount_minor), 0)::float8 as amount_minor
             from sales.deals d join sales.stages s on s.id = d.stage_id and s.kind = 'won' cross join quarter
             where d.tenant_id = (select sales.managed()) and d.stage_since >= quarter.former
             group by 1`,
    })
    const none: Sum = { count: 0, amount_minor: 0, weighted_minor: 0 }
    const of = (period: Period, month: string | null = null): Sum => {
      const found = sums.find((one) => one.period === period && one.month === month)
      return found
        ? { count: found.count, amount_minor: found.amount_minor, weighted_minor: found.weighted_minor }
        : none
    }
    const wonIn = (isThis: boolean) => {
      const found = won.find(({ is_this }) => is_this === isThis)
      return { count: found?.count ?? 0, amount_minor: found?.amount_minor ?? 0 }
    }
    return {
      months: months.map(({ month }) => ({ month, ...of('month', month) })),
      past: of('past'),
      later: of('later'),
      undated: of('undated'),
      won: { this_quarter: wonIn(true), last_quarter: wonIn(false) },
    }
  })
}
