import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** The line above a list, in view as long as the list is; tinted while it speaks for a selection. A container: what is in it knows its width. */
export function ListBar({ isActive, children }: { isActive: boolean; children: ReactNode }) {
  return (
    <div
      className={clsx(
        '@container sticky top-14 z-[2] flex h-12 items-center pointer-coarse:h-14 gap-2 rounded-t-lg px-4 text-sm transition-colors duration-120 max-md:pr-2',
        isActive ? 'bg-brand-tint' : 'bg-surface',
      )}
    >
      {children}
    </div>
  )
}
