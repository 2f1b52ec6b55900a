import { clsx } from 'clsx'
import type { ReactNode } from 'react'

const TONE = {
  plain: 'border border-line text-ink-2',
  brand: 'bg-brand-tint text-brand inset-ring inset-ring-brand/20',
  copper: 'bg-copper-tint text-copper',
  warn: 'bg-warn-tint text-warn',
  danger: 'bg-danger-tint text-danger',
  critical: 'bg-danger text-danger-ink',
}

/** A word of status. Brand green means checked or encrypted, never merely nice. */
export function Badge({ tone = 'plain', children }: { tone?: keyof typeof TONE; children: ReactNode }) {
  return (
    <span
      className={clsx(
        'inline-flex h-5 items-center gap-1 rounded-sm px-1.5 text-xs leading-none font-semibold whitespace-nowrap',
        TONE[tone],
      )}
    >
      {children}
    </span>
  )
}
