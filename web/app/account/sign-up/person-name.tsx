import { LIMITS } from '#contract/limits.ts'
import { m } from '#web/messages/app.ts'
import { TextField } from '#web/ui/form/text-field.tsx'

/** Why this cannot be somebody's first or last name, or null. */
export function personNameProblem(name: string): string | null {
  // An empty field says so itself.
  if (name !== '' && name.trim() === '') return m.account.names.blank
  return companyProblem(name)
}

/** The same for a company, which may be left out. */
export function companyProblem(name: string): string | null {
  const most = LIMITS.personNameCharacters
  return Array.from(name.trim()).length > most ? m.account.names.long(most) : null
}

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
