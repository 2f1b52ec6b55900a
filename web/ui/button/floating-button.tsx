import { clsx } from 'clsx'
import { createPortal } from 'react-dom'
import type { ReactNode } from 'react'

type Props = {
  label: string
  onPress: () => void
  /** Something else lies at the lower edge. */
  isRaised: boolean
  children: ReactNode
}

/** The one thing to do on a page, within reach of a thumb. */
export function FloatingButton({ label, onPress, isRaised, children }: Props) {
  const main = document.getElementById('main')
  if (!main) return null
  // Out of the bar above a list: what is sticky or a container would hold it there.
  return createPortal(
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      className={clsx(
        'fixed right-4 z-[5] grid size-14 cursor-pointer place-items-center rounded-xl bg-brand text-brand-ink shadow-lift print:hidden',
        isRaised ? 'bottom-16' : 'bottom-4',
      )}
    >
      {children}
    </button>,
    main,
  )
}
