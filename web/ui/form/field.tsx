import { Field as Base } from '@base-ui/react/field'
import { Form as BaseForm } from '@base-ui/react/form'
import { clsx } from 'clsx'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { common } from '#web/messages/common.ts'
import { InForm } from './in-form.ts'

export type FieldProps = {
  name: string
  label: string
  /** Said beside the label, so that every other field counts as required. */
  isOptional?: boolean | undefined
  hint?: ReactNode
  /** Found out after submission, by the service. */
  problem?: string | null | undefined
  /** Returns the sentence to show, or null when the value is fine. */
  validate?: ((value: string, values: Record<string, unknown>) => string | null) | undefined
}

/** Label, hint, control and error of one value; the parts are tied together for assistive technology. */
export function Field({
  name,
  label,
  isOptional,
  hint,
  problem,
  validate,
  children,
}: FieldProps & { children: ReactNode }) {
  return (
    <Base.Root
      name={name}
      className="flex min-w-0 flex-col gap-1.5"
      {...(problem ? { invalid: true } : {})}
      {...(validate
        ? { validate: (value: unknown, values) => validate(typeof value === 'string' ? value : '', values) }
        : {})}
    >
      <Base.Label className="text-sm font-semibold">
        {label}
        {isOptional && <span className="font-normal text-ink-3"> ({common.optional})</span>}
      </Base.Label>
      {children}
      <FieldError problem={problem} />
      {hint && (
        <Base.Description render={<div />} className="text-xs text-ink-3">
          {hint}
        </Base.Description>
      )}
    </Base.Root>
  )
}

const error = 'flex items-start gap-1.5 text-xs font-semibold text-danger'

function FieldError({ problem }: { problem: string | null | undefined }) {
  if (problem) {
    return (
      <Base.Error match className={error}>
        <ErrorIcon />
        {problem}
      </Base.Error>
    )
  }
  return (
    <Base.Validity>
      {({ validity, error: said }) => {
        if (validity.valid !== false) return null
        return (
          <Base.Error match className={error}>
            <ErrorIcon />
            {sentenceOf(validity, said)}
          </Base.Error>
        )
      }}
    </Base.Validity>
  )
}

/** One sentence, however much is wrong: that of the field, ours, or what the browser says of a value out of range. */
function sentenceOf(validity: Pick<ValidityState, 'customError' | 'valueMissing' | 'typeMismatch'>, said: string) {
  if (validity.customError) return said
  if (validity.valueMissing) return common.required
  return validity.typeMismatch ? common.emailInvalid : said
}

function ErrorIcon() {
  return <CircleAlert size={14} aria-hidden="true" className="mt-px shrink-0" />
}

type FormProps = {
  /** Called with the values by field name once every field is valid. */
  onSubmit: (values: Record<string, string>) => void
  className?: string
  children: ReactNode
}

/** A form that validates before it submits and puts the focus on the first wrong field. */
export function Form({ onSubmit, className, children }: FormProps) {
  return (
    <BaseForm
      noValidate
      className={clsx('flex flex-col gap-4', className)}
      onFormSubmit={(values) => onSubmit(values as Record<string, string>)}
    >
      <InForm value={true}>{children}</InForm>
    </BaseForm>
  )
}
