import { SiteButton } from '#web/ui/site/button-link.tsx'
import { investors } from '#web/messages/site/investors.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { HairlineCell, HairlineGrid } from '#web/ui/layout/hairline-grid.tsx'
import { PageIntro } from '#web/ui/site/page-intro.tsx'
import { PartBar } from '#web/ui/site/part-bar.tsx'
import { SiteLink, isElsewhere } from '#web/ui/site/site-link.tsx'
import { RuledColumns } from '#web/ui/site/ruled-rows.tsx'
import { SiteSection } from '#web/ui/site/site-section.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { useContact } from '../contact/contact-context.tsx'

const { market, advantage, funding, accredited } = investors

export function Component() {
  return (
    <>
      <PageIntro title={investors.title} lead={investors.lead}>
        <AskButton />
      </PageIntro>
      <SiteSection tone="surface">
        <Heading look="siteSection">{market.title}</Heading>
        <Text tone="soft" size="base" className="mt-3 max-w-[68ch]">
          {market.text}
        </Text>
        <Figures figures={market.figures} />
      </SiteSection>
      <SiteSection>
        <Heading look="siteSection">{advantage.title}</Heading>
        <RuledColumns rows={advantage.points} />
      </SiteSection>
      <SiteSection tone="surface">
        <Heading look="siteSection">{funding.title}</Heading>
        <Text tone="soft" size="base" className="mt-3">
          {funding.lead}
        </Text>
        <PartBar label={funding.label} parts={funding.parts} />
        <Figures figures={funding.goals} />
      </SiteSection>
      <SiteSection>
        <Heading look="siteSection">{accredited.title}</Heading>
        <Text tone="soft" size="base" className="mt-3 max-w-[68ch]">
          {accredited.text}
        </Text>
        <div className="mt-6">
          <AskButton />
        </div>
      </SiteSection>
    </>
  )
}

function AskButton() {
  const contact = useContact()
  return (
    <SiteButton
      size="lg"
      onClick={() =>
        contact({
          type: 'general',
          interest: 'Investor Relations',
          message: investors.askMessage,
          isForInvestors: true,
        })
      }
    >
      {investors.ask}
    </SiteButton>
  )
}

type Marked = readonly [
  figure: string,
  name: string,
  kind: 'aim' | 'assumption' | 'draft',
  note: string,
  more?: readonly [href: string, text: string],
]

/** Figures with what they are: an aim, an assumption or a draft of others. */
function Figures({ figures }: { figures: readonly Marked[] }) {
  return (
    <HairlineGrid className="mt-8 md:grid-cols-3">
      {figures.map(([figure, name, kind, note, more]) => (
        <HairlineCell key={name}>
          <div className="flex items-baseline justify-between gap-3">
            <p className="text-2xl font-semibold tabular-nums">{figure}</p>
            <Badge>{investors[kind]}</Badge>
          </div>
          <Text size="base" className="mt-1">
            {name}
          </Text>
          <Text tone="hint" size="xs" className="mt-1.5">
            {note}
            {more && (
              <>
                {' '}
                <SiteLink href={more[0]} rel={isElsewhere(more[0]) ? 'noopener noreferrer' : undefined}>
                  {more[1]}
                </SiteLink>
              </>
            )}
          </Text>
        </HairlineCell>
      ))}
    </HairlineGrid>
  )
}
