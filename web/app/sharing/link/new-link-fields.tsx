import { useEffect, useRef } from 'react'
import { m } from '#web/messages/app.ts'
import { policies } from '#web/messages/threats/policies.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { NewPasswordField } from '../new-password-field.tsx'
import { numberProblem } from '../share-fields.ts'
import type { LinkRules } from './link-rules.ts'

/** The terms of a link that is being made. */
export function NewLinkFields({ days, rules }: { days: number; rules: LinkRules }) {
  const text = m.sharing.link
  const first = useRef<HTMLInputElement>(null)
  // The button that asked for them is gone.
  useEffect(() => first.current?.focus(), [])
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          ref={first}
          name="days"
          label={text.days}
          hint={text.daysHint(rules.days.max)}
          defaultValue={days}
          inputMode="numeric"
          autoComplete="off"
          validate={numberProblem(rules.days)}
        />
        <TextField
          name="limit"
          label={text.limit}
          isOptional={rules.downloads.isOptional}
          defaultValue={rules.downloads.isOptional ? undefined : rules.downloads.max}
          inputMode="numeric"
          autoComplete="off"
          validate={numberProblem(rules.downloads)}
        />
      </div>
      <NewPasswordField
        label={rules.needsPassword ? policies.links.passwordLabel : text.password}
        hint={text.passwordHint}
        isRequired={rules.needsPassword}
      />
      <TextField
        name="sender"
        label={text.sender}
        isOptional
        hint={text.senderHint}
        maxLength={100}
        autoComplete="off"
      />
    </>
  )
}
