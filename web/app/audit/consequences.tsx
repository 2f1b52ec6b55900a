import { useQuery } from '@tanstack/react-query'
import type { AuditEvent } from '#web/lib/remote/vault-client.ts'
import { audit as auditWords } from '#web/messages/audit/audit.ts'
import { eventTitle } from '#web/messages/audit/event-words.ts'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { consequencesQuery, COUNTED_CONSEQUENCES } from './audit.queries.ts'

/** What went with a deleted account, counted by kind: in the list the one event stands for all of it. */
export function Consequences({ event }: { event: AuditEvent }) {
  const { data: events = [] } = useQuery(consequencesQuery(useVault().audit, event))
  const { sheet } = auditWords
  const counts = new Map<string, number>()
  for (const title of events.map(eventTitle)) counts.set(title, (counts.get(title) ?? 0) + 1)
  if (counts.size === 0) return null
  return (
    <section aria-label={sheet.consequences} className="flex flex-col gap-2">
      <Heading look="small">{sheet.consequences}</Heading>
      <ul className="text-sm">
        {[...counts].map(([title, count]) => (
          <li key={title}>{sheet.consequence(title, count)}</li>
        ))}
      </ul>
      {events.length === COUNTED_CONSEQUENCES && <Text tone="soft">{sheet.moreConsequences(events.length)}</Text>}
    </section>
  )
}
