import { SiteButton } from '#web/ui/site/button-link.tsx'
import { home } from '#web/messages/site/home.ts'
import { SiteSection } from '#web/ui/site/site-section.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { useContact } from '../contact/contact-context.tsx'
import { MerklePathFigure } from '../figures/merkle-path.tsx'

const { title, lead, demo, sales, figure } = home.contact

export function GetStarted() {
  const contact = useContact()
  return (
    <SiteSection id="contact" tone="tint" inner="grid gap-10 lg:grid-cols-2 lg:items-center">
      <div>
        <Heading look="siteSection">{title}</Heading>
        <Text size="base" className="mt-3 max-w-[50ch]">
          {lead}
        </Text>
        <div className="mt-6 flex flex-wrap gap-3">
          <SiteButton onClick={() => contact({ type: 'demo' })}>{demo}</SiteButton>
          <SiteButton variant="outline" onClick={() => contact({ type: 'sales' })}>
            {sales}
          </SiteButton>
        </div>
      </div>
      <MerklePathFigure label={figure} />
    </SiteSection>
  )
}
