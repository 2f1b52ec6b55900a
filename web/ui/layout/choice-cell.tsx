import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type Props = { isChosen: boolean; onChoose: () => void; children: ReactNode }

/** A cell of a `HairlineGrid` that narrows what stands below: pressed or not. */
export function ChoiceCell({ isChosen, onChoose, children }: Props) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={clsx(
        'flex cursor-pointer flex-col gap-1.5 p-3 text-left transition-colors duration-120 focus-visible:-outline-offset-2',
        isChosen ? 'bg-brand-tint' : 'bg-surface hover:bg-sunken',
      )}
    >
      {children}
    </button>
  )
}
