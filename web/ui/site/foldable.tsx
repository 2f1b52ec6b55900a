import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

/** A question that opens to its answer. The browser's own, so that it works without JavaScript. */
export function Foldable({
  title,
  isOpen = false,
  isWide = false,
  children,
}: {
  title: ReactNode
  isOpen?: boolean
  /** For what is no text to read along. */
  isWide?: boolean
  children: ReactNode
}) {
  return (
    <details open={isOpen} className="group border-t border-line py-4 first:border-t-0">
      <summary className="flex cursor-pointer list-none items-start justify-between gap-4 rounded-sm text-base font-semibold [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronDown
          size={18}
          aria-hidden="true"
          className="mt-1 shrink-0 text-ink-3 transition-transform duration-150 group-open:rotate-180"
        />
      </summary>
      <div className={clsx('mt-2 text-base leading-relaxed text-ink-2', !isWide && 'max-w-[68ch]')}>{children}</div>
    </details>
  )
}
