import { Field as Base } from '@base-ui/react/field'
import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { inputStyle } from './input-style.ts'
import { useTextLimit } from './text-limit.ts'

type Props = FieldProps &
  Omit<ComponentProps<'textarea'>, keyof FieldProps | 'className' | 'defaultValue' | 'value' | 'onChange'> & {
    isMono?: boolean
    defaultValue?: string
    /** What is shown, where what is typed is kept elsewhere. */
    value?: string
    onValueChange?: (value: string) => void
    /** Drawn behind the text, at its size; null draws nothing, and keeps the control where it is. */
    behind?: ReactNode
  }

/** A text of several lines. */
export function TextArea({
  name,
  label,
  isOptional,
  hint,
  problem,
  validate: rule,
  maxLength: most,
  isMono,
  required = !isOptional,
  defaultValue,
  value,
  onValueChange,
  behind,
  ...control
}: Props) {
  const { validate, maxLength } = useTextLimit({ validate: rule, maxLength: most })
  const area = (
    <Base.Control
      render={<textarea maxLength={maxLength} {...control} />}
      className={clsx(
        inputStyle,
        'h-auto! resize-y py-2',
        isMono && 'font-mono',
        behind !== undefined && 'relative overflow-y-auto bg-transparent! [scrollbar-gutter:stable]',
      )}
      required={required}
      {...(value === undefined ? {} : { value })}
      {...(defaultValue === undefined ? {} : { defaultValue })}
      {...(onValueChange ? { onValueChange } : {})}
    />
  )
  return (
    <Field name={name} label={label} {...{ isOptional, hint, problem, validate }}>
      {behind === undefined ? (
        area
      ) : (
        <div className="relative grid">
          {behind}
          {area}
        </div>
      )}
    </Field>
  )
}
