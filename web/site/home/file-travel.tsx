import { home } from '#web/messages/site/home.ts'
import { RuledRow } from '#web/ui/site/ruled-rows.tsx'
import { SiteSection } from '#web/ui/site/site-section.tsx'
import { Heading, Mono, Span, Text } from '#web/ui/layout/text.tsx'
import { EnvelopeFigure } from '../figures/envelope.tsx'

const { title, steps, figure, frames } = home.travel

export function FileTravel() {
  return (
    <SiteSection tone="surface" inner="grid gap-10 lg:grid-cols-[1.2fr_1fr] lg:items-center">
      <div>
        <Heading look="siteSection">{title}</Heading>
        <ol className="mt-6">
          {steps.map(([name, text, seen]) => (
            <li key={name}>
              <RuledRow className="grid gap-x-6 gap-y-1 sm:grid-cols-[5rem_1fr]">
                <Span className="text-base font-semibold">{name}</Span>
                <div>
                  <Text tone="soft" size="base">
                    {text}
                  </Text>
                  <Mono className="text-xs text-ink-3">{seen}</Mono>
                </div>
              </RuledRow>
            </li>
          ))}
        </ol>
      </div>
      <EnvelopeFigure label={figure} names={frames} />
    </SiteSection>
  )
}
