import { home } from '#web/messages/site/home.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { HairlineCell, HairlineGrid } from '#web/ui/layout/hairline-grid.tsx'
import { SiteSection } from '#web/ui/site/site-section.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { DashboardImage } from './dashboard-image.tsx'

const { title, cells } = home.features

export function FeatureGrid() {
  return (
    <SiteSection>
      <Heading look="siteSection">{title}</Heading>
      <HairlineGrid className="mt-8 sm:grid-cols-2 lg:grid-cols-3">
        {cells.map(([badge, name, text]) => (
          <HairlineCell key={name}>
            <Badge tone="brand">{badge}</Badge>
            <Heading as="h3" look="siteCell" className="mt-3">
              {name}
            </Heading>
            <Text tone="soft" size="base" className="mt-1.5">
              {text}
            </Text>
          </HairlineCell>
        ))}
      </HairlineGrid>
      <DashboardImage />
    </SiteSection>
  )
}
