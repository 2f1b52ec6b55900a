import { useQuery } from '@tanstack/react-query'
import { formatShortDateTime } from '#web/lib/format.ts'
import type { ModelRequest } from '#web/lib/remote/vault-client.ts'
import { analytics as words } from '#web/messages/studio/analytics.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { StateMark, type StateTone } from '#web/ui/feedback/state-mark.tsx'
import { CardSection } from '#web/ui/layout/card.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Table, type TableColumn } from '#web/ui/list/table.tsx'
import { requestsQuery } from '../models.queries.ts'
import { seconds, whole } from './figures.ts'

const ROW_PX = 48
const TONES: Readonly<Record<ModelRequest['status'], StateTone>> = {
  running: 'planned',
  ok: 'good',
  error: 'bad',
  blocked: 'warn',
  aborted: 'none',
  over_budget: 'warn',
}

/** The log of requests: who asked for what, and how it ended. Nothing where it has none. */
export function LatestRequests() {
  const query = useQuery(requestsQuery(useVault().models))
  if (query.data?.length === 0) return null
  return (
    <CardSection aria-label={words.latest} className="overflow-hidden pt-4">
      <div className="px-4 pb-3">
        <Heading look="small">{words.latest}</Heading>
        <Text tone="hint" size="xs">
          {words.latestText}
        </Text>
      </div>
      <QueryView
        query={query}
        text={{ failed: words.latestFailed, retry: words.retry }}
        skeleton={<SkeletonRows label={words.loading} rows={3} rowHeight={ROW_PX} />}
      >
        {(requests) => (
          <Table<ModelRequest> label={words.latest} rows={requests} rowId={({ id }) => id} columns={columnsOf()} />
        )}
      </QueryView>
    </CardSection>
  )
}

const columnsOf = (columns = words.latestColumns): readonly TableColumn<ModelRequest>[] => [
  { id: 'at', header: columns.at, cell: timeCell },
  { id: 'what', header: columns.what, cell: whatCell },
  { id: 'person', header: columns.person, from: 'lg', cell: ({ person }) => person ?? words.noPerson },
  { id: 'end', header: columns.end, cell: endCell },
  {
    id: 'tokens',
    header: columns.tokens,
    from: 'sm',
    cell: ({ tokens_in: sent, tokens_out: got }) => whole(sent + got),
  },
]

const timeCell = ({ started_at: at }: ModelRequest) => (
  <span className="tabular-nums">{formatShortDateTime(new Date(at))}</span>
)

const whatCell = ({ endpoint, model, latency_ms: took }: ModelRequest) => (
  <span className="wrap-anywhere">
    {words.endpoint(endpoint)}
    <Text tone="hint" size="xs">
      {[model, ...(took === null ? [] : [seconds(took)])].join(' · ')}
    </Text>
  </span>
)

const endCell = ({ status, error_code: code }: ModelRequest) => (
  <span className="wrap-anywhere">
    <StateMark tone={TONES[status]}>{words.statuses[status]}</StateMark>
    {code !== null && status !== 'aborted' && (
      <Text tone="hint" size="xs">
        {words.reason(code)}
      </Text>
    )}
  </span>
)
