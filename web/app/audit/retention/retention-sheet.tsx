import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AuditCategory } from '#contract/audit/audit-events.ts'
import { AUDIT_CATEGORIES } from '#contract/audit/event-streams.ts'
import { formatDateTime } from '#web/lib/format.ts'
import type { RetentionRule, RetentionState } from '#web/lib/remote/vault-client.ts'
import { audit as auditWords } from '#web/messages/audit/audit.ts'
import { retention as text } from '#web/messages/audit/retention.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Sheet } from '#web/ui/overlay/sheet.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Holds } from './holds.tsx'
import { RetentionDialog } from './retention-dialog.tsx'
import { daysInWords } from './retention-time.ts'
import { retentionQuery } from './retention.queries.ts'

const ROW_PX = 44

/** How long each category is kept, and what is kept longer. */
export function RetentionSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={text.title}>
      <RetentionFacts />
    </Sheet>
  )
}

function RetentionFacts() {
  const query = useQuery(retentionQuery(useVault().audit))
  const [changed, setChanged] = useState<AuditCategory | null>(null)
  return (
    <>
      <Text tone="soft">{text.lead}</Text>
      <QueryView query={query} text={text} skeleton={<SkeletonRows label={text.loading} rows={4} rowHeight={ROW_PX} />}>
        {({ rules, holds }) => (
          <>
            <FactList
              facts={AUDIT_CATEGORIES.map((category) => [
                auditWords.categories[category] ?? category,
                <Time
                  key={category}
                  category={category}
                  rule={rules[category]}
                  onChange={() => setChanged(category)}
                />,
              ])}
            />
            <Holds holds={holds} />
            <RetentionDialog category={changed} rule={changed && rules[changed]} onClose={() => setChanged(null)} />
          </>
        )}
      </QueryView>
    </>
  )
}

type TimeProps = { category: AuditCategory; rule: RetentionState; onChange: () => void }

function Time({ category, rule, onChange }: TimeProps) {
  return (
    <span className="flex flex-wrap items-center justify-between gap-2">
      <span>
        {timeOf(rule.days)}
        {rule.whereDays !== null && <Small>{text.addresses(timeOf(rule.whereDays))}</Small>}
        {rule.next && <Small>{text.from(formatDateTime(rule.next.from), ruleOf(rule.next))}</Small>}
      </span>
      <Button
        size="sm"
        variant="outline"
        aria-label={text.changeOf(auditWords.categories[category] ?? category)}
        onClick={onChange}
      >
        {text.change}
      </Button>
    </span>
  )
}

const Small = ({ children }: { children: string }) => <span className="block text-xs text-ink-3">{children}</span>

const ruleOf = ({ days, whereDays }: RetentionRule): string =>
  whereDays === null ? timeOf(days) : `${timeOf(days)}, ${text.addresses(timeOf(whereDays))}`
const timeOf = (days: number | null): string => (days === null ? text.forGood : daysInWords(days))
