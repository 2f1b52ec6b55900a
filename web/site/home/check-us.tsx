import { home } from '#web/messages/site/home.ts'
import { SiteLink } from '#web/ui/site/site-link.tsx'
import { SiteSection } from '#web/ui/site/site-section.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { CheckCommand } from '../proof/check-command.tsx'

const { title, lead, link, columns } = home.check

export function CheckUs() {
  return (
    <SiteSection tone="surface">
      <Heading look="siteSection">{title}</Heading>
      <Text tone="soft" size="base" className="mt-3 max-w-[60ch]">
        {lead}
      </Text>
      <div className="mt-8 grid gap-8 lg:grid-cols-3 lg:gap-y-3">
        {columns.map(([kind, name, text]) => (
          <div key={kind} className="flex min-w-0 flex-col gap-3 lg:row-span-3 lg:grid lg:grid-rows-subgrid">
            <Heading as="h3" look="siteCell">
              {name}
            </Heading>
            <Text tone="soft" size="base">
              {text}
            </Text>
            <CheckCommand kind={kind} />
          </div>
        ))}
      </div>
      <Text className="mt-6">
        <SiteLink href="/proof">{link}</SiteLink>
      </Text>
    </SiteSection>
  )
}
