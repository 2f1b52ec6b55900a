import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'

/** Answer of a list that comes in pages: `after` is where the next one begins, absent at the end. */
type Page = { after?: string | null | undefined }

/**
 * Returns a query of a list that comes in pages, for `useInfiniteQuery`.
 * @param more options of the query besides, such as how often it is asked again.
 */
export function pagesQuery<Answer extends Page>(
  queryKey: QueryKey,
  read: (after: string | undefined) => Promise<Answer>,
  more: { refetchInterval?: number } = {},
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ after }) => after ?? undefined,
    ...more,
  })
}
