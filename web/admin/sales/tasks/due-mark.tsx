import { sales as text } from '#web/messages/sales/sales.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { dayOf } from '../sales-words.ts'

const words = text.tasks

/** When something is to be done, and whether that has passed: by a word as well as by colour. */
export function DueMark({ due, isOverdue }: { due: string | null; isOverdue: boolean }) {
  if (due === null) return null
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5 whitespace-nowrap tabular-nums">
      {words.dueOn(dayOf(due))}
      {isOverdue && <Badge tone="copper">{words.overdue}</Badge>}
    </span>
  )
}
