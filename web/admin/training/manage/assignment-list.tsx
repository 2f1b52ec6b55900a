import { useInfiniteQuery } from '@tanstack/react-query'
import { GraduationCap } from 'lucide-react'
import type { Assignment } from '#web/lib/remote/vault-client.ts'
import { training } from '#web/messages/training/training.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { formatDay } from '#web/parts/training/day.ts'
import { assignmentsQuery } from '#web/parts/training/training.queries.ts'
import { MoreRows } from './more-rows.tsx'

const text = training.manage
const ROW_PX = 64

/** Newest first. */
export function AssignmentList({ onOpen }: { onOpen: (id: string) => void }) {
  const list = useInfiniteQuery({ ...assignmentsQuery(useVault().training), refetchOnMount: 'always' })
  return (
    <Card>
      <QueryView
        query={{ ...list, data: list.data?.pages.flatMap(({ assignments }) => assignments) }}
        text={{ failed: text.failed, retry: training.retry }}
        skeleton={<SkeletonRows label={text.loading} rows={3} rowHeight={ROW_PX} />}
        className="p-4"
      >
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title={text.empty} text={text.emptyText} seed="training" />
          ) : (
            <>
              <RowList label={text.list}>
                {rows.map((row) => (
                  <AssignmentRow key={row.id} row={row} onOpen={onOpen} />
                ))}
              </RowList>
              <MoreRows list={list} />
            </>
          )
        }
      </QueryView>
    </Card>
  )
}

function AssignmentRow({ row, onOpen }: { row: Assignment; onOpen: (id: string) => void }) {
  const { id, title, due_on: due, people, done } = row
  const day = formatDay(due)
  return (
    <Row
      icon={<GraduationCap size={18} aria-hidden="true" />}
      title={title}
      badge={<AssignmentMark assignment={row} />}
      detail={[
        row.is_for_everybody ? text.everybody : text.people(people),
        training.due(day),
        text.progress(done, people),
      ].join(' · ')}
      actions={
        <Button variant="outline" size="sm" aria-label={text.openOne(title, day)} onClick={() => onOpen(id)}>
          {text.open}
        </Button>
      }
    />
  )
}

/** Nothing while people have time. */
export function AssignmentMark({ assignment: { people, done, late } }: { assignment: Assignment }) {
  if (late > 0) return <Badge tone="danger">{text.late(late)}</Badge>
  return people > 0 && done === people ? <Badge tone="brand">{text.allDone}</Badge> : null
}
