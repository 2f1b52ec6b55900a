import { home } from '#web/messages/site/home.ts'
import { SiteSection } from '#web/ui/site/site-section.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { LatticeFigure } from '../figures/lattice.tsx'

const { title, text, figure, caption } = home.risk

export function RecordedTraffic() {
  return (
    <SiteSection tone="surface" inner="grid gap-10 lg:grid-cols-[1fr_1.05fr] lg:items-center">
      <div>
        <Heading look="siteSection">{title}</Heading>
        {text.map((paragraph) => (
          <Text key={paragraph} tone="soft" size="base" className="mt-4 max-w-[60ch]">
            {paragraph}
          </Text>
        ))}
      </div>
      <figure>
        <LatticeFigure label={figure} />
        <figcaption className="mt-3">
          <Text tone="hint" size="xs">
            {caption}
          </Text>
        </figcaption>
      </figure>
    </SiteSection>
  )
}
