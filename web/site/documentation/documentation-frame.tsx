import { clsx } from 'clsx'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { documentation } from '#web/messages/site/documentation.ts'
import { SiteLink } from '#web/ui/site/site-link.tsx'
import { SiteSection } from '#web/ui/site/site-section.tsx'
import { GuideTree } from './guide-tree.tsx'

/** The tree on the left, what is read in the middle, and on the right the parts of it. */
export function DocumentationFrame({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <SiteSection
      inner={clsx(
        'grid gap-8 py-8! md:py-10! lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-12',
        aside && 'xl:grid-cols-[14rem_minmax(0,1fr)_11rem]',
      )}
    >
      <div className="flex flex-col gap-4 lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:self-start lg:overflow-y-auto">
        <SiteLink href="/documentation" className="inline-flex items-center gap-1.5 text-sm pointer-coarse:py-2">
          <ArrowLeft size={16} aria-hidden="true" />
          {documentation.back}
        </SiteLink>
        <GuideTree />
      </div>
      <div className="min-w-0">{children}</div>
      {aside}
    </SiteSection>
  )
}
