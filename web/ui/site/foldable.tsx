import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

/** A question that opens to its answer. The browser's own, so that it works without JavaScript. */
export function Foldable({
  title,
  isOpen = false,
  children,
}: {
  title: ReactNode
  isOpen?: boolean
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
      <div className="mt-2 max-w-[68ch] text-base leading-relaxed text-ink-2">{children}</div>
    </details>
  )
}
