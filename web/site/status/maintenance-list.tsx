import type { Maintenance } from '#contract/status.ts'
import { status as text } from '#web/messages/site/status.ts'
import { Card } from '#web/ui/card.tsx'
import { StateMark } from '#web/ui/state-mark.tsx'
import { Heading, Text } from '#web/ui/text.tsx'
import { namesOfServices } from '#web/lib/service-names.ts'
import { timeText } from './state-tone.ts'

/** Windows that are open or announced. */
export function MaintenanceList({ windows }: { windows: readonly Maintenance[] }) {
  return (
    <section aria-labelledby="maintenance" className="flex flex-col gap-4">
      <Heading id="maintenance" look="siteCell">
        {text.maintenance.title}
      </Heading>
      <Card>
        <ul aria-labelledby="maintenance" className="divide-y divide-line">
          {windows.map(({ id, title, description, services, starts_at, ends_at }) => (
            <li key={id} className="flex flex-col gap-1 p-5 md:px-6">
              <StateMark tone="planned">{title}</StateMark>
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
