import { Megaphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Incident, namesOfServices } from '#contract/status.ts'
import { useNow } from '#web/lib/clock.ts'
import { formatTimeAgo, midSentence } from '#web/lib/format.ts'
import { INCIDENT_TONE, SEVERITY_TONE } from '#web/lib/tones.ts'
import { statusAdmin } from '#web/messages/status.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { StateMark } from '#web/ui/feedback/state-mark.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import type { PendingUpdate } from './update-incident-dialog.tsx'

const text = statusAdmin.incidents

type Props = { incidents: readonly Incident[]; onUpdate: (update: PendingUpdate) => void; action: ReactNode }

export function IncidentList({ incidents, onUpdate, action }: Props) {
  return (
    <section aria-label={text.title} className="flex flex-col gap-2.5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Heading>{text.title}</Heading>
        {action}
      </div>
      <Card>
        {incidents.length === 0 ? (
          <Text tone="soft" className="p-4">
            {text.none}
          </Text>
        ) : (
          <RowList label={text.title}>
            {incidents.map((incident) => (
              <IncidentRow key={incident.id} incident={incident} onUpdate={onUpdate} />
            ))}
          </RowList>
        )}
      </Card>
    </section>
  )
}

function IncidentRow({ incident, onUpdate }: { incident: Incident; onUpdate: Props['onUpdate'] }) {
  const now = useNow()
  const { title, status, severity, services, is_automatic: isAutomatic, updated_at: updatedAt } = incident
  const detail = [
    namesOfServices(services),
    ...(isAutomatic ? [text.automatic] : []),
    midSentence(formatTimeAgo(new Date(updatedAt), now)),
  ]
  return (
    <Row
      icon={<Megaphone size={18} aria-hidden="true" />}
      title={title}
      badge={
        <span className="flex flex-wrap items-center gap-2">
          <StateMark tone={INCIDENT_TONE[status]}>{statusAdmin.state(status)}</StateMark>
          <Badge tone={SEVERITY_TONE[severity]}>{statusAdmin.severity(severity)}</Badge>
        </span>
      }
      detail={text.detail(detail)}
      actions={
        <>
          <Button
            variant="outline"
            size="sm"
            aria-label={text.updateOf(title)}
            onClick={() => onUpdate({ incident, isEnd: false })}
          >
            {text.update}
          </Button>
          {status !== 'resolved' && (
            <Button
              variant="outline"
              size="sm"
              aria-label={text.resolveOf(title)}
              onClick={() => onUpdate({ incident, isEnd: true })}
            >
              {text.resolve}
            </Button>
          )}
        </>
      }
    />
  )
}
