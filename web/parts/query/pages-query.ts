import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'

/** Answer of a list that comes in pages: `after` is where the next one begins, absent at the end. */
type Page = { after?: string | null | undefined }

/**
 * Returns a query of a list that comes in pages, for `useInfiniteQuery`.
 * @param more options of the query besides, such as how often it is asked again.
 */
export function pagesQuery<Answer extends Page>(
  queryKey: QueryKey,
  read: (after: string | undefined, asked: { signal: AbortSignal }) => Promise<Answer>,
  more: { refetchInterval?: number } = {},
) {
  return infiniteQueryOptions({
    queryKey,
    // A list whose `read` takes the signal out is ended with its page, so it is not taken out here.
    queryFn: (asked) => read(asked.pageParam, asked),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ after }) => after ?? undefined,
    ...more,
  })
}
