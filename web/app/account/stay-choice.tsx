import type { Stay } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { Text } from '#web/ui/layout/text.tsx'
import { ChoiceBar } from '#web/ui/list/choice-bar.tsx'

const words = m.account.stay
const ALL: readonly Stay[] = ['tab', 'browser', 'device']

type Props = { value: Stay; onChange: (stay: Stay) => void; among?: readonly Stay[] }

/** How long the vault stays unlocked, and what the chosen way means. */
export function StayChoice({ value, onChange, among = ALL }: Props) {
  return (
    <div>
      <ChoiceBar
        label={words.title}
        value={value}
        onChange={(chosen) => onChange(ALL.find((one) => one === chosen) ?? value)}
        options={among.map((one) => [one, words.choices[one]] as const)}
      />
      <Text tone="hint" size="xs" className="mt-1">
        {words.meaning[value]}
      </Text>
    </div>
  )
}
