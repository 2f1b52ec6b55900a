import { CircleCheck, CircleDashed, CircleSlash, Clock } from 'lucide-react'
import type { Consent } from '#contract/growth/contacts.ts'
import { contacts as text } from '#web/messages/growth/contacts.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'

const LOOK = {
  none: { tone: 'plain', Icon: CircleDashed },
  pending: { tone: 'copper', Icon: Clock },
  confirmed: { tone: 'brand', Icon: CircleCheck },
  withdrawn: { tone: 'warn', Icon: CircleSlash },
} as const

/** Whether a contact agreed to newsletters, as icon and word. */
export function ConsentMark({ consent }: { consent: Consent }) {
  const { tone, Icon } = LOOK[consent]
  return (
    <Badge tone={tone}>
      <Icon size={12} aria-hidden="true" />
      {text.consent(consent)}
    </Badge>
  )
}
