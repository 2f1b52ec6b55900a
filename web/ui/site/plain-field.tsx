import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { inputStyle } from '../form/input-style.ts'

type Props = { label: string; hint?: string; isMono?: boolean }

/** A field that is never wrong: without the checks of the app's fields, whose code the site does not load for it. */
export function PlainField({ label, hint, isMono = false, ...input }: Props & ComponentProps<'input'>) {
  const id = useId()
  return (
    <Labelled id={id} label={label} hint={hint}>
      <input
        id={id}
        className={clsx(inputStyle, isMono && 'font-mono')}
        {...(hint ? { 'aria-describedby': `${id}-hint` } : {})}
        {...input}
      />
    </Labelled>
  )
}

/** The same for several lines. */
export function PlainArea({ label, hint, isMono = false, ...area }: Props & ComponentProps<'textarea'>) {
  const id = useId()
  return (
    <Labelled id={id} label={label} hint={hint}>
      <textarea
        id={id}
        className={clsx(inputStyle, 'h-auto! resize-y py-2', isMono && 'font-mono')}
        {...(hint ? { 'aria-describedby': `${id}-hint` } : {})}
        {...area}
      />
    </Labelled>
  )
}

function Labelled({
  id,
  label,
  hint,
  children,
}: {
  id: string
  label: string
  hint: string | undefined
  children: ReactNode
}) {
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
}

/** What was typed into a form of such fields, by their names. */
export function typedInto(form: HTMLFormElement): Record<string, string> {
  const typed = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(typed)
}
