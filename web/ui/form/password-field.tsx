import { Field as Base } from '@base-ui/react/field'
import { clsx } from 'clsx'
import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { common } from '#web/messages/common.ts'
import { Field, type FieldProps } from './field.tsx'
import { inputStyle } from './input-style.ts'
import { useTextLimit } from './text-limit.ts'

type Props = { shown?: { isShown: boolean; onChange: (isShown: boolean) => void } } & FieldProps &
  Omit<ComponentProps<typeof Base.Control>, keyof FieldProps | 'className' | 'type'>

/**
 * A password with a button that shows it; the button never submits and stays out of the field's value.
 * @param shown where something beside the field may show it too
 */
export function PasswordField({
  name,
  label,
  hint,
  problem,
  shown,
  validate: rule,
  maxLength: most,
  ...control
}: Props) {
  const { validate, maxLength } = useTextLimit({ validate: rule, maxLength: most })
  const [isShownHere, setShownHere] = useState(false)
  const isShown = shown?.isShown ?? isShownHere
  const setShown = shown?.onChange ?? setShownHere
  const Icon = isShown ? EyeOff : Eye

  return (
    <Field name={name} label={label} {...{ hint, problem, validate }}>
      <div className="relative">
        <Base.Control
          className={clsx(inputStyle, 'pr-11')}
          type={isShown ? 'text' : 'password'}
          required
          maxLength={maxLength}
          autoCapitalize="none"
          spellCheck={false}
          {...control}
        />
        <button
          type="button"
          aria-label={isShown ? common.hidePassword : common.showPassword}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
          className="absolute inset-y-0 right-0 grid w-10 cursor-pointer place-items-center rounded-md text-ink-3 hover:text-ink focus-visible:-outline-offset-2"
        >
          <Icon size={17} aria-hidden="true" />
        </button>
      </div>
    </Field>
  )
}
