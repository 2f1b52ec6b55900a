import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ItemState } from '#contract/reviews/reviews.ts'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'

/** Of everything that this room shows. */
export const REVIEWS_KEY = 'reviews'

type Client = VaultClient['reviews']

export function reviewsQuery(reviews: Client) {
  return infiniteQueryOptions({
    queryKey: [REVIEWS_KEY, 'list'],
    queryFn: ({ pageParam }) => reviews.list(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ after }) => after ?? undefined,
  })
}

export function reviewQuery(reviews: Client, id: string) {
  return queryOptions({ queryKey: [REVIEWS_KEY, 'one', id], queryFn: () => reviews.read(id) })
}

export function reviewItemsQuery(reviews: Client, id: string, state: ItemState | null) {
  return infiniteQueryOptions({
    queryKey: [REVIEWS_KEY, 'items', id, state],
    queryFn: ({ pageParam }) => reviews.items(id, state, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ after }) => after ?? undefined,
  })
}

export function offboardingsQuery(reviews: Client) {
  return infiniteQueryOptions({
    queryKey: [REVIEWS_KEY, 'offboardings'],
    queryFn: ({ pageParam }) => reviews.offboardings(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ after }) => after ?? undefined,
  })
}

/** Counted again each time it is looked at. */
export function offboardingFactsQuery(reviews: Client, person: string) {
  return queryOptions({ queryKey: [REVIEWS_KEY, 'facts', person], queryFn: () => reviews.facts(person), staleTime: 0 })
}
