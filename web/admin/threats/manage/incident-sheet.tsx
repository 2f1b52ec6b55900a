import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '#web/lib/format.ts'
import type { Incident } from '#web/lib/remote/vault-client.ts'
import { threatsPage } from '#web/messages/threats/threats-page.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { RiskBadge } from '#web/parts/audit/event-badges.tsx'
import { RecordSheet } from '#web/parts/list/row/record-panel.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { threatNames } from '#web/parts/threats/threat-names.ts'
import { IncidentDetections } from './incident-detections.tsx'
import { IncidentMark } from './incident-mark.tsx'
import { IncidentTimeline } from './incident-timeline.tsx'
import { incidentQuery } from './manage.queries.ts'
import { subjectWords } from './subject-words.ts'
import { useMyId, usePeopleNames } from './use-people.ts'
import { useThreatWrite } from './use-threat-write.ts'

const text = threatsPage.incident

/** Everything about one incident, and what can be done about it. @param id open while there is one */
export function IncidentSheet({ id, onClose }: { id: string | null; onClose: () => void }) {
  const query = useQuery({ ...incidentQuery(useVault().threats, id ?? ''), enabled: id !== null })
  return (
    <RecordSheet
      id={id}
      query={query}
      text={{ ...text, retry: threatsPage.retry }}
      title={(incident) => (incident ? threatNames.detector(incident.detector) : threatsPage.incidents.title)}
      loadingTitle={threatsPage.incidents.title}
      onClose={onClose}
    >
      {(incident) =>
        incident ? (
          <>
            <IncidentFacts incident={incident} />
            <IncidentActions incident={incident} />
            <IncidentDetections id={incident.id} />
            <IncidentTimeline id={incident.id} />
          </>
        ) : (
          <Text tone="soft">{text.gone}</Text>
        )
      }
    </RecordSheet>
  )
}

function IncidentFacts({ incident }: { incident: Incident }) {
  const nameOf = usePeopleNames([incident.userId, incident.assignedTo])
  return (
    <FactList
      isNarrow
      facts={[
        [text.about, subjectWords(incident, nameOf)],
        [text.state, <IncidentMark key="state" state={incident.state} />],
        [text.risk, <RiskBadge key="risk" risk={incident.risk} />],
        [text.since, formatDateTime(new Date(incident.openedAt))],
        [text.last, formatDateTime(new Date(incident.lastAt))],
        [text.takenBy, incident.assignedTo === null ? text.nobody : nameOf(incident.assignedTo)],
      ]}
    />
  )
}

function IncidentActions({ incident: { id, state, assignedTo } }: { incident: Incident }) {
  const { threats } = useVault()
  const me = useMyId()
  const change = useThreatWrite(threats.update, { done: text.changed, failed: text.changeFailed })
  const isMine = assignedTo === me
  const { isPending } = change
  return (
    <div className="flex flex-wrap gap-2">
      {state !== 'resolved' && !isMine && (
        <Button
          isBusy={isPending}
          onClick={() => change.mutate({ incident: id, assignee: me, state: 'investigating' })}
        >
          {text.take}
        </Button>
      )}
      {state === 'resolved' ? (
        <Button variant="outline" isBusy={isPending} onClick={() => change.mutate({ incident: id, state: 'open' })}>
          {text.reopen}
        </Button>
      ) : (
        <Button
          variant={isMine ? 'primary' : 'outline'}
          isBusy={isPending}
          onClick={() => change.mutate({ incident: id, state: 'resolved' })}
        >
          {text.resolve}
        </Button>
      )}
    </div>
  )
}
