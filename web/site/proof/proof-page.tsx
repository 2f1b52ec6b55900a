import { proof } from '#web/messages/site/proof.ts'
import { HairlineCell, HairlineGrid } from '#web/ui/layout/hairline-grid.tsx'
import { SiteSection } from '#web/ui/site/site-section.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { CheckCommand } from './check-command.tsx'
import { ProofCard } from './proof-card.tsx'
import { VectorTable } from './vector-table.tsx'

const text = proof.page
export function Component() {
  return (
    <>
      <SiteSection inner="grid items-start gap-10 lg:grid-cols-[1fr_1.1fr]">
        <div>
          <Heading as="h1" look="sitePage">
            {text.title}
          </Heading>
          <Text tone="soft" size="lead" className="mt-4 max-w-[34rem]">
            {text.lead}
          </Text>
          <Heading look="small" className="mt-8">
            {text.failsTitle}
          </Heading>
          <ul className="mt-2 flex max-w-[34rem] list-disc flex-col gap-2 pl-5">
            {text.fails.map((sentence) => (
              <li key={sentence}>
                <Text tone="soft" size="base">
                  {sentence}
                </Text>
              </li>
            ))}
          </ul>
        </div>
        <ProofCard checksLog />
      </SiteSection>
      <SiteSection tone="surface">
        <VectorTable />
      </SiteSection>
      <SiteSection>
        <Heading look="siteSection">{text.outsideTitle}</Heading>
        <Text tone="soft" size="base" className="mt-3 max-w-[68ch]">
          {text.outsideLead}
        </Text>
        <HairlineGrid className="mt-8 md:grid-cols-2">
          {(['connection', 'code', 'vectors', 'files'] as const).map((kind) => (
            <HairlineCell key={kind} className="flex flex-col gap-3">
              <Heading as="h3" look="siteCell">
                {text.commands[kind][0]}
              </Heading>
              <Text tone="soft" size="base" className="grow">
                {text.commands[kind][1]}
              </Text>
              <CheckCommand kind={kind} />
            </HairlineCell>
          ))}
        </HairlineGrid>
      </SiteSection>
    </>
  )
}
