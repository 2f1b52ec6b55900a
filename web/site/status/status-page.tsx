import { STATUS_PROBES, STATUS_SERVICES, type StatusDay, type StatusItem } from '#contract/status.ts'
import { status as text } from '#web/messages/site/status.ts'
import { SiteLink } from '#web/ui/site/site-link.tsx'
import { SiteSection } from '#web/ui/site/site-section.tsx'
import { StateBand } from '#web/ui/feedback/state-mark.tsx'
import { Heading, Span, Text } from '#web/ui/layout/text.tsx'
import { CheckpointLine } from '../proof/checkpoint-line.tsx'
import { useCheckpoint } from '../proof/use-checkpoint.ts'
import { IncidentHistory } from './incident-history.tsx'
import { MaintenanceList } from './maintenance-list.tsx'
import { ServiceList } from './service-list.tsx'
import { timeText, toneOf } from './state-tone.ts'
import { SubscribeForm } from './subscribe-form.tsx'
import { type StatusView, useStatus } from './use-status.ts'

/** What this server measures of itself. The shell is prerendered; every state comes from the server, and goes when that is silent. */
export function Component() {
  const view = useStatus()
  const checkpoint = useCheckpoint()
  const { document, isAway } = view
  return (
    <SiteSection inner="flex flex-col gap-12 md:py-16!">
      <div className="flex flex-col gap-6">
        <div>
          <Heading as="h1" look="sitePage">
            {text.title}
          </Heading>
          <Text tone="soft" size="lead" className="mt-3 max-w-[40rem]">
            {text.lead}
          </Text>
        </div>
        {/* Nothing is asked without JavaScript. */}
        <div className="noscript:hidden">
          <Banner view={view} />
        </div>
        <noscript>
          <Text size="base">{text.withoutScript}</Text>
          <Documents />
        </noscript>
      </div>
      <div>
        <ServiceList services={document?.services ?? BEFORE} isAway={isAway || !document} />
        <CheckpointLine checkpoint={checkpoint} />
      </div>
      {document && document.maintenance.length > 0 && (
        <MaintenanceList windows={document.maintenance} now={document.generatedAt} />
      )}
      <IncidentHistory
        incidents={document && document.historyAt ? document.incidents : null}
        isAsking={!document && !isAway}
      />
      <div className="grid gap-12 lg:grid-cols-2">
        <section aria-labelledby="subscribe" className="flex flex-col gap-4">
          <Heading id="subscribe" look="siteCell">
            {text.subscribe.title}
          </Heading>
          <Text size="base" tone="soft" className="max-w-prose">
            {text.subscribe.lead}
          </Text>
          <SubscribeForm />
          <Text tone="soft">{text.subscribe.others}</Text>
          <Documents />
        </section>
        <Rules />
      </div>
    </SiteSection>
  )
}

function Rules() {
  return (
    <section aria-labelledby="rules" className="flex flex-col gap-4">
      <Heading id="rules" look="siteCell">
        {text.rules.title}
      </Heading>
      <ul className="flex max-w-prose list-disc flex-col gap-2 pl-5">
        {text.rules.list.map((rule) => (
          <li key={rule}>
            <Span tone="soft">{rule}</Span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const UNKNOWN_DAY: StatusDay = { date: '', status: null, uptime: null, probes: 0 }

/** The services by name, as tall as they will be, before anything is known of them. */
const BEFORE = STATUS_SERVICES.map(({ id, name, description, objective }): StatusItem => ({
  id,
  name,
  description,
  objective,
  status: null,
  uptime: null,
  responseTime: null,
  isSetUp: true,
  days: Array.from({ length: STATUS_PROBES.historyDays }, () => UNKNOWN_DAY),
}))

function Banner({ view: { document, isAway, ageSeconds } }: { view: StatusView }) {
  if (isAway) {
    return (
      <StateBand tone="none" title={text.banner.away} detail={null}>
        {text.banner.awayText}
      </StateBand>
    )
  }
  if (!document) return <StateBand tone="none" title={text.banner.asking} detail={null} />
  const { status, historyAt, generatedAt, incidents } = document
  const open = incidents.filter(({ status: state }) => state !== 'resolved')
  const isOld = historyAt !== null && historyAt !== generatedAt
  const details = [
    open.length > 0 && text.banner.open(open.map(({ title }) => title)),
    isOld && text.banner.history(timeText(historyAt)),
  ].filter((detail) => detail !== false)
  return (
    <StateBand
      tone={toneOf(status)}
      title={text.banner[status ?? 'none']}
      detail={ageSeconds === null ? null : text.banner.checked(ageSeconds)}
    >
      {details.length > 0 && details.join(' ')}
    </StateBand>
  )
}

function Documents() {
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
      <li>
        <SiteLink href="/status.json">{text.json}</SiteLink>
      </li>
      <li>
        <SiteLink href="/status/rss.xml">{text.rss}</SiteLink>
      </li>
    </ul>
  )
}
