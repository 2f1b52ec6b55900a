import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { deviceName } from '#contract/devices/device-name.ts'
import type { AuditEvent, LedgerReport } from '#web/lib/remote/vault-client.ts'
import { eventTitle } from '#web/messages/audit/event-words.ts'
import { dateLocale } from '#web/lib/format.ts'
import { activity } from '#web/messages/activity.ts'
import { audit as auditWords } from '#web/messages/audit/audit.ts'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { Mono, Text } from '#web/ui/layout/text.tsx'
import { RawJson } from '#web/parts/list/row/raw-json.tsx'
import { RowPanel, type RowSteps } from '#web/parts/list/row/row-panel.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { namesQuery } from '#web/parts/audit/names.queries.ts'
import { EventProof } from '../ledger/event-proof.tsx'
import { actorOf, outsiderOf } from '#web/parts/audit/actor-words.ts'
import { Consequences } from './consequences.tsx'
import { RiskBadge, StatusWord } from '#web/parts/audit/event-badges.tsx'
import { personLabel } from './audit-columns.tsx'
import { removedSentence } from '#web/parts/audit/removed-words.ts'

type Props = { event: AuditEvent | null; report: LedgerReport | undefined; steps: RowSteps; onClose: () => void }

/** Everything that is stored of one event, and its place in the ledger. */
export function AuditEventPanel({ event, report, steps, onClose }: Props) {
  return (
    <RowPanel title={event ? eventTitle(event) : ''} steps={steps} onClose={onClose}>
      {event ? <EventFacts event={event} report={report} /> : undefined}
    </RowPanel>
  )
}

function EventFacts({ event, report }: { event: AuditEvent; report: LedgerReport | undefined }) {
  const { data: people = [] } = useQuery(namesQuery(useVault().audit, [event]))
  const { columns, sheet, categories } = auditWords
  const removed = removedSentence(event)
  const labelOf = (id: string) => {
    const person = people.find(({ userId }) => userId === id)
    return person ? personLabel(person) : auditWords.unnamed(id)
  }

  return (
    <>
      <FactList
        isNarrow
        facts={[
          [
            columns.time,
            new Date(event.created_at).toLocaleString(dateLocale(), { dateStyle: 'full', timeStyle: 'long' }),
          ],
          [columns.event, <Mono key="type">{event.event_type}</Mono>],
          [columns.category, categories[event.event_category] ?? event.event_category],
          [columns.user, actorOf(event, labelOf)],
          ...accountFacts(event, labelOf),
          ...detailFacts(event, labelOf),
          [sheet.action, event.action],
          [columns.status, <StatusWord key="status" status={event.status} />],
          [columns.risk, <RiskBadge key="risk" risk={event.risk_level} />],
          [sheet.id, <Mono key="id">{event.id}</Mono>],
        ]}
      />
      {removed && <Text tone="soft">{removed}</Text>}
      {event.event_type === 'user.deleted' && <Consequences event={event} />}
      <EventProof event={event} report={report} />
      <RawJson value={event} />
    </>
  )
}

/** Whose account an operator or a program changed. */
const accountFacts = (event: AuditEvent, labelOf: (id: string) => string): [string, string][] =>
  outsiderOf(event) && event.user_id !== null ? [[auditWords.sheet.account, labelOf(event.user_id)]] : []

/** What the details name, for people: the rest of them is in the JSON. */
function detailFacts({ details }: AuditEvent, labelOf: (id: string) => string): [string, ReactNode][] {
  const { sheet } = auditWords
  const textOf = (key: string): string[] => (typeof details[key] === 'string' ? [details[key]] : [])
  const device = textOf('user_agent').map((agent) => activity.from(deviceName(agent), textOf('ip')[0] ?? null))
  return [
    ...textOf('team').map((name): [string, string] => [sheet.team, name]),
    ...textOf('former_name').map((name): [string, string] => [sheet.formerName, name]),
    ...textOf('person').map((id): [string, string] => [sheet.person, labelOf(id)]),
    ...textOf('owner_id').map((id): [string, string] => [sheet.owner, labelOf(id)]),
    ...textOf('file_id').map((id): [string, ReactNode] => [sheet.file, <Mono key="file">{id}</Mono>]),
    ...(typeof details['files'] === 'number'
      ? [[sheet.file, activity.someFiles(details['files'])] satisfies [string, string]]
      : []),
    ...textOf('purpose').map((purpose): [string, string] => [
      sheet.purpose,
      sheet.browserSaid(sheet.purposes[purpose] ?? purpose),
    ]),
    ...device.map((text): [string, string] => [sheet.from, text]),
  ]
}
