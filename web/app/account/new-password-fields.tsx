import { useState } from 'react'
import { m } from '#web/messages/app.ts'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { Meter } from '#web/ui/feedback/progress.tsx'

/** Length the standard advises for a password that nothing else backs up (NIST SP 800-63B-4 §3.1.1.2). */
const ADVISED_CHARACTERS = 15

/** A new password and its repetition. Only its length is kept in state. */
export function NewPasswordFields({ limits, label }: { limits: { min: number; max: number }; label?: string }) {
  const text = m.account.signup
  const [length, setLength] = useState(0)

  return (
    <>
      <PasswordField
        name="password"
        label={label ?? text.password}
        autoComplete="new-password"
        maxLength={limits.max}
        onValueChange={(value) => setLength(characters(value))}
        validate={(value) => (value && characters(value) < limits.min ? m.account.strength.tooShort(limits.min) : null)}
        hint={<PasswordStrength length={length} min={limits.min} />}
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

/** How far a password of this many characters is from one that is hard to guess. */
export function PasswordStrength({ length, min }: { length: number; min: number }) {
  const text = m.account.strength
  return (
    <div className="flex flex-col gap-1.5">
      <Meter
        label={text.label}
        value={Math.min(1, length / ADVISED_CHARACTERS)}
        tone={length < min ? 'attention' : 'normal'}
      />
      <p>{sentence(length, min)}</p>
    </div>
  )
}

function sentence(length: number, min: number): string {
  const text = m.account.strength
  if (length === 0) return text.start(min, ADVISED_CHARACTERS)
  if (length < min) return text.short(min - length)
  if (length < ADVISED_CHARACTERS) return text.fair(ADVISED_CHARACTERS - length)
  return text.good
}

/** Code points, so that one emoji counts as one character. */
export function characters(text: string): number {
  return Array.from(text).length
}
