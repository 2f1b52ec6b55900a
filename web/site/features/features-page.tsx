import { features } from '#web/messages/site/features.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { SiteLink } from '#web/ui/site/site-link.tsx'
import { DefinitionRows } from '#web/ui/site/ruled-rows.tsx'
import { PageIntro } from '#web/ui/site/page-intro.tsx'
import { SiteSection } from '#web/ui/site/site-section.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { FeatureFigure } from './feature-figure.tsx'
import { StartLinks } from '../start-links.tsx'

const STATE = {
  built: { tone: 'brand', word: features.built },
  partly: { tone: 'warn', word: features.partly },
  planned: { tone: 'plain', word: features.planned },
} as const

export function Component() {
  return (
    <>
      <PageIntro title={features.title} lead={features.lead}>
        <StartLinks start={features.start} pricing={features.pricing} />
      </PageIntro>
      {features.sections.map(({ id, title, state, figure, text, facts, link: [to, label] }, index) => (
        <SiteSection
          key={id}
          id={id}
          tone={index % 2 ? 'paper' : 'surface'}
          inner="grid gap-x-14 gap-y-8 lg:grid-cols-2 lg:items-center"
        >
          <div>
            <div className="flex flex-wrap items-center gap-3">
              <Heading look="siteSection">{title}</Heading>
              <Badge tone={STATE[state].tone}>{STATE[state].word}</Badge>
            </div>
            {text.map((paragraph) => (
              <Text key={paragraph} tone="soft" size="base" className="mt-4 max-w-[62ch]">
                {paragraph}
              </Text>
            ))}
            <div className="mt-8">
              <DefinitionRows rows={facts} />
            </div>
            <Text className="mt-4">
              <SiteLink href={to}>{label}</SiteLink>
            </Text>
          </div>
          <FeatureFigure of={id} {...figure} />
        </SiteSection>
      ))}
    </>
  )
}
