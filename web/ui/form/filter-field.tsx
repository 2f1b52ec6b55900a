import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { inputStyle } from './input-style.ts'

type SelectProps = {
  label: string
  value: string
  onChange: (value: string) => void
  options: readonly (readonly [value: string, label: string, isDisabled?: boolean])[]
  className?: string
  /** The name is read aloud only: what stands beside says it to the eye. */
  isBare?: boolean
  /** Among the fields of a form, named like them. */
  isInForm?: boolean
}

/** One of a few values, with its name above. The browser's own list: it is the one that every keyboard and phone knows. */
export function SelectField({ label, value, onChange, options, className, isBare, isInForm = false }: SelectProps) {
  return (
    <Labelled
      label={isBare ? <span className="sr-only">{label}</span> : label}
      className={className}
      isInForm={isInForm}
    >
      <select value={value} onChange={(event) => onChange(event.target.value)} className={clsx(inputStyle, 'pr-1')}>
        {options.map(([id, text, isDisabled]) => (
          <option key={id} value={id} disabled={isDisabled}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

type DateProps = {
  label: string
  value: string
  onChange: (value: string) => void
  className?: string
  isInForm?: boolean
}

/** A day as `2026-11-21`, or nothing. */
export function DateField({ label, value, onChange, className, isInForm = false }: DateProps) {
  return (
    <Labelled label={label} className={className} isInForm={isInForm}>
      <input type="date" value={value} onChange={(event) => onChange(event.target.value)} className={inputStyle} />
    </Labelled>
  )
}

function Labelled({
  label,
  className,
  isInForm = false,
  children,
}: {
  label: ReactNode
  className: string | undefined
  isInForm?: boolean
  children: ReactNode
}) {
  const look = isInForm ? 'gap-1.5 text-sm' : 'gap-1 text-xs text-ink-2'
  return (
    <label className={clsx('flex min-w-0 flex-col', look, className)}>
      {isInForm ? <span className="font-semibold">{label}</span> : label}
      {children}
    </label>
  )
}
