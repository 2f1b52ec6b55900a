import { Copy, Dices } from 'lucide-react'
import { useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { charactersOf } from '#web/lib/account/password-length.ts'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { PasswordStrength } from '../account/password-strength.tsx'
import { usePasswordEstimate } from '../account/use-password-estimate.ts'

const { min, max } = LIMITS.passwordCharacters

type Props = { label: string; hint: string; isRequired?: boolean }

/** The password that a link or a request may have: typed or generated, and copied from here, as it is not shown again. */
export function NewPasswordField({ label, hint, isRequired = false }: Props) {
  const text = m.sharing.newPassword
  const [password, setPassword] = useState('')
  const [isShown, setShown] = useState(false)
  const { note, ...seen } = usePasswordEstimate()
  const take = (value: string) => {
    setPassword(value)
    note(value)
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(password)
      toastDone(text.copied)
    } catch {
      setShown(true)
      toastError(m.files.toast.error, text.copyFailed)
    }
  }

  return (
    <div className="flex flex-col gap-2">
      <PasswordField
        name="password"
        label={label}
        required={isRequired}
        autoComplete="new-password"
        maxLength={max}
        value={password}
        onValueChange={take}
        shown={{ isShown, onChange: setShown }}
        validate={(value) => (value && charactersOf(value) < min ? m.account.strength.tooShort(min) : null)}
        hint={
          <div className="flex flex-col gap-1.5">
            <p>{hint}</p>
            {password !== '' && <PasswordStrength {...seen} min={min} advice={text.advice} />}
          </div>
        }
      />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="outline"
          size="sm"
          onClick={() => {
            take(generatePassword())
            setShown(true)
          }}
        >
          <Dices size={15} aria-hidden="true" />
          {text.generate}
        </Button>
        {password !== '' && (
          <Button variant="outline" size="sm" onClick={() => void copy()}>
            <Copy size={15} aria-hidden="true" />
            {text.copy}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Without l, o, 0 and 1, which are mistaken for each other when somebody reads it aloud. */
const SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789'
const GROUPS = 4
const SIGNS_PER_GROUP = 5

/** A password to read aloud or type: 20 signs of 32, so 100 bits, in groups. @param randomBytes as many random bytes as asked for */
export function generatePassword(
  randomBytes: (count: number) => Uint8Array = (count) => crypto.getRandomValues(new Uint8Array(count)),
): string {
  const signs = Array.from(randomBytes(GROUPS * SIGNS_PER_GROUP), (byte) => SIGNS[byte % SIGNS.length]).join('')
  return Array.from({ length: GROUPS }, (_, at) => signs.slice(at * SIGNS_PER_GROUP, (at + 1) * SIGNS_PER_GROUP)).join(
    '-',
  )
}
