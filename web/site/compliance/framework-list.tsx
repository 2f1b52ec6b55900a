import { compliance } from '#web/messages/site/compliance.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'

const TONE = {
  'Mapped, self-assessed': 'plain',
  'Partly mapped, self-assessed': 'plain',
  'Not mapped': 'copper',
  'Not validated': 'copper',
  'Not authorised': 'copper',
} as const

/** The frameworks, each with what is true of it. */
export function FrameworkList() {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {compliance.frameworks.list.map(([name, standing, truth]) => (
        <li key={name} className="grid gap-x-6 gap-y-2 py-4 md:grid-cols-[12rem_12rem_1fr]">
          <Heading as="h3" look="siteCell">
            {name}
          </Heading>
          <div className="md:pt-1">
            <Badge tone={TONE[standing]}>{standing}</Badge>
          </div>
          <Text size="base" tone="soft" className="max-w-[68ch]">
            {truth}
          </Text>
        </li>
      ))}
    </ul>
  )
}
