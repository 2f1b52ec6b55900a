import type { ReactNode } from 'react'
import { ListFailed } from './list-failed.tsx'

type Query<Data> = {
  data: Data | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => Promise<unknown>
}

type Props<Data> = {
  query: Query<Data>
  /** What could not be read, and the word of the button that tries again. */
  text: { failed: string; retry: string }
  /** What is shown while it loads. */
  skeleton: ReactNode
  /** Around the failure, where what surrounds this has no padding of its own. */
  className?: string
  children: (data: Data) => ReactNode
}

/** What was read; before that, that it is being read, or why it could not be. A later reading that fails takes nothing away. */
export function QueryView<Data>({ query, text, skeleton, className, children }: Props<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (!query.error) return skeleton
  return (
    <div className={className}>
      <ListFailed text={text} query={query} />
    </div>
  )
}
