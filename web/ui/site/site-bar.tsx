import { clsx } from 'clsx'
import { Menu, Moon, Sun } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { flipScheme } from '../layout/scheme.ts'
import { common } from '#web/messages/common.ts'

/** The header of the site: 64 px on the paper, without a border. */
export function SiteBar({ children }: { children: ReactNode }) {
  return (
    <header className="mx-auto flex h-16 max-w-[76rem] items-center justify-between gap-4 px-5 md:px-8 print:hidden">
      {children}
    </header>
  )
}

const item =
  'rounded-sm transition-colors duration-120 hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-brand'

/** Links beside each other, from 1024 px on. */
export function SiteNav({ className, ...nav }: ComponentProps<'nav'>) {
  return <nav className={clsx('hidden gap-6 text-sm text-ink-2 lg:flex', className)} {...nav} />
}
export const siteNavItem = item

/** The same links behind a button where there is no room. It opens without JavaScript; Escape closes it (site-keys.ts). */
export function SiteMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="relative lg:hidden">
      <summary
        aria-label={label}
        className="grid size-11 cursor-pointer list-none place-items-center rounded-md text-ink-2 hover:bg-sunken hover:text-ink [&::-webkit-details-marker]:hidden"
      >
        <Menu size={20} aria-hidden="true" />
      </summary>
      <nav
        aria-label={label}
        className="absolute top-12 right-0 z-20 flex w-64 flex-col rounded-lg border border-line bg-surface p-2 shadow-lift"
      >
        {children}
      </nav>
    </details>
  )
}
export const siteMenuItem =
  'flex min-h-11 items-center rounded-md px-3 text-base text-ink hover:bg-sunken aria-[current=page]:bg-brand-tint aria-[current=page]:font-semibold aria-[current=page]:text-brand'

/** As in the app, without its tooltip. */
export function SiteThemeToggle() {
  return (
    <button
      type="button"
      aria-label={common.toggleScheme}
      onClick={flipScheme}
      className="grid size-9 cursor-pointer place-items-center rounded-md text-ink-2 hover:bg-sunken hover:text-ink pointer-coarse:size-11"
    >
      <Sun size={17} aria-hidden="true" className="hidden dark:block" />
      <Moon size={17} aria-hidden="true" className="dark:hidden" />
    </button>
  )
}
