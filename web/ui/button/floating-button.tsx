import { createPortal } from 'react-dom'
import { type ReactNode, useSyncExternalStore } from 'react'

type Props = {
  label: string
  onPress: () => void
  children: ReactNode
}

const neverChanges = () => () => undefined
const findMain = () => document.getElementById('main')

/** The one thing to do on a page, within reach of a thumb. */
export function FloatingButton({ label, onPress, children }: Props) {
  const main = useSyncExternalStore(neverChanges, findMain)
  if (!main) return null
  // Out of the bar above a list: what is sticky or a container would hold it there.
  return createPortal(
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      className="fixed right-4 bottom-[calc(var(--lower-edge,0px)+1rem)] z-[5] grid size-14 cursor-pointer place-items-center rounded-xl bg-brand text-brand-ink shadow-lift print:hidden"
    >
      {children}
    </button>,
    main,
  )
}
