import type { ReactNode } from 'react'

type Props = {
  label: string
  title: ReactNode
  actions: ReactNode
  progress: ReactNode
  footer: ReactNode
  children: ReactNode
}

/**
 * A panel that stays in view while work is under way: at the lower edge, on large screens in the right corner. It has its
 * place in the flow of the page: scrolled to the end, it covers no row and none of their buttons.
 */
export function FloatingPanel({ label, title, actions, progress, footer, children }: Props) {
  return (
    <section
      aria-label={label}
      className="sticky z-10 flex max-h-[min(26rem,60dvh)] flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-lift max-md:max-h-[42dvh] max-md:bottom-0 max-md:rounded-b-none max-md:border-x-0 max-md:border-b-0 md:bottom-4 md:mr-4 md:mb-4 md:w-96 md:self-end print:hidden"
    >
      <header className="flex min-h-12 shrink-0 items-center justify-between gap-2 border-b border-line py-1 pr-2 pl-4">
        <h2 aria-live="polite" className="text-sm font-semibold tabular-nums">
          {title}
        </h2>
        <div className="flex">{actions}</div>
      </header>
      {progress}
      {children && (
        // Rows that are done have nothing to focus.
        <ul
          aria-label={label}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable (WCAG 2.1.1)
          tabIndex={0}
          className="min-h-0 flex-1 divide-y divide-line overflow-y-auto -outline-offset-2"
        >
          {children}
        </ul>
      )}
      {footer && <footer className="flex shrink-0 justify-end gap-2 border-t border-line px-4 py-2">{footer}</footer>}
    </section>
  )
}

/** A line at the end of the panel's list. */
export function PanelNote({ children }: { children: ReactNode }) {
  return <li className="px-4 py-2.5 text-xs text-ink-3">{children}</li>
}
