import { useEffect, useRef } from 'react'
import { m } from '#web/messages/app.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { NewPasswordField } from '../new-password-field.tsx'
import { DOWNLOADS, LINK_DAYS, numberProblem } from '../share-fields.ts'

/** The terms of a link that is being made. */
export function NewLinkFields({ days }: { days: number }) {
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
          hint={text.daysHint}
          defaultValue={days}
          inputMode="numeric"
          autoComplete="off"
          validate={numberProblem(LINK_DAYS)}
        />
        <TextField
          name="limit"
          label={text.limit}
          isOptional
          inputMode="numeric"
          autoComplete="off"
          validate={numberProblem(DOWNLOADS)}
        />
      </div>
      <NewPasswordField label={text.password} hint={text.passwordHint} />
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
