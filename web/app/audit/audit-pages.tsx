import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { AuditEvent } from '#web/lib/remote/vault-client.ts'
import { audit as auditWords } from '#web/messages/audit/audit.ts'
import { Button } from '#web/ui/button/button.tsx'
import type { LogPage } from './audit-filters.ts'
import type { LogRows } from './audit.queries.ts'

type Props = { page: LogPage; list: LogRows | undefined; onPage: (page: LogPage) => void }

/** Previous and Next. Pages are anchored to events, not to a number of rows, so new events do not move them. */
export function AuditPages({ page, list, onPage }: Props) {
  const { rows = [], hasNext = false } = list ?? {}
  const first = rows.at(0)
  const last = rows.at(-1)
  const placeOf = ({ created_at, id }: AuditEvent) => ({ createdAt: created_at, id })
  return (
    <nav
      aria-label={auditWords.pages}
      className="flex items-center justify-between gap-2 border-t border-line px-4 py-3 text-sm"
    >
      <Button
        size="sm"
        variant="outline"
        disabled={page.number === 1}
        onClick={() => onPage({ number: page.number - 1, ...(first ? { newer: placeOf(first) } : {}) })}
      >
        <ChevronLeft size={14} aria-hidden="true" />
        {auditWords.previous}
      </Button>
      <span aria-live="polite" className="tabular-nums">
        {auditWords.page(page.number)}
      </span>
      <Button
        size="sm"
        variant="outline"
        disabled={!hasNext}
        onClick={() => last && onPage({ number: page.number + 1, older: placeOf(last) })}
      >
        {auditWords.next}
        <ChevronRight size={14} aria-hidden="true" />
      </Button>
    </nav>
  )
}
