import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AuditEvent } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { audit as auditWords } from '#web/messages/audit/audit.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CardSection } from '#web/ui/layout/card.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { useFilters } from '#web/parts/list/use-filters.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { RoleGuard } from '#web/parts/rights/role-guard.tsx'
import { statesIn } from '../ledger/event-state.ts'
import { LedgerBar } from '../ledger/ledger-bar.tsx'
import { ledgerQuery } from '../ledger/ledger.queries.ts'
import { AuditEventSheet } from './audit-event-sheet.tsx'
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
  const vault = useVault()
  const { audit } = vault
  const queries = useQueryClient()
  const [parameters, setParameters] = useSearchParams()
  const [opened, setOpened] = useState<AuditEvent | null>(null)
  const filters = useFilters(auditFilters, PAGING)
  const filter = useAuditFilter(filters.values)
  const page = readPage(parameters)
  const list = useQuery(auditPageQuery(audit, filter, page))
  const shown = page.number === 1 ? list.data?.rows : undefined
  const { data: newCount = 0 } = useQuery(newEventsQuery(audit, filter, shown))
  const ledger = useQuery({ ...ledgerQuery(vault.ledger, list.data?.rows ?? []), enabled: list.data !== undefined })
  const goTo = (next: LogPage) => setParameters(withPage(parameters, next))

  return (
    <CardSection aria-label={auditWords.title}>
      <div className="flex flex-wrap items-start justify-between gap-3 p-4">
        <div className="min-w-0 flex-1 basis-64">
          <Heading as="h1">{auditWords.title}</Heading>
          <Text tone="soft" className="mt-0.5">
            {auditWords.lead}
          </Text>
        </div>
        <div className="flex flex-wrap gap-2">
          <RetentionButton />
          <EvidenceButton filter={filter} />
          <ExportButton filter={filter} />
        </div>
      </div>
      <div className="grid gap-2 px-4 pb-4">
        <HoldNotice />
        <LedgerBar report={ledger} />
      </div>
      <AuditFilterRow filters={filters} />
      <div aria-live="polite" className="flex justify-center">
        {newCount > 0 && (
          <Button
            size="sm"
            variant="outline"
            className="mb-3"
            onClick={() => void queries.invalidateQueries({ queryKey: ['audit', 'page'] })}
          >
            <ArrowUp size={14} aria-hidden="true" />
            {auditWords.newEvents(newCount, newCount >= COUNTED_NEW)}
          </Button>
        )}
      </div>
      <AuditTable list={list} stateOf={statesIn(ledger.data)} onShow={setOpened} />
      <AuditPages page={page} list={list.data} onPage={goTo} />
      <AuditEventSheet event={opened} report={ledger.data} onClose={() => setOpened(null)} />
    </CardSection>
  )
}
