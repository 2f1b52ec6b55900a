import { clsx } from 'clsx'
import { EllipsisVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../button/icon-button.tsx'
import { Menu } from '../overlay/menu.tsx'

/** How far in a row of this depth begins, from 0. */
const INDENT = ['pl-2', 'pl-5', 'pl-8', 'pl-11', 'pl-14']

type Props = {
  label: string
  icon: ReactNode
  isChosen: boolean
  onChoose: () => void
  depth?: number
  /** What can be done with it besides choosing; `menuLabel` names the button. */
  menu?: ReactNode
  menuLabel?: string
}

/** One of a list that narrows another list: pressed or not, with a menu of its own. */
export function ChoiceRow({ label, icon, isChosen, onChoose, depth = 0, menu, menuLabel = '' }: Props) {
  return (
    <li className={clsx('flex items-center rounded-md', isChosen ? 'bg-brand-tint' : 'hover:bg-sunken')}>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        className={clsx(
          'flex h-8 min-w-0 flex-1 cursor-pointer items-center gap-2 rounded-md pr-2 text-left text-sm pointer-coarse:h-11',
          INDENT[Math.min(depth, INDENT.length - 1)],
          isChosen && 'font-semibold',
        )}
      >
        {icon}
        <span className="truncate" title={label}>
          {label}
        </span>
      </button>
      {menu && (
        <Menu
          trigger={
            <IconButton label={menuLabel} tone="quiet" size="sm">
              <EllipsisVertical size={15} aria-hidden="true" />
            </IconButton>
          }
        >
          {menu}
        </Menu>
      )}
    </li>
  )
}
