import { useQuery } from '@tanstack/react-query'
import { policies } from '#web/messages/threats/policies.ts'
import { Card } from '#web/ui/layout/card.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { LedgerBar } from '../ledger/ledger-bar.tsx'
import { ledgerQuery } from '../ledger/ledger.queries.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'

const text = policies.ledger

/** The state of the ledger beside the audit log, as this browser found it; the log itself has the rest. */
export function LedgerCard() {
  const report = useQuery(ledgerQuery(useVault().ledger, []))
  return (
    <section aria-label={text.title} className="flex flex-col gap-2.5">
      <Heading>{text.title}</Heading>
      <Card className="flex flex-col gap-3 p-4">
        <Text tone="soft">{text.lead}</Text>
        <LedgerBar report={report} />
        <Text>
          <TextLink to="/dashboard?tab=audit-logs">{text.open}</TextLink>
        </Text>
      </Card>
    </section>
  )
}
