import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import { Tooltip } from '../overlay/tooltip.tsx'

type Props<Id extends string> = {
  label: string
  pressed: Id
  onPress: (id: Id) => void
  buttons: readonly { id: Id; label: string; Icon: LucideIcon }[]
}

/** A few icons side by side, one of them pressed: ways to look at the same things that have no address of their own. */
export function PressedButtons<Id extends string>({ label, pressed, onPress, buttons }: Props<Id>) {
  return (
    <fieldset aria-label={label} className="m-0 flex rounded-md border border-control bg-surface p-0.5">
      {buttons.map(({ id, label: name, Icon }) => (
        <Tooltip key={id} label={name}>
          <button
            type="button"
            aria-label={name}
            aria-pressed={id === pressed}
            onClick={() => onPress(id)}
            className={clsx(
              'grid size-7.5 cursor-pointer place-items-center rounded-sm transition-colors duration-120 pointer-coarse:size-10',
              id === pressed ? 'bg-brand-tint text-brand' : 'text-ink-2 hover:bg-sunken hover:text-ink',
            )}
          >
            <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
          </button>
        </Tooltip>
      ))}
    </fieldset>
  )
}
