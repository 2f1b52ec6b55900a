import { GUEST_DAYS } from '#contract/organisation/guests.ts'
import { guests as text } from '#web/messages/guests.ts'
import { DateField } from '#web/ui/form/filter-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { dayOf, endOf } from './role-end.tsx'

const DAY_MS = 86_400_000

/** The day that is proposed to who invites a guest. */
export const usualDay = (now: Date): string => dayOf(new Date(now.getTime() + GUEST_DAYS.usual * DAY_MS).toISOString())

/** When a guest ends who stays until a day, where the person who says so is. Undefined for a day that none may have. */
export function guestEndOf(day: string, now: Date): string | undefined {
  const end = endOf(day, now)
  return end && Date.parse(end) <= now.getTime() + (GUEST_DAYS.most + 1) * DAY_MS ? end : undefined
}

/** Until which day somebody is a guest. */
export function GuestEnd({ day, now, onChange }: { day: string; now: Date; onChange: (day: string) => void }) {
  const isWrong = guestEndOf(day, now) === undefined
  return (
    <div className="flex max-w-xs flex-col gap-1">
      <DateField label={text.until} value={day} onChange={onChange} />
      <Text size="xs" tone={isWrong ? 'danger' : 'hint'} aria-live="polite">
        {isWrong ? text.notAnEnd(GUEST_DAYS.most) : text.hint(GUEST_DAYS.most)}
      </Text>
    </div>
  )
}
