import { Field as Base } from '@base-ui/react/field'
import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { inputStyle } from './input-style.ts'
import { useTextLimit } from './text-limit.ts'

type Props = FieldProps &
  Omit<ComponentProps<typeof Base.Control>, keyof FieldProps | 'className'> & { isMono?: boolean }

export function TextField({
  name,
  label,
  isOptional,
  hint,
  problem,
  isMono,
  validate: rule,
  maxLength: most,
  ...control
}: Props) {
  const { validate, maxLength } = useTextLimit({ validate: rule, maxLength: most })
  return (
    <Field name={name} label={label} {...{ isOptional, hint, problem, validate }}>
      <Base.Control
        className={clsx(inputStyle, isMono && 'font-mono')}
        required={!isOptional}
        maxLength={maxLength}
        {...control}
      />
    </Field>
  )
}
