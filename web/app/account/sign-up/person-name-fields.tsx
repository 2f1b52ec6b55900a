import { m } from '#web/messages/app.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { personNameProblem } from './person-name.ts'

/** `firstName` and `lastName` of a form. */
export function PersonNameFields() {
  const text = m.account.signup
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField name="firstName" label={text.firstName} autoComplete="given-name" validate={personNameProblem} />
      <TextField name="lastName" label={text.lastName} autoComplete="family-name" validate={personNameProblem} />
    </div>
  )
}
