import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AuditEvent, AuditFilter } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { audit as auditWords } from '#web/messages/audit/audit.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CardSection } from '#web/ui/layout/card.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { namesQuery } from '#web/parts/audit/names.queries.ts'
import { useColumns } from '#web/parts/list/columns/use-columns.ts'
import { ListTools } from '#web/parts/list/list-tools.tsx'
import { stepsFrom, WithPanel } from '#web/parts/list/row/row-panel.tsx'
import { useFilters } from '#web/parts/list/use-filters.ts'
import { SavedViews } from '#web/parts/list/views/saved-views.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Reached } from '#web/parts/rights/reached.tsx'
import { RoleGuard } from '#web/parts/rights/role-guard.tsx'
import { statesIn } from '../ledger/event-state.ts'
import { LedgerBar } from '../ledger/ledger-bar.tsx'
import { ledgerQuery } from '../ledger/ledger.queries.ts'
import { auditColumns } from './audit-columns.tsx'
import { AuditEventPanel } from './audit-event-panel.tsx'
import { AuditFilterRow } from './audit-filter-row.tsx'
import { auditFilters, PAGING, readPage, withPage, type LogPage } from './audit-filters.ts'
import { AuditPages } from './audit-pages.tsx'
import { AuditTable } from './audit-table.tsx'
import { COUNTED_NEW, auditPageQuery, newEventsQuery } from './audit.queries.ts'
import { EvidenceButton } from './evidence-button.tsx'
import { ExportButton } from './export-button.tsx'
import { HoldNotice, RetentionButton } from './retention/retention-button.tsx'
import { useAuditFilter } from './use-audit-filter.ts'

/** The tab for people who may read the log of the whole organisation. */
export function AuditPage() {
  return (
    <RoleGuard permission="view_audit_logs">
      <title>{m.common.pageTitle(m.shell.tabs.auditLogs)}</title>
      <AuditLog />
    </RoleGuard>
  )
}

function AuditLog() {
  const [opened, setOpened] = useState<AuditEvent | null>(null)
  const filters = useFilters(auditFilters, PAGING)
  const filter = useAuditFilter(filters.values)
  const log = useLog(filter)
  const rows = log.list.data?.rows ?? []
  const names = new Map(log.people.map((person) => [person.userId, person]))
  const columns = useColumns('audit-log', auditColumns(names, statesIn(log.ledger.data), setOpened), {
    isPanelOpen: opened !== null,
  })
  return (
    <WithPanel
      panel={
        <AuditEventPanel
          event={opened}
          report={log.ledger.data}
          steps={stepsFrom(rows, { openId: opened?.id ?? null, rowId, onOpen: setOpened })}
          onClose={() => setOpened(null)}
        />
      }
    >
      <CardSection aria-label={auditWords.title}>
        <AuditHead filter={filter} />
        <div className="grid gap-2 px-4 pb-4">
          <HoldNotice />
          <LedgerBar report={log.ledger} />
        </div>
        <SavedViews list="audit-log" filters={filters} className="px-4 pb-4" />
        <AuditFilterRow filters={filters} tools={<ListTools name="audit-log" filters={filters} columns={columns} />} />
        <NewEvents filter={filter} shown={log.page.number === 1 ? log.list.data?.rows : undefined} />
        <AuditTable list={log.list} columns={columns.shown} openId={opened?.id} onShow={setOpened} />
        <AuditPages page={log.page} list={log.list.data} onPage={log.goTo} />
      </CardSection>
    </WithPanel>
  )
}

const rowId = ({ id }: AuditEvent) => id

/** The page of the log that the address says, who is in it, and what the ledger has of it. */
function useLog(filter: AuditFilter | undefined) {
  const { audit, ledger } = useVault()
  const [parameters, setParameters] = useSearchParams()
  const page = readPage(parameters)
  const list = useQuery(auditPageQuery(audit, filter, page))
  const rows = list.data?.rows ?? []
  const { data: people = [] } = useQuery(namesQuery(audit, rows))
  return {
    page,
    list,
    people,
    ledger: useQuery({ ...ledgerQuery(ledger, rows), enabled: list.data !== undefined }),
    goTo: (next: LogPage) => setParameters(withPage(parameters, next)),
  }
}

function AuditHead({ filter }: { filter: AuditFilter | undefined }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-3 p-4">
      <div className="min-w-0 flex-1 basis-64">
        <Heading as="h1">{auditWords.title}</Heading>
        <Text tone="soft" className="mt-0.5">
          {auditWords.lead}
        </Text>
      </div>
      <div className="flex flex-wrap gap-2">
        <RetentionButton />
        <Reached line="POST /rest/v1/rpc/record_audit_export">
          <EvidenceButton filter={filter} />
          <ExportButton filter={filter} />
        </Reached>
      </div>
    </div>
  )
}

type NewProps = { filter: AuditFilter | undefined; shown: readonly AuditEvent[] | undefined }

/** Says how many events came since the first page was read, and reads them. */
function NewEvents({ filter, shown }: NewProps) {
  const queries = useQueryClient()
  const { data: count = 0 } = useQuery(newEventsQuery(useVault().audit, filter, shown))
  return (
    <div aria-live="polite" className="flex justify-center">
      {count > 0 && (
        <Button
          size="sm"
          variant="outline"
          className="mb-3"
          onClick={() => void queries.invalidateQueries({ queryKey: ['audit', 'page'] })}
        >
          <ArrowUp size={14} aria-hidden="true" />
          {auditWords.newEvents(count, count >= COUNTED_NEW)}
        </Button>
      )}
    </div>
  )
}
