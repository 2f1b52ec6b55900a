import type { UseQueryResult } from '@tanstack/react-query'
import type { AuditEvent } from '#web/lib/remote/vault-client.ts'
import { audit as auditWords } from '#web/messages/audit/audit.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Table, type TableColumn } from '#web/ui/list/table.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import type { LogRows } from './audit.queries.ts'

const ROW_PX = 40

type Props = {
  list: UseQueryResult<LogRows>
  columns: readonly TableColumn<AuditEvent>[]
  openId: string | undefined
  onShow: (event: AuditEvent) => void
}

/** One page of events, or why there is none. */
export function AuditTable({ list, columns, openId, onShow }: Props) {
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
          <Table
            label={auditWords.title}
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
            onPress={onShow}
            lookOf={({ id }) => (id === openId ? 'open' : undefined)}
          />
        )
      }
    </QueryView>
  )
}
