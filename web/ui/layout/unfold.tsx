import type { ReactNode } from 'react'
import { FoldSummary } from './fold-summary.tsx'

type Props = { title: ReactNode; children: ReactNode }

/** One line of a panel that unfolds to what few people need. */
export function Unfold({ title, children }: Props) {
  return (
    <details className="group">
      <FoldSummary className="min-h-9 gap-2 rounded-sm hover:underline">{title}</FoldSummary>
      <div className="pt-2">{children}</div>
    </details>
  )
}
