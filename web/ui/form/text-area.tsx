import { Field as Base } from '@base-ui/react/field'
import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { inputStyle } from './input-style.ts'

type Props = FieldProps &
  Omit<ComponentProps<'textarea'>, keyof FieldProps | 'className' | 'defaultValue' | 'value' | 'onChange'> & {
    isMono?: boolean
    defaultValue?: string
    /** What is shown, where what is typed is kept elsewhere. */
    value?: string
    onValueChange?: (value: string) => void
  }

/** A text of several lines. */
export function TextArea({
  name,
  label,
  isOptional,
  hint,
  problem,
  validate,
  isMono,
  required = !isOptional,
  defaultValue,
  value,
  onValueChange,
  ...control
}: Props) {
  return (
    <Field name={name} label={label} {...{ isOptional, hint, problem, validate }}>
      <Base.Control
        render={<textarea {...control} />}
        className={clsx(inputStyle, 'h-auto! resize-y py-2', isMono && 'font-mono')}
        required={required}
        {...(value === undefined ? {} : { value })}
        {...(defaultValue === undefined ? {} : { defaultValue })}
        {...(onValueChange ? { onValueChange } : {})}
      />
    </Field>
  )
}
