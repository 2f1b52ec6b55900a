import { Button as Base } from '@base-ui/react/button'
import type { LucideIcon } from 'lucide-react'
import type { MouseEvent } from 'react'

export type GridAction = {
  id: string
  /** Short: it stands below the icon. */
  label: string
  Icon: LucideIcon
  /** Something is marked by it already. */
  isOn?: boolean
  onPress: (event: MouseEvent) => void
}

/** What can be done with one thing, three to a line between hairlines: an icon and a word each. */
export function ActionGrid({ label, actions }: { label: string; actions: readonly GridAction[] }) {
  return (
    <fieldset
      aria-label={label}
      className="m-0 grid min-w-0 shrink-0 grid-cols-3 gap-px overflow-hidden rounded-md border border-line bg-line p-0"
    >
      {actions.map(({ id, label: name, Icon, isOn = false, onPress }) => (
        <Base
          key={id}
          type="button"
          onClick={onPress}
          className="flex min-h-13 cursor-pointer flex-col items-center justify-center gap-1 bg-surface px-1 py-1.5 text-center text-xs font-semibold text-ink-2 transition-colors duration-120 hover:bg-sunken hover:text-ink focus-visible:-outline-offset-2"
        >
          <Icon
            size={17}
            strokeWidth={1.75}
            aria-hidden="true"
            fill={isOn ? 'currentColor' : 'none'}
            className={isOn ? 'text-copper' : undefined}
          />
          {name}
        </Base>
      ))}
      {/* The rest of the last line. */}
      {Array.from({ length: (3 - (actions.length % 3)) % 3 }, (_, at) => (
        <span key={at} aria-hidden="true" className="bg-surface" />
      ))}
    </fieldset>
  )
}
