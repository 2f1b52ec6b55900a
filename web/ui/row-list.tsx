import { clsx } from 'clsx'
import { type ReactNode, useRef } from 'react'
import { useKeptFocus } from './use-kept-focus.ts'

/** Rows under hairlines that carry their own buttons; for short lists that are neither sorted nor selected. */
export function RowList({ label, children }: { label: string; children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null)
  useKeptFocus(list)
  return (
    <ul ref={list} aria-label={label} className="divide-y divide-line">
      {children}
    </ul>
  )
}

type Props = {
  icon: ReactNode
  title: string
  detail: ReactNode
  badge?: ReactNode
  actions: ReactNode
  isSlim?: boolean
}

export function Row({ icon, title, detail, badge, actions, isSlim = false }: Props) {
  return (
    <li className={clsx('flex flex-wrap items-center gap-x-3 gap-y-2', isSlim ? 'py-2.5' : 'px-4 py-3')}>
      <span className="shrink-0 text-ink-3">{icon}</span>
      <span className="min-w-40 flex-1">
        <span className="flex items-center gap-2">
          <span className="min-w-0 text-sm font-semibold wrap-anywhere">{title}</span>
          {badge}
        </span>
        <span className="mt-0.5 block text-xs text-ink-2 tabular-nums wrap-anywhere">{detail}</span>
      </span>
      <span className="ml-auto flex shrink-0 items-center gap-2">{actions}</span>
    </li>
  )
}
