import { type TeamRole } from '#contract/permissions.ts'
import { dateLocale } from '#web/lib/format.ts'
import { people } from '#web/messages/people.ts'
import { DateField } from '#web/ui/form/filter-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'

const YEARS_AT_MOST = 5

type Props = { role: TeamRole; day: string; now: Date; onChange: (day: string) => void }

/** Until which day a role is given; empty is for good. The role of an owner has no end. */
export function RoleEnd({ role, day, now, onChange }: Props) {
  const text = people.ends
  if (role === 'owner') return null
  const isWrong = day !== '' && endOf(day, now) === undefined
  return (
    <div className="flex max-w-xs flex-col gap-1">
      <DateField label={text.until} value={day} onChange={onChange} />
      <Text size="xs" tone={isWrong ? 'danger' : 'hint'} aria-live="polite">
        {isWrong ? text.notAnEnd : text.hint}
      </Text>
    </div>
  )
}

/**
 * When a role ends that is given until a day: with that day, where the person who gives it is. Null for no day.
 * @returns undefined for a day that is none, is over or is too far away
 */
export function endOf(day: string, now: Date): string | null | undefined {
  if (day === '') return null
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const end = new Date(year, month - 1, date, 23, 59, 59)
  const latest = new Date(now)
  latest.setFullYear(now.getFullYear() + YEARS_AT_MOST)
  return Number.isNaN(end.getTime()) || end <= now || end > latest ? undefined : end.toISOString()
}

/** The day of an end, as a field takes it. */
export function dayOf(end: string | null): string {
  if (end === null) return ''
  const at = new Date(end)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** As people read it. */
export const dayInWords = (end: string): string =>
  new Date(end).toLocaleDateString(dateLocale(), { dateStyle: 'medium' })
