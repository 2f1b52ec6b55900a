import { type Maintenance, namesOfServices } from '#contract/status.ts'
import { status as text } from '#web/messages/site/status.ts'
import { Card } from '#web/ui/layout/card.tsx'
import { StateMark } from '#web/ui/feedback/state-mark.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { timeText } from './state-tone.ts'

/** Windows that are open or announced. @param now ISO 8601, by the server. */
export function MaintenanceList({ windows, now }: { windows: readonly Maintenance[]; now: string }) {
  return (
    <section aria-labelledby="maintenance" className="flex flex-col gap-4">
      <Heading id="maintenance" look="siteCell">
        {text.maintenance.title}
      </Heading>
      <Card>
        <ul aria-labelledby="maintenance" className="divide-y divide-line">
          {windows.map(({ id, title, description, services, starts_at, ends_at }) => (
            <li key={id} className="flex flex-col gap-1 p-5 md:px-6">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
                <Heading as="h3" look="siteCell" className="wrap-anywhere">
                  {title}
                </Heading>
                <StateMark tone="planned">
                  {starts_at <= now ? text.maintenance.running : text.maintenance.announced}
                </StateMark>
              </div>
              <Text className="tabular-nums">{text.maintenance.window(timeText(starts_at), timeText(ends_at))}</Text>
              {description && <Text tone="soft">{description}</Text>}
              <Text tone="soft">{text.maintenance.affects(namesOfServices(services))}</Text>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}
