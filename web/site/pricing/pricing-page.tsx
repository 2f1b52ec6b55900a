import { pricing } from '#web/messages/site/pricing.ts'
import { ButtonLink, SiteButton } from '#web/ui/site/button-link.tsx'
import { Foldable } from '#web/ui/site/foldable.tsx'
import { HairlineCell, HairlineGrid } from '#web/ui/layout/hairline-grid.tsx'
import { PageIntro } from '#web/ui/site/page-intro.tsx'
import { SiteSection } from '#web/ui/site/site-section.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { useContact } from '../contact/contact-context.tsx'
import { StartNote } from '../start-note.tsx'
import { PlanColumns } from './plan-columns.tsx'

const { addOns, custom, faq } = pricing

export function Component() {
  const contact = useContact()
  return (
    <>
      <PageIntro title={pricing.title} lead={pricing.lead}>
        <Text size="base" className="max-w-[68ch] font-semibold">
          {pricing.software}
        </Text>
      </PageIntro>
      <SiteSection inner="pt-2! md:pt-4!">
        <PlanColumns />
        <div className="mt-6 grid items-start gap-x-12 gap-y-6 lg:grid-cols-2">
          <Text tone="soft" className="max-w-[60ch]">
            {pricing.scope} {pricing.terms} {pricing.popularNote}
          </Text>
          <div className="flex flex-col items-start gap-3">
            <ButtonLink href="/signup" variant="outline">
              {pricing.start}
            </ButtonLink>
            <StartNote />
          </div>
        </div>
      </SiteSection>
      <SiteSection tone="surface">
        <Heading look="siteSection">{addOns.title}</Heading>
        <HairlineGrid className="mt-8 md:grid-cols-3">
          {addOns.cells.map(([name, text]) => (
            <HairlineCell key={name} className="flex flex-col gap-2">
              <Heading as="h3" look="siteCell">
                {name}
              </Heading>
              <Text tone="soft" size="base" className="grow">
                {text}
              </Text>
              <div>
                <SiteButton
                  size="md"
                  variant="outline"
                  aria-label={`${addOns.ask}: ${name}`}
                  onClick={() => contact({ type: 'sales', message: pricing.addOnMessage(name) })}
                >
                  {addOns.ask}
                </SiteButton>
              </div>
            </HairlineCell>
          ))}
        </HairlineGrid>
      </SiteSection>
      <CustomAndQuestions />
    </>
  )
}

function CustomAndQuestions() {
  const contact = useContact()
  return (
    <SiteSection inner="grid gap-x-14 gap-y-12 lg:grid-cols-[1fr_1.4fr]">
      <div>
        <Heading look="siteSection">{custom.title}</Heading>
        <Text tone="soft" size="base" className="mt-3">
          {custom.text}
        </Text>
        <SiteButton
          size="lg"
          className="mt-5"
          onClick={() => contact({ type: 'sales', interest: 'Custom Implementation', message: custom.message })}
        >
          {custom.ask}
        </SiteButton>
      </div>
      <div>
        <Heading look="siteSection">{faq.title}</Heading>
        <div className="mt-3">
          {faq.entries.map(([question, answer]) => (
            <Foldable key={question} title={question} isOpen>
              <p>{answer}</p>
            </Foldable>
          ))}
        </div>
      </div>
    </SiteSection>
  )
}
