import type { ReactNode } from 'react'
import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'

type Props = { id: string; title: string; isOpen: boolean; onToggle: (isOpen: boolean) => void; children: ReactNode }

const line =
  'min-h-11 gap-2.5 px-4 py-2.5 transition-colors duration-120 hover:bg-sunken focus-visible:-outline-offset-2'

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
      <FoldSummary className={line}>{title}</FoldSummary>
      <div className="pr-4 pb-4 pl-10.5 text-sm text-ink-2">{children}</div>
    </details>
  )
}

/** A part of a long list, folded to its name and what it comes to; its content takes the whole width. */
export function FoldedPart({ title, note, children }: { title: ReactNode; note: string; children: ReactNode }) {
  return (
    <details className="group border-b border-line last:border-b-0">
      <FoldSummary className={line}>
        <span className="flex min-w-0 grow flex-wrap justify-between gap-x-4">
          <span>{title}</span>
          <span className="text-xs leading-5 font-normal text-ink-2 tabular-nums">{note}</span>
        </span>
      </FoldSummary>
      {children}
    </details>
  )
}

/** One line of a panel that unfolds to what few people need. */
export function Unfold({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <details className="group">
      <FoldSummary className="min-h-9 gap-2 rounded-sm hover:underline">{title}</FoldSummary>
      <div className="pt-2">{children}</div>
    </details>
  )
}

/** What is seen of a folded `<details className="group">`; its mark turns as it opens. */
function FoldSummary({ className, children }: { className: string; children: ReactNode }) {
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
