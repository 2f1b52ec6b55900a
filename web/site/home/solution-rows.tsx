import { home } from '#web/messages/site/home.ts'
import { SiteLink } from '#web/ui/site/site-link.tsx'
import { RuledRow } from '#web/ui/site/ruled-rows.tsx'
import { SiteSection } from '#web/ui/site/site-section.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'

const { title, rows, link, more } = home.solutions

export function SolutionRows() {
  return (
    <SiteSection id="solutions">
      <Heading look="siteSection">{title}</Heading>
      <div className="mt-6">
        {rows.map(([industry, facts, line]) => (
          <RuledRow
            key={industry}
            className="grid gap-x-8 gap-y-1 md:grid-cols-[15rem_1fr_15rem_auto] md:items-baseline"
          >
            <Heading as="h3" look="siteCell">
              {industry}
            </Heading>
            <Text tone="soft" size="base">
              {facts}
            </Text>
            <Text tone="hint">{line}</Text>
            <SiteLink href={`/solutions#${anchorOf(industry)}`} aria-label={link(industry)} className="text-sm">
              {more}
            </SiteLink>
          </RuledRow>
        ))}
      </div>
    </SiteSection>
  )
}

export function anchorOf(industry: string): string {
  return industry.toLowerCase().replaceAll(' ', '-')
}
