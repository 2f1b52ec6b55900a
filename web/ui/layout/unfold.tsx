import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = { title: ReactNode; children: ReactNode }

/** One line of a panel that unfolds to what few people need. */
export function Unfold({ title, children }: Props) {
  return (
    <details className="group">
      <summary className="flex min-h-9 cursor-pointer list-none items-center gap-2 rounded-sm text-sm font-semibold hover:underline [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={16}
          aria-hidden="true"
          className="shrink-0 text-ink-3 transition-transform duration-120 group-open:rotate-90"
        />
        {title}
      </summary>
      <div className="pt-2">{children}</div>
    </details>
  )
}
