import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

/** What is seen of a folded `<details className="group">`; its mark turns as it opens. */
export function FoldSummary({ className, children }: { className: string; children: ReactNode }) {
  return (
    <summary
      className={clsx(
        'flex cursor-pointer list-none items-center text-sm font-semibold [&::-webkit-details-marker]:hidden',
        className,
      )}
    >
      <ChevronRight
        size={16}
        aria-hidden="true"
        className="shrink-0 text-ink-3 transition-transform duration-120 group-open:rotate-90"
      />
      {children}
    </summary>
  )
}
