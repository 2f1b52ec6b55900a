import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { AuditEvent } from '#web/lib/remote/vault-client.ts'
import { audit as auditWords } from '#web/messages/audit/audit.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Table } from '#web/ui/list/table.tsx'
import type { StateOf } from '../ledger/event-state.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { auditColumns } from './audit-columns.tsx'
import { namesQuery } from '#web/parts/audit/names.queries.ts'
import type { LogRows } from './audit.queries.ts'

const ROW_PX = 40

type Props = {
  list: UseQueryResult<LogRows>
  stateOf: StateOf
  onShow: (event: AuditEvent) => void
}

/** One page of events, or why there is none. */
export function AuditTable({ list, stateOf, onShow }: Props) {
  const { data: people = [] } = useQuery(namesQuery(useVault().audit, list.data?.rows ?? []))
  const names = new Map(people.map((person) => [person.userId, person]))
  const columns = auditColumns(names, stateOf, onShow)
  return (
    <QueryView
      query={list}
      text={auditWords}
      skeleton={<SkeletonRows label={auditWords.loading} rows={10} rowHeight={ROW_PX} />}
      className="px-4 pb-4"
    >
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState title={auditWords.empty} text="" seed={auditWords.empty} />
        ) : (
          <Table label={auditWords.title} columns={columns} rows={rows} rowId={({ id }) => id} onPress={onShow} />
        )
      }
    </QueryView>
  )
}
