import { clsx } from 'clsx'
import { type MouseEvent, type ReactNode, useRef } from 'react'
import type { MenuPoint } from '../overlay/context-menu.tsx'
import { useRestoreFocus } from '../button/use-restore-focus.ts'

/** Rows under hairlines that carry their own buttons; for short lists that are neither sorted nor selected. */
export function RowList({ label, children }: { label: string; children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null)
  useRestoreFocus(list)
  return (
    <ul ref={list} aria-label={label} className="divide-y divide-line">
      {children}
    </ul>
  )
}

/** What a row does as a whole: by its title, which is a button then, by a double click and by the menu of the row. */
export type RowOpening = {
  label: string
  /** @param title takes the focus afterwards. */
  onOpen: (title: HTMLElement | null) => void
  onMenu: (at: MenuPoint, title: HTMLElement | null) => void
}

type Props = {
  icon: ReactNode
  title: ReactNode
  detail: ReactNode
  badge?: ReactNode
  actions: ReactNode
  isSlim?: boolean
  opening?: RowOpening | undefined
}

export function Row({ icon, title, detail, badge, actions, isSlim = false, opening }: Props) {
  const opener = useRef<HTMLButtonElement>(null)
  const openMenu = (event: MouseEvent) => {
    event.preventDefault()
    opening?.onMenu({ x: event.clientX, y: event.clientY }, opener.current)
  }
  // A double click on one of the row's own buttons means that button.
  const openRow = ({ target }: MouseEvent) => {
    if (target instanceof Element && !target.closest('button')) opening?.onOpen(opener.current)
  }
  return (
    <li
      className={clsx('flex flex-wrap items-center gap-x-3 gap-y-2', isSlim ? 'py-2.5' : 'px-4 py-3')}
      {...(opening && { onDoubleClick: openRow, onContextMenu: openMenu })}
    >
      <span className="shrink-0 text-ink-3">{icon}</span>
      <span className="min-w-40 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {opening ? (
            <button
              ref={opener}
              type="button"
              aria-label={opening.label}
              className="min-w-0 cursor-pointer rounded-sm text-left text-sm font-semibold wrap-anywhere hover:underline"
              onClick={() => opening.onOpen(opener.current)}
            >
              {title}
            </button>
          ) : (
            <span className="min-w-0 text-sm font-semibold wrap-anywhere">{title}</span>
          )}
          {badge}
        </span>
        <span className="mt-0.5 block text-xs text-ink-2 tabular-nums wrap-anywhere">
          {typeof detail === 'string' ? keepMarks(detail) : detail}
        </span>
      </span>
      <span className="ml-auto flex shrink-0 items-center gap-2">{actions}</span>
    </li>
  )
}

/** A mark between two facts ends a line; it never begins one. */
function keepMarks(text: string): string {
  return text.replaceAll(' · ', '\u00A0· ')
}
