import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { AuditEvent } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Table } from '#web/ui/list/table.tsx'
import { useVault } from '../../vault-context.ts'
import { auditColumns } from './audit-columns.tsx'
import { namesQuery } from './audit.queries.ts'
import type { LogRows } from './log-rows.ts'

const ROW_PX = 40

type Props = { list: UseQueryResult<LogRows>; onShow: (event: AuditEvent) => void }

/** One page of events, or why there is none. */
export function AuditTable({ list, onShow }: Props) {
  const { data: people = [] } = useQuery(namesQuery(useVault().audit, list.data?.rows ?? []))
  const names = new Map(people.map((person) => [person.userId, person]))
  if (list.isError) {
    const retry = (
      <Button variant="outline" isBusy={list.isFetching} onClick={() => void list.refetch()}>
        {m.audit.retry}
      </Button>
    )
    return (
      <div className="px-4 pb-4">
        <Notice tone="error" action={retry}>
          {m.files.because(m.audit.failed, sentenceFor(list.error))}
        </Notice>
      </div>
    )
  }
  if (!list.data) return <SkeletonRows label={m.audit.loading} rows={10} rowHeight={ROW_PX} />
  if (list.data.rows.length === 0) return <EmptyState title={m.audit.empty} text="" seed={m.audit.empty} />

  const columns = auditColumns(names, onShow)
  return <Table label={m.audit.title} columns={columns} rows={list.data.rows} rowId={({ id }) => id} onPress={onShow} />
}
