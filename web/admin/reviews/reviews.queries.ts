import { queryOptions } from '@tanstack/react-query'
import type { ItemState } from '#contract/reviews/reviews.ts'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'
import { pagesQuery } from '#web/parts/query/pages-query.ts'

/** Of everything that this room shows. */
export const REVIEWS_KEY = 'reviews'

type Client = VaultClient['reviews']

export function reviewsQuery(reviews: Client) {
  return pagesQuery([REVIEWS_KEY, 'list'], (after) => reviews.list(after))
}

export function reviewQuery(reviews: Client, id: string) {
  return queryOptions({ queryKey: [REVIEWS_KEY, 'one', id], queryFn: () => reviews.read(id) })
}

export function reviewItemsQuery(reviews: Client, id: string, state: ItemState | null) {
  return pagesQuery([REVIEWS_KEY, 'items', id, state], (after) => reviews.items(id, state, after))
}

export function offboardingsQuery(reviews: Client) {
  return pagesQuery([REVIEWS_KEY, 'offboardings'], (after) => reviews.offboardings(after))
}

/** Counted again each time it is looked at. */
export function offboardingFactsQuery(reviews: Client, person: string) {
  return queryOptions({ queryKey: [REVIEWS_KEY, 'facts', person], queryFn: () => reviews.facts(person), staleTime: 0 })
}
