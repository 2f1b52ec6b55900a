import { home } from '#web/messages/site/home.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { SiteLink } from '#web/ui/site/site-link.tsx'
import { ButtonLink, SiteButton } from '#web/ui/site/button-link.tsx'
import { SiteSection } from '#web/ui/site/site-section.tsx'
import { Heading, Span, Text } from '#web/ui/layout/text.tsx'
import { useContact } from '../contact/contact-context.tsx'
import { StartNote } from '../start-note.tsx'
import { ProofCard } from '../proof/proof-card.tsx'

export function Hero() {
  const contact = useContact()
  return (
    <SiteSection inner="grid items-center gap-x-14 gap-y-10 lg:grid-cols-[1.08fr_1fr]">
      <div>
        <Heading as="h1" look="headline">
          {home.headline}
        </Heading>
        <Text tone="soft" size="lead" className="mt-6 max-w-[34rem]">
          {home.lead}
        </Text>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink href="/signup">{home.start}</ButtonLink>
          <SiteButton variant="outline" size="lg" onClick={() => contact({ type: 'demo' })}>
            {home.watch}
          </SiteButton>
        </div>
        <StartNote className="mt-5" />
        <div className="mt-8 flex flex-wrap items-center gap-2">
          <Span tone="hint" size="xs">
            {home.frameworksLead}
          </Span>
          <ul className="flex flex-wrap gap-2">
            {home.frameworks.map((name) => (
              <li key={name}>
                <Badge>{name}</Badge>
              </li>
            ))}
          </ul>
          <SiteLink href="/compliance" className="text-xs">
            {home.frameworksLink}
          </SiteLink>
        </div>
      </div>
      <ProofCard />
    </SiteSection>
  )
}
