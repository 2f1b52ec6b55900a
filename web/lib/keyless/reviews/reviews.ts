import { z } from 'zod'
import { ITEM_REASONS, ITEM_STATES, REVIEW_SCOPES, REVIEW_STATES, type ItemState } from '#contract/reviews/reviews.ts'
import type { VaultApi } from '#vault/session/api.ts'

const PATH = '/reviews/v1'

const review = z.object({
  id: z.string(),
  name: z.string(),
  due_on: z.string(),
  is_late: z.boolean(),
  scope: z.enum(REVIEW_SCOPES),
  scope_role: z.string().nullable(),
  scope_name: z.string(),
  covers_roles: z.boolean(),
  covers_spaces: z.boolean(),
  state: z.enum(REVIEW_STATES),
  created_at: z.string(),
  closed_at: z.string().nullable(),
  reviewers: z.array(z.object({ id: z.string(), email: z.string() })),
  is_reviewer: z.boolean(),
  items: z.number(),
  pending: z.number(),
  waiting: z.number(),
  failed: z.number(),
})
/** Who has which role and is in which team space, to be decided on. */
export type AccessReview = z.output<typeof review>
const page = z.object({ reviews: z.array(review), after: z.string().nullable() })

const item = z.object({
  id: z.string(),
  person_id: z.string().nullable(),
  person_name: z.string(),
  person_email: z.string(),
  kind: z.enum(['role', 'space']),
  held_role: z.string(),
  space_id: z.string().nullable(),
  until: z.string().nullable(),
  state: z.enum(ITEM_STATES),
  reason: z.enum(ITEM_REASONS).nullable(),
  note: z.string(),
  decider: z.string(),
  decided_at: z.string().nullable(),
  is_me: z.boolean(),
})
/** A grant as it was when its review began. */
export type ReviewItem = z.output<typeof item>
const items = z.object({ items: z.array(item), after: z.string().nullable() })

export type NewReview = {
  name: string
  /** ISO 8601 date. */
  due_on: string
  covers_roles: boolean
  covers_spaces: boolean
  reviewers: readonly string[]
} & ({ scope: 'people' | 'guests' } | { scope: 'team'; team: string } | { scope: 'role'; role: string })

const made = z.object({ id: z.string() })
const decided = z.object({ state: z.enum(ITEM_STATES) })

/** Newest first. @throws {VaultError} `not_allowed` */
export async function listReviews(api: VaultApi, after?: string) {
  return page.parse(await read(api, `/reviews${after === undefined ? '' : `?after=${after}`}`))
}

/** @throws {VaultError} `entry_gone` */
export async function readReview(api: VaultApi, id: string): Promise<AccessReview> {
  return review.parse(await read(api, `/reviews/${id}`))
}

/** By address. @param state those in this state alone */
export async function listReviewItems(api: VaultApi, id: string, state: ItemState | null, after?: string) {
  const query = new URLSearchParams({ ...(state && { state }), ...(after !== undefined && { after }) })
  return items.parse(await read(api, `/reviews/${id}/items?${query.toString()}`))
}

/** Makes a draft. @returns its id */
export async function makeReview(api: VaultApi, given: NewReview): Promise<string> {
  return made.parse(await api.post(`${PATH}/reviews`, given)).id
}

/** Freezes what it covers. */
export async function openReview(api: VaultApi, id: string): Promise<void> {
  await api.post(`${PATH}/reviews/${id}/open`, {})
}

export async function closeReview(api: VaultApi, id: string): Promise<void> {
  await api.post(`${PATH}/reviews/${id}/close`, {})
}

/** Deletes a draft. */
export async function discardReview(api: VaultApi, id: string): Promise<void> {
  await api.fetch(`${PATH}/reviews/${id}`, { method: 'DELETE' })
}

/** @returns the state of the item afterwards */
export async function decideItem(api: VaultApi, id: string, decision: 'keep' | 'remove'): Promise<ItemState> {
  return decided.parse(await api.post(`${PATH}/items/${id}/decision`, { decision })).state
}

/** Every item as CSV; its hash is in the audit log. */
export async function exportReview(api: VaultApi, id: string): Promise<Blob> {
  return (await api.fetch(`${PATH}/reviews/${id}/export`, { method: 'GET' })).blob()
}

async function read(api: VaultApi, path: string): Promise<unknown> {
  return (await api.fetch(`${PATH}${path}`, { method: 'GET' })).json()
}
