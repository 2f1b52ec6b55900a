import { DateField } from '#web/ui/form/filter-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { startOfDay } from '#web/parts/list/filters.ts'
import { policies } from '#web/messages/threats/policies.ts'
import { dayOfField } from './rule-words.ts'

type Props = { label: string; at: string; onChange: (at: string) => void; isTooSoon: boolean }

/** The day from which a rule counts. */
export function DayField({ label, at, onChange, isTooSoon }: Props) {
  return (
    <div>
      <DateField
        isInForm
        label={label}
        value={dayOfField(at)}
        onChange={(day) => onChange(startOfDay(day) ?? at)}
        className="max-w-44"
      />
      {isTooSoon && (
        <Text size="xs" tone="danger" className="mt-1" role="alert">
          {policies.rules.factorToo}
        </Text>
      )}
    </div>
  )
}
