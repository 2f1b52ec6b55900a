import { Button as Base } from '@base-ui/react/button'
import { clsx } from 'clsx'
import type { MouseEvent } from 'react'
import { Spinner } from './spinner.tsx'

const VARIANT = {
  primary: 'bg-brand text-brand-ink hover:bg-brand-hover',
  outline: 'border border-control bg-surface text-ink hover:bg-sunken',
  ghost: 'text-ink-2 hover:bg-sunken hover:text-ink',
  danger: 'bg-danger text-danger-ink hover:bg-danger-hover',
}
const SIZE = {
  sm: 'h-7 px-2.5 text-xs pointer-coarse:h-11 pointer-coarse:text-sm',
  md: 'h-9 px-3.5 text-sm pointer-coarse:h-11',
  lg: 'h-11 px-5 text-sm',
}

const look =
  'inline-flex shrink-0 cursor-pointer items-center justify-center gap-2 rounded-md font-semibold whitespace-nowrap select-none transition-colors duration-120'

type Look = { variant?: keyof typeof VARIANT; size?: keyof typeof SIZE }

/** The same look for what leads to another address. */
export function buttonStyle({ variant = 'primary', size = 'md' }: Look): string {
  return clsx(look, VARIANT[variant], SIZE[size])
}

type Props = Base.Props &
  Look & {
    className?: string
    /** Work is under way: the button keeps its focus, refuses presses and shows a spinner. */
    isBusy?: boolean
  }

export function Button({ className, variant = 'primary', size = 'md', isBusy = false, children, ...button }: Props) {
  // Paging and the like may be pressed in a row; what makes or ends something may not.
  const isOnce = variant === 'primary' || variant === 'danger' || button.type === 'submit'
  return (
    <Base
      type="button"
      className={clsx(
        buttonStyle({ variant, size }),
        'data-disabled:cursor-not-allowed data-disabled:opacity-60',
        className,
      )}
      {...button}
      {...(isOnce ? { onClickCapture: ignoreSecondClick } : {})}
      {...(isBusy ? { disabled: true, focusableWhenDisabled: true, 'aria-busy': true } : {})}
    >
      {isBusy && <Spinner />}
      {children}
    </Base>
  )
}

/** People who double click mean one press. The dialog that the first click closed is still there for the second. */
function ignoreSecondClick(event: MouseEvent): void {
  if (event.detail < 2) return
  event.preventDefault()
  event.stopPropagation()
}
