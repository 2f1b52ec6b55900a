import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'
import { Button } from './button.tsx'

export type Way = {
  id: string
  label: string
  /** Absent when the way is not open here; `reason` then says why. */
  onChoose?: (() => void) | undefined
  isBusy?: boolean
  /** For a way that opens a panel beneath: whether it is open. */
  isOpen?: boolean
}

type Props = {
  title: string
  ways: readonly Way[]
  /** Why some of the ways cannot be chosen. */
  reason: string | null
  /** The panel of the way that is open. */
  children?: ReactNode
}

/** Ways to continue beside the main one. Those that are not open stay visible, unpressable, with the reason beneath. */
export function WayButtons({ title, ways, reason, children }: Props) {
  const id = useId()
  return (
    <fieldset className="min-w-0 border-t border-line pt-4">
      <legend className="sr-only">{title}</legend>
      <p aria-hidden="true" className="text-sm text-ink-2">
        {title}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {ways.map(({ id: wayId, label, onChoose, isBusy = false, isOpen }) => (
          <Button
            key={wayId}
            variant="outline"
            isBusy={isBusy}
            disabled={!onChoose}
            onClick={onChoose}
            aria-expanded={isOpen}
            aria-controls={isOpen ? `${id}-panel` : undefined}
            aria-describedby={!onChoose && reason ? `${id}-reason` : undefined}
            className={clsx('aria-expanded:border-brand aria-expanded:text-brand', !onChoose && 'border-dashed')}
          >
            {label}
          </Button>
        ))}
      </div>
      {reason && (
        <p id={`${id}-reason`} className="mt-2 text-xs text-ink-3">
          {reason}
        </p>
      )}
      {children && (
        <div id={`${id}-panel`} className="mt-4">
          {children}
        </div>
      )}
    </fieldset>
  )
}
