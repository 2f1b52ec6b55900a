import type { Stay } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { RadioChoices } from '#web/ui/form/radio-choices.tsx'

const words = m.account.stay
const ALL: readonly Stay[] = ['tab', 'browser', 'device']

type Props = { value: Stay; onChange: (stay: Stay) => void; among?: readonly Stay[] }

/** How long the vault stays unlocked, and what each way means. */
export function StayChoice({ value, onChange, among = ALL }: Props) {
  return (
    <RadioChoices
      label={words.title}
      choices={among.map((one) => ({ value: one, label: words.choices[one], hint: words.meaning[one] }))}
      value={value}
      onChange={onChange}
    />
  )
}
