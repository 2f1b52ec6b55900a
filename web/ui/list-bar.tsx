import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** The line above a list; tinted while it speaks for a selection. Same height either way, so that rows do not jump. */
export function ListBar({ isActive, children }: { isActive: boolean; children: ReactNode }) {
  return (
    <div
      className={clsx(
        'flex h-12 items-center gap-2 rounded-t-lg px-4 text-sm transition-colors duration-120 pointer-coarse:h-14',
        isActive && 'bg-brand-tint',
      )}
    >
      {children}
    </div>
  )
}
