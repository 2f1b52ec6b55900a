import type { ItemReason, ItemState, ReviewScope } from '#contract/reviews/reviews.ts'
import type { Caller, Database } from '../db/database.ts'

export type AsCaller = { database: Database; caller: Caller }

/** Rows of one answer. */
export const PAGE = 100

export type ReviewRow = {
  id: string
  name: string
  due_on: string
  is_late: boolean
  scope: ReviewScope
  scope_role: string | null
  scope_name: string
  covers_roles: boolean
  covers_spaces: boolean
  state: 'draft' | 'open' | 'closed'
  created_at: Date
  opened_at: Date | null
  closed_at: Date | null
  reviewers: { id: string; email: string }[]
  is_reviewer: boolean
  items: number
  pending: number
  waiting: number
  failed: number
}

/** Newest first. @param one of these alone, or all after a row */
export async function listReviews(
  { database, caller }: AsCaller,
  { one, after }: { one?: string; after?: string | undefined },
): Promise<ReviewRow[]> {
  const { rows } = await database.oneAsCaller<ReviewRow>(caller, {
    text: `with shown as (
             select r.* from reviews.reviews r
             where reviews.managed() is not null and ($1::uuid is null or r.id = $1)
               and ($2::uuid is null or (r.created_at, r.id) < (select b.created_at, b.id from reviews.reviews b where b.id = $2))
             order by r.created_at desc, r.id desc limit ${PAGE})
           select s.id, s.name, s.due_on::text as due_on, s.state = 'open' and s.due_on < (now() at time zone 'UTC')::date as is_late,
                  s.scope, s.scope_role, s.scope_name, s.covers_roles, s.covers_spaces, s.state, s.created_at, s.opened_at, s.closed_at,
                  w.reviewers, w.is_reviewer, c.items, c.pending, c.waiting, c.failed
           from shown s
           cross join lateral (
             select coalesce(jsonb_agg(jsonb_build_object('id', v.user_id, 'email', v.email) order by v.email), '[]') as reviewers,
                    coalesce(bool_or(v.user_id = auth.uid()), false) as is_reviewer
             from reviews.reviewers_of(s.id) v) w
           cross join lateral (
             select count(*)::integer as items, (count(*) filter (where i.state = 'pending'))::integer as pending,
                    (count(*) filter (where i.state = 'remove'))::integer as waiting,
                    (count(*) filter (where i.state = 'failed'))::integer as failed
             from reviews.items i where i.tenant_id = s.tenant_id and i.review_id = s.id) c
           order by s.created_at desc, s.id desc`,
    values: [one ?? null, after ?? null],
  })
  return rows
}

export type ItemRow = {
  id: string
  person_id: string | null
  person_name: string
  person_email: string
  kind: 'role' | 'space'
  held_role: string
  space_id: string | null
  granted_at: Date
  until: Date | null
  state: ItemState
  reason: ItemReason | null
  note: string
  decider: string
  decided_at: Date | null
  applied_at: Date | null
  is_me: boolean
}

/** By address. @param most rows, after the item `after` */
export async function listItems(
  { database, caller }: AsCaller,
  {
    review,
    after,
    state,
    most,
  }: { review: string; after?: string | undefined; state?: ItemState | undefined; most: number },
): Promise<ItemRow[]> {
  const { rows } = await database.oneAsCaller<ItemRow>(caller, {
    text: `select i.id, i.person_id, i.person_name, i.person_email, i.kind, i.held_role, i.space_id, i.granted_at, i.until, i.state, i.reason,
                  i.note, i.decider, i.decided_at, i.applied_at, coalesce(i.person_id = auth.uid(), false) as is_me
           from reviews.items i
           where i.review_id = $1 and reviews.managed() is not null and ($3::text is null or i.state = $3)
             and ($2::uuid is null or (i.person_email, i.id) > (select b.person_email, b.id from reviews.items b where b.id = $2))
           order by i.person_email, i.id limit $4`,
    values: [review, after ?? null, state ?? null, most],
  })
  return rows
}
