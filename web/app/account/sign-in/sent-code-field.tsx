import type { Ref } from 'react'
import { m } from '#web/messages/app.ts'
import { TextField } from '#web/ui/form/text-field.tsx'

const text = m.account.sentCode

type Props = {
  ref: Ref<HTMLInputElement>
  /** Why the service did not take the last code. */
  problem: string | null
  onValueChange: () => void
}

/** Where six sent digits are typed, pasted, or filled in by the phone. */
export function SentCodeField({ ref, problem, onValueChange }: Props) {
  return (
    <TextField
      ref={ref}
      name="sentCode"
      label={text.code}
      isMono
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCorrect="off"
      spellCheck={false}
      problem={problem}
      validate={(typed) => (typed && !/^\d{6}$/.test(withoutGaps(typed)) ? text.invalidCode : null)}
      onValueChange={onValueChange}
    />
  )
}

/** People paste codes in groups. */
export const withoutGaps = (code: string) => code.replaceAll(/[\s-]/g, '')
