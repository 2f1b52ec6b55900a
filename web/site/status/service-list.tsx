import { clsx } from 'clsx'
import type { StatusDay, StatusItem } from '#contract/status.ts'
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

/** Name, state, uptime, response, days: one line for each service where there is room. */
const COLUMNS = 'lg:grid-cols-[17rem_7.5rem_14rem_8rem_minmax(0,1fr)] lg:items-center lg:gap-x-6'

export function ServiceList({ services, isAway }: Props) {
  const { figures } = text
  return (
    <section aria-labelledby="services" className="flex flex-col gap-4">
      <Heading id="services" look="siteCell">
        {text.services}
      </Heading>
      <Card>
        <div
          aria-hidden="true"
          className={clsx('hidden border-b border-line px-5 py-2 text-xs font-semibold text-ink-2 lg:grid', COLUMNS)}
        >
          <span className="col-span-2" />
          <span>{figures.uptime}</span>
          <span>{figures.response}</span>
          <span>{text.bars.title}</span>
        </div>
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
    <li className={clsx('grid grid-cols-[1fr_auto] gap-x-4 gap-y-3 px-5 py-3', COLUMNS)}>
      <div>
        <Heading as="h3" look="siteCell">
          {name}
        </Heading>
        <Text tone="soft" size="xs">
          {isSetUp ? description : text.notSetUp}
        </Text>
      </div>
      <StateMark tone={toneOf(found)}>{text.state(found)}</StateMark>
      {isSetUp && (
        <>
          <Figures service={service} />
          {days.length > 0 && (
            <div className="col-span-full lg:col-auto">
              <UptimeBars
                label={text.bars.label(name)}
                bars={days.map((day, index) => ({
                  key: day.date || String(index),
                  tone: toneOf(day.status),
                  text: text.bars.day(day),
                }))}
                caption={text.bars.since(days.find(hasProbes)?.date, days[0]?.date ?? '')}
              />
            </div>
          )}
        </>
      )}
    </li>
  )
}

const hasProbes = ({ probes }: StatusDay): boolean => probes > 0

function Figures({ service: { uptime, responseTime, objective, days } }: { service: StatusItem }) {
  const { figures } = text
  const probes = days.reduce((sum, day) => sum + day.probes, 0)
  return (
    <dl className="col-span-full grid grid-cols-2 gap-x-6 text-sm lg:contents">
      <div>
        <dt className="text-xs text-ink-2 lg:sr-only">{figures.uptime}</dt>
        <dd className="tabular-nums">
          <Span className="font-semibold">{uptime === null ? figures.none : figures.percent(uptime)}</Span>
          {uptime !== null && <Span tone="soft"> {figures.of(probes)}</Span>}
          <Span tone="soft" className="block text-xs">
            {objective === null ? figures.noObjective : figures.objective(objective)}
          </Span>
        </dd>
      </div>
      <div>
        <dt className="text-xs text-ink-2 lg:sr-only">{figures.response}</dt>
        <dd className="font-semibold tabular-nums">
          {responseTime === null ? figures.none : figures.milliseconds(responseTime)}
        </dd>
      </div>
    </dl>
  )
}
