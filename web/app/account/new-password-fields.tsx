import { charactersOf } from '#web/lib/account/password-length.ts'
import { m } from '#web/messages/app.ts'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { PasswordStrength } from './password-strength.tsx'
import { usePasswordEstimate } from './use-password-estimate.ts'

/** A new password and its repetition. */
export function NewPasswordFields({ limits, label }: { limits: { min: number; max: number }; label?: string }) {
  const text = m.account.signup
  const { note, ...seen } = usePasswordEstimate()

  return (
    <>
      <PasswordField
        name="password"
        label={label ?? text.password}
        autoComplete="new-password"
        maxLength={limits.max}
        onValueChange={note}
        validate={(value) =>
          value && charactersOf(value) < limits.min ? m.account.strength.tooShort(limits.min) : null
        }
        hint={<PasswordStrength {...seen} min={limits.min} advice={m.account.strength.advice} />}
      />
      <PasswordField
        name="confirmPassword"
        label={text.confirmPassword}
        autoComplete="new-password"
        validate={(value, values) => (value && value !== values.password ? text.mismatch : null)}
      />
    </>
  )
}
