import type { ReactNode } from 'react'
import { FoldSummary } from './fold-summary.tsx'

type Props = { id: string; title: string; isOpen: boolean; onToggle: (isOpen: boolean) => void; children: ReactNode }

/** A line that opens to what is behind it. The browser's own, so that its search in the page finds the text. */
export function Disclosure({ id, title, isOpen, onToggle, children }: Props) {
  return (
    <details
      id={id}
      open={isOpen}
      onToggle={(event) => {
        if (event.currentTarget.open !== isOpen) onToggle(event.currentTarget.open)
      }}
      className="group scroll-mt-20 border-b border-line last:border-b-0"
    >
      <FoldSummary className="min-h-11 gap-2.5 px-4 py-2.5 transition-colors duration-120 hover:bg-sunken focus-visible:-outline-offset-2">
        {title}
      </FoldSummary>
      <div className="pr-4 pb-4 pl-10.5 text-sm text-ink-2">{children}</div>
    </details>
  )
}
