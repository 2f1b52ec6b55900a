import { type ReactNode, useRef } from 'react'
import { useRestoreFocus } from '../button/use-restore-focus.ts'

/** Things in a card, one per hairline row, each with something that can be done about it. */
export function PlainRows({ label, children }: { label: string; children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null)
  useRestoreFocus(list)
  return (
    <ul ref={list} aria-label={label} className="divide-y divide-line border-t border-line">
      {children}
    </ul>
  )
}

export function PlainRow({ action, children }: { action?: ReactNode; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-44 wrap-anywhere">{children}</div>
      {action}
    </li>
  )
}
