import { clsx } from 'clsx'
import { X } from 'lucide-react'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { common } from '#web/messages/common.ts'
import { IconButton } from '../button/icon-button.tsx'

type Props = {
  ref?: Ref<HTMLElement>
  label: string
  title: string
  /** Out of sight, while dialogs that were opened from it stay. */
  isHidden?: boolean
  /** Behind the title. */
  actions?: ReactNode
  onClose: () => void
  /** Escape: back to what the panel speaks of. The panel stays. */
  onLeave: () => void
  children: ReactNode
}

/** A column beside a list that stays while the list is used, and scrolls by itself. */
export function DockedPanel({ ref, label, title, isHidden = false, actions, onClose, onLeave, children }: Props) {
  const leave = (event: KeyboardEvent<HTMLElement>) => {
    // A dialog or menu that was opened from the panel lies elsewhere in the page and closes by itself.
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target)
    if (event.key === 'Escape' && !event.defaultPrevented && isInside) onLeave()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears Escape of the controls within
    <aside
      ref={ref}
      aria-label={label}
      tabIndex={-1}
      onKeyDown={leave}
      className={clsx(
        isHidden ? 'hidden' : 'flex',
        'sticky top-18 max-h-[calc(100dvh-5.5rem-var(--lower-edge,0px))] w-80 shrink-0 flex-col rounded-lg border border-line bg-surface outline-none 2xl:w-96 print:hidden',
      )}
    >
      <div className="flex h-12 shrink-0 items-center gap-1 border-b border-line pr-2 pl-4">
        <h2 className="min-w-0 flex-1 truncate text-sm font-semibold">{title}</h2>
        {actions}
        <IconButton label={common.close} onClick={onClose}>
          <X size={16} aria-hidden="true" />
        </IconButton>
      </div>
      <div className="flex min-h-0 flex-col gap-4 overflow-y-auto p-4">{children}</div>
    </aside>
  )
}
