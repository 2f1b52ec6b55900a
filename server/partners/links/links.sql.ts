import type { As } from '../../lists/declared-list.ts'

export type LinkRow = {
  id: string
  code: string
  path: string
  is_paused: boolean
  created_at: Date
  /** Since it was made. */
  visits: number
  /** Of the last thirty days that had any. */
  days: { day: string; count: number }[]
}

/** Links of a partner, under row-level security: those of who asks, or of the organisation whose partners they manage. */
export async function listLinks({ database, caller }: As, partner: string): Promise<LinkRow[]> {
  const { rows } = await database.oneAsCaller<LinkRow>(caller, {
    text: `select l.id, l.code, l.path, l.is_paused, l.created_at,
                  coalesce(v.total, 0)::float8 as visits, coalesce(v.days, '[]') as days
           from partners.links l
           left join lateral (
             select sum(v.visit_count) as total,
                    jsonb_agg(jsonb_build_object('day', v.day, 'count', v.visit_count) order by v.day)
                      filter (where v.day > partners.today() - 30) as days
             from partners.visits v where v.tenant_id = l.tenant_id and v.link_id = l.id) v on true
           where l.tenant_id = (select authz.tenant()) and l.partner_id = $1
           order by l.created_at, l.id`,
    values: [partner],
  })
  return rows
}
