import { Checkbox as Base } from '@base-ui/react/checkbox'
import { clsx } from 'clsx'
import { Check, Minus } from 'lucide-react'
import { useId, type ReactNode } from 'react'

const box = clsx(
  'grid size-4.5 shrink-0 cursor-pointer place-items-center rounded-sm border border-control bg-surface text-brand-ink transition-colors duration-120',
  'data-checked:border-brand data-checked:bg-brand data-indeterminate:border-brand data-indeterminate:bg-brand',
)

/** A checkbox without visible text, for tables. */
export function BareCheckbox({ label, ...rest }: Base.Root.Props & { label: string }) {
  return (
    <Base.Root aria-label={label} className={box} {...rest}>
      <Tick isMixed={rest.indeterminate} />
    </Base.Root>
  )
}

/** A checkbox with its sentence; the whole sentence can be pressed. */
export function Checkbox({ label, hint, ...rest }: Base.Root.Props & { label: ReactNode; hint?: string }) {
  const hintId = useId()
  return (
    <div>
      <label className="flex cursor-pointer items-start gap-2.5 text-sm pointer-coarse:py-2">
        <Base.Root className={clsx(box, 'mt-px')} {...(hint ? { 'aria-describedby': hintId } : {})} {...rest}>
          <Tick isMixed={rest.indeterminate} />
        </Base.Root>
        <span>{label}</span>
      </label>
      {hint && (
        <p id={hintId} className="mt-0.5 pl-7 text-xs text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
}

function Tick({ isMixed }: { isMixed: boolean | undefined }) {
  const Icon = isMixed ? Minus : Check
  return <Base.Indicator render={<Icon size={13} strokeWidth={3} aria-hidden="true" />} />
}

/** Shows a state without being a control: inside a row that is itself selectable. */
export function TickMark({ isChecked }: { isChecked: boolean }) {
  return (
    <span aria-hidden="true" className={box} {...(isChecked ? { 'data-checked': '' } : {})}>
      {isChecked && <Check size={13} strokeWidth={3} />}
    </span>
  )
}
