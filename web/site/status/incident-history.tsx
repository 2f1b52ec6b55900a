import { type Incident, namesOfServices } from '#contract/status.ts'
import { INCIDENT_TONE, SEVERITY_TONE } from '#web/lib/tones.ts'
import { status as text } from '#web/messages/site/status.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { SiteLink } from '#web/ui/site/site-link.tsx'
import { StateMark } from '#web/ui/feedback/state-mark.tsx'
import { Heading, Span, Text } from '#web/ui/layout/text.tsx'
import { hasSession } from '../session-mark.ts'
import { useInBrowser } from '../use-in-browser.ts'
import { timeText } from './state-tone.ts'

/** @param incidents null while they are not known. */
export function IncidentHistory({ incidents, isAsking }: { incidents: readonly Incident[] | null; isAsking: boolean }) {
  const isSignedIn = useInBrowser(hasSession, false)
  return (
    <section aria-labelledby="incidents" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <Heading id="incidents" look="siteCell">
          {text.incidents.title}
        </Heading>
        {isSignedIn && (
          <SiteLink href="/admin/status" className="text-sm">
            {text.incidents.manage}
          </SiteLink>
        )}
      </div>
      <Text tone="soft">{text.incidents.lead}</Text>
      {incidents && incidents.length > 0 ? (
        <Card>
          <ul aria-labelledby="incidents" className="divide-y divide-line">
            {incidents.map((incident) => (
              <IncidentItem key={incident.id} incident={incident} />
            ))}
          </ul>
        </Card>
      ) : (
        <Text size="base" tone="soft">
          {incidents ? text.incidents.none : isAsking ? text.banner.asking : text.incidents.unknown}
        </Text>
      )}
    </section>
  )
}

function IncidentItem({ incident }: { incident: Incident }) {
  const { id, title, status, severity, services, is_automatic: isAutomatic, updates } = incident
  return (
    <li id={id} className="flex flex-col gap-3 p-5 md:px-6">
      <div className="flex flex-col gap-1.5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <Heading as="h3" look="siteCell" className="wrap-anywhere">
            {title}
          </Heading>
          <StateMark tone={INCIDENT_TONE[status]}>{text.incident(status)}</StateMark>
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Badge tone={SEVERITY_TONE[severity]}>{text.severity(severity)}</Badge>
          <Text tone="soft">{namesOfServices(services)}</Text>
          {isAutomatic && <Text tone="hint">{text.incidents.automatic}</Text>}
        </div>
      </div>
      <ol aria-label={text.incidents.updates} className="flex flex-col gap-2 border-l-2 border-line pl-4">
        {updates.map((update) => (
          <li key={update.id} className="text-sm">
            <Span className="font-semibold">{text.incident(update.status)}</Span>{' '}
            <time dateTime={update.created_at} className="text-ink-2 tabular-nums">
              {timeText(update.created_at)}
            </time>
            <Text className="mt-0.5 max-w-[68ch] whitespace-pre-line wrap-anywhere">{update.text}</Text>
          </li>
        ))}
      </ol>
    </li>
  )
}
