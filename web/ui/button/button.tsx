import { Button as Base } from '@base-ui/react/button'
import { clsx } from 'clsx'
import type { MouseEvent } from 'react'
import { type ButtonLook, buttonStyle } from './button-style.ts'
import { Spinner } from '../feedback/spinner.tsx'

type Props = Base.Props &
  ButtonLook & {
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
