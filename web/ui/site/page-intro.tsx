import type { ReactNode } from 'react'
import { Heading, Text } from '../layout/text.tsx'
import { SiteSection } from './site-section.tsx'

/** The beginning of a page of the site: title, lead, and what to do next. */
export function PageIntro({ title, lead, children }: { title: string; lead: string; children?: ReactNode }) {
  return (
    <SiteSection inner="pb-6! md:pb-8!">
      <Heading as="h1" look="sitePage">
        {title}
      </Heading>
      <Text tone="soft" size="lead" className="mt-4 max-w-[40rem]">
        {lead}
      </Text>
      {children && <div className="mt-7 flex flex-wrap gap-3">{children}</div>}
    </SiteSection>
  )
}
