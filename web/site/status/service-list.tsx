import type { StatusItem } from '#contract/status.ts'
import { status as text } from '#web/messages/site/status.ts'
import { Card } from '#web/ui/layout/card.tsx'
import { StateMark } from '#web/ui/feedback/state-mark.tsx'
import { Heading, Span, Text } from '#web/ui/layout/text.tsx'
import { UptimeBars } from '#web/ui/feedback/uptime-bars.tsx'
import { toneOf } from './state-tone.ts'

type Props = {
  services: readonly StatusItem[]
  /** No answer, or none yet: what was measured before stays, what is found now is unknown. */
  isAway: boolean
}

export function ServiceList({ services, isAway }: Props) {
  return (
    <section aria-labelledby="services" className="flex flex-col gap-4">
      <Heading id="services" look="siteCell">
        {text.services}
      </Heading>
      <Card>
        <ul aria-labelledby="services" className="divide-y divide-line">
          {services.map((service) => (
            <ServiceRow key={service.id} service={service} isAway={isAway} />
          ))}
        </ul>
      </Card>
    </section>
  )
}

function ServiceRow({ service, isAway }: { service: StatusItem; isAway: boolean }) {
  const { name, description, isSetUp, days } = service
  const found = isAway ? null : service.status
  return (
    <li className="grid gap-x-10 gap-y-4 p-5 md:p-6 lg:grid-cols-[minmax(0,19rem)_minmax(0,1fr)]">
      <div className="flex flex-col gap-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <Heading as="h3" look="siteCell">
            {name}
          </Heading>
          <StateMark tone={toneOf(found)}>{text.state(found)}</StateMark>
        </div>
        <Text tone="soft">{isSetUp ? description : text.notSetUp}</Text>
      </div>
      {isSetUp && (
        <div className="flex min-w-0 flex-col gap-4">
          <Figures service={service} />
          {days.length > 0 && (
            <UptimeBars
              label={text.bars.label(name)}
              bars={days.map((day, index) => ({
                key: day.date || String(index),
                tone: toneOf(day.status),
                text: text.bars.day(day),
              }))}
              from={text.bars.from}
              to={text.bars.to}
            />
          )}
        </div>
      )}
    </li>
  )
}

function Figures({ service: { uptime, responseTime, objective, days } }: { service: StatusItem }) {
  const { figures } = text
  const probes = days.reduce((sum, day) => sum + day.probes, 0)
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm sm:grid-cols-[1.4fr_1fr]">
      <div>
        <dt className="text-ink-2">{figures.uptime}</dt>
        <dd className="tabular-nums">
          <Span className="font-semibold">{uptime === null ? figures.none : figures.percent(uptime)}</Span>
          {uptime !== null && <Span tone="soft"> {figures.of(probes)}</Span>}
          <Span tone="soft" className="block text-xs">
            {objective === null ? figures.noObjective : figures.objective(objective)}
          </Span>
        </dd>
      </div>
      <div>
        <dt className="text-ink-2">{figures.response}</dt>
        <dd className="font-semibold tabular-nums">
          {responseTime === null ? figures.none : figures.milliseconds(responseTime)}
        </dd>
      </div>
    </dl>
  )
}
