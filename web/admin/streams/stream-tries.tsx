import { useQuery } from '@tanstack/react-query'
import { formatCount, formatShortDateTime } from '#web/lib/format.ts'
import type { EventStream, StreamTry } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { streams as text } from '#web/messages/streams.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Span, Text } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Table } from '#web/ui/list/table.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { triesQuery } from './streams.queries.ts'

const ROW_PX = 40
const words = text.tries

/** The last 200 tries of a stream. */
export function StreamTries({ stream: { id, name } }: { stream: EventStream }) {
  const { data, error } = useQuery(triesQuery(useVault().streams, id))
  if (error) return <Notice tone="error">{sentenceFor(error)}</Notice>
  if (!data) return <SkeletonRows label={words.loading} rows={5} rowHeight={ROW_PX} />
  if (data.length === 0) return <Text tone="soft">{words.none}</Text>
  return (
    <div className="-mx-6">
      <Table
        label={words.title(name)}
        rows={data}
        rowId={(row) => `${row.at} ${row.first_index}`}
        columns={[
          { id: 'at', header: words.at, cell: ({ at }) => formatShortDateTime(new Date(at)) },
          {
            id: 'range',
            header: words.range,
            from: 'sm',
            cell: ({ first_index: first, last_index: last }) => words.places(first, last),
          },
          { id: 'events', header: words.events, cell: ({ events }) => formatCount(events) },
          {
            id: 'result',
            header: words.result,
            cell: resultOf,
          },
        ]}
      />
    </div>
  )
}

function resultOf({ error: failure, took_ms: took }: StreamTry) {
  const result = failure ? text.problem(failure.problem, failure.number) : words.taken
  return <Span tone={failure ? 'danger' : 'soft'}>{`${result}, ${words.took(took)}`}</Span>
}
