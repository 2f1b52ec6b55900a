import { solutions } from '#web/messages/site/solutions.ts'
import { SiteLink } from '#web/ui/site/site-link.tsx'
import { HairlineCell, HairlineGrid } from '#web/ui/layout/hairline-grid.tsx'
import { PageIntro } from '#web/ui/site/page-intro.tsx'
import { RuledColumns } from '#web/ui/site/ruled-rows.tsx'
import { SiteSection } from '#web/ui/site/site-section.tsx'
import { Heading, Span, Text } from '#web/ui/layout/text.tsx'
import { anchorOf } from '../home/solution-rows.tsx'
import { StartLinks } from '../start-links.tsx'

export function Component() {
  return (
    <>
      <PageIntro title={solutions.title} lead={solutions.lead}>
        <StartLinks start={solutions.start} pricing={solutions.pricing} />
      </PageIntro>
      <SiteSection inner="pt-6! md:pt-8!">
        <HairlineGrid className="md:grid-cols-2">
          {solutions.industries.map((industry) => (
            <IndustryCard key={industry.title} industry={industry} />
          ))}
        </HairlineGrid>
        <Text tone="hint" size="xs" className="mt-3">
          {solutions.caseNote}
        </Text>
      </SiteSection>
      <SiteSection tone="surface">
        <Heading look="siteSection">{solutions.uses.title}</Heading>
        <RuledColumns rows={solutions.uses.cells} />
      </SiteSection>
      <SiteSection>
        <Heading look="siteSection">{solutions.process.title}</Heading>
        <ol className="mt-8 grid gap-8 sm:grid-cols-2 lg:grid-cols-4">
          {solutions.process.steps.map(([name, text], index) => (
            <li key={name} className="border-t-2 border-brand pt-3">
              <Span tone="brand" className="font-mono text-sm">
                {index + 1}
              </Span>
              <Heading as="h3" look="siteCell">
                {name}
              </Heading>
              <Text tone="soft" size="base" className="mt-1">
                {text}
              </Text>
            </li>
          ))}
        </ol>
        <div className="mt-10 flex flex-wrap gap-3">
          <StartLinks start={solutions.start} pricing={solutions.pricing} />
        </div>
      </SiteSection>
    </>
  )
}

type Industry = (typeof solutions)['industries'][number]

function IndustryCard({ industry }: { industry: Industry }) {
  const { title, guide, description, features, caseStudy } = industry
  const [address, guideTitle] = guide
  return (
    <HairlineCell id={anchorOf(title)} className="flex scroll-mt-6 flex-col gap-3">
      <Heading look="siteCell">{title}</Heading>
      <Text tone="soft" size="base">
        {description}
      </Text>
      <ul className="list-disc pl-5 text-base">
        {features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <Text tone="soft" className="mt-auto border-l-2 border-copper pl-3">
        <Span tone="copper" className="font-semibold">
          {solutions.caseLabel}:
        </Span>{' '}
        {caseStudy}
      </Text>
      <Text>
        {solutions.guideLabel} <SiteLink href={address}>{guideTitle}</SiteLink>
      </Text>
    </HairlineCell>
  )
}
