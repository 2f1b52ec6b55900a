import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

/** The column at the left edge of the app: 16rem, or 3rem with icons only. */
export function SideBar({ isCollapsed, children }: { isCollapsed: boolean; children: ReactNode }) {
  return (
    <aside
      // How wide it is, for what floats beside it (`toast.tsx`).
      data-side={isCollapsed ? 'narrow' : 'wide'}
      className={clsx(
        'sticky top-0 flex h-dvh shrink-0 flex-col overflow-x-hidden overflow-y-auto border-r border-line bg-surface transition-[width] duration-200 ease-sheet print:hidden',
        isCollapsed ? 'w-12' : 'w-64',
      )}
    >
      {children}
    </aside>
  )
}

/** The bar at the top, always in view. */
export function TopBar({ className, ...rest }: ComponentProps<'header'>) {
  return (
    <header
      className={clsx(
        'sticky top-0 z-[3] flex h-14 items-center gap-2 border-b border-line bg-surface px-4 md:px-6 print:hidden',
        className,
      )}
      {...rest}
    />
  )
}

/** A group title in the sidebar. */
export function NavGroup({
  title,
  isCollapsed,
  children,
}: {
  title: string
  isCollapsed: boolean
  children: ReactNode
}) {
  return (
    <div className="mb-4">
      <p className={isCollapsed ? 'sr-only' : 'px-2.5 pb-1 text-xs text-ink-3'}>{title}</p>
      <ul className="flex flex-col gap-0.5">{children}</ul>
    </div>
  )
}

/** Where the keyboard arrives from the skip link and Alt+S. */
export function Main({ className, ...rest }: ComponentProps<'main'>) {
  return <main id="main" tabIndex={-1} className={clsx('outline-none', className)} {...rest} />
}

/** Puts the keyboard at the start of the page's content. */
export function focusMain() {
  const main = document.getElementById('main')
  main?.focus({ preventScroll: true })
  main?.scrollIntoView({ block: 'start' })
}

const skipStyle =
  'fixed top-2 left-2 z-40 -translate-y-16 rounded-md bg-brand px-4 py-2 text-sm font-semibold text-brand-ink focus:translate-y-0'

/** First stop of the keyboard on every page. */
export function SkipLink({ children }: { children: ReactNode }) {
  return (
    <a
      href="#main"
      onClick={(event) => {
        event.preventDefault()
        focusMain()
      }}
      className={skipStyle}
    >
      {children}
    </a>
  )
}

/** Second stop, where the page has a list of files: past the tabs, filters and buttons above it. */
export function SkipToListLink({ children }: { children: ReactNode }) {
  return (
    <a
      href="#main"
      onClick={(event) => {
        event.preventDefault()
        document.querySelector<HTMLElement>('#main [role=grid]')?.focus()
      }}
      className={clsx(skipStyle, 'not-in-[body:has([role=grid])]:hidden')}
    >
      {children}
    </a>
  )
}
