import { type ReactNode, type RefObject, useRef } from 'react'
import { useKeptFocus } from '../button/use-kept-focus.ts'
import { useLowerEdge } from './lower-edge.ts'

type Props = {
  ref: RefObject<HTMLElement | null>
  label: string
  title: ReactNode
  actions: ReactNode
  progress: ReactNode
  footer: ReactNode
  children: ReactNode
}

/**
 * A panel that stays in view while work is under way, over the whole lower edge: a row is in view with its buttons or not at all.
 * It has its place in the flow of the page: scrolled to the end, it covers no row.
 */
export function FloatingPanel({ label, title, actions, progress, footer, ref, children }: Props) {
  useLowerEdge(ref)
  const list = useRef<HTMLUListElement>(null)
  const keepsFocus = useKeptFocus(list)
  return (
    <section
      ref={ref}
      aria-label={label}
      className="sticky bottom-0 z-10 flex max-h-[42dvh] flex-col overflow-hidden border-t border-line bg-surface shadow-lift md:max-h-[min(17rem,40dvh)] print:hidden"
    >
      <header className="flex min-h-12 shrink-0 items-center justify-between gap-2 border-line py-1 pr-2 pl-4 not-last:border-b md:pr-4 md:pl-6">
        <h2 aria-live="polite" className="text-sm font-semibold tabular-nums wrap-anywhere">
          {title}
        </h2>
        <div className="flex shrink-0">{actions}</div>
      </header>
      {progress}
      {children && (
        // Rows that are done have nothing to focus.
        <ul
          ref={list}
          {...keepsFocus}
          aria-label={label}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable (WCAG 2.1.1)
          tabIndex={0}
          className="min-h-0 flex-1 overflow-y-auto -outline-offset-2 max-md:divide-y max-md:divide-line md:grid md:auto-rows-min md:grid-cols-2 md:gap-x-4 md:px-2 xl:grid-cols-3"
        >
          {children}
        </ul>
      )}
      {footer && (
        <footer className="flex shrink-0 empty:hidden justify-end gap-2 border-t border-line px-4 py-2">
          {footer}
        </footer>
      )}
    </section>
  )
}

/** A line at the end of the panel's list. */
export function PanelNote({ children }: { children: ReactNode }) {
  return <li className="px-4 py-2.5 text-xs text-ink-3">{children}</li>
}
