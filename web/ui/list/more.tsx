import { Collapsible as Base } from '@base-ui/react/collapsible'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

/** A line that shows more when it is pressed. */
export function More({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Base.Root>
      <Base.Trigger className="group flex cursor-pointer items-center gap-1.5 rounded-sm text-sm font-semibold text-brand hover:text-brand-hover pointer-coarse:min-h-11">
        <ChevronRight
          size={16}
          aria-hidden="true"
          className="transition-transform duration-120 group-data-panel-open:rotate-90"
        />
        {title}
      </Base.Trigger>
      <Base.Panel className="pt-2.5">{children}</Base.Panel>
    </Base.Root>
  )
}
