import { SiteButton } from '#web/ui/site/button-link.tsx'
import { Check, Minus } from 'lucide-react'
import { pricing } from '#web/messages/site/pricing.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { HairlineCell, HairlineGrid } from '#web/ui/layout/hairline-grid.tsx'
import { Heading, Span, Text } from '#web/ui/layout/text.tsx'
import { useContact } from '../contact/contact-context.tsx'

/** The three plans as one table with hairlines. The most popular has a rule in the brand's colour. */
export function PlanColumns() {
  const contact = useContact()
  return (
    <HairlineGrid className="lg:grid-cols-3">
      {pricing.plans.map(({ id, name, description, features, notIncluded, popular, cta }) => (
        <HairlineCell key={id} isMarked={popular} className="flex flex-col gap-4">
          <div>
            <div className="flex items-center justify-between gap-3">
              <Heading look="siteCell">{name}</Heading>
              {popular && <Badge tone="brand">{pricing.popular}</Badge>}
            </div>
            <Text tone="soft" size="base" className="mt-1 lg:min-h-13">
              {description}
            </Text>
            <p className="mt-4 text-2xl font-semibold">{pricing.price}</p>
          </div>
          <SiteButton
            size="lg"
            variant={popular ? 'primary' : 'outline'}
            aria-label={`${cta}: ${name}`}
            onClick={() => contact({ type: 'sales', message: pricing.planMessage(name) })}
          >
            {cta}
          </SiteButton>
          <ul aria-label={pricing.included} className="flex flex-col gap-2 text-base">
            {features.map((feature) => (
              <li key={feature} className="flex items-start gap-2">
                <Check size={17} aria-hidden="true" className="mt-1 shrink-0 text-brand" />
                {feature}
              </li>
            ))}
          </ul>
          {notIncluded.length > 0 && (
            <ul aria-label={pricing.notIncluded} className="flex flex-col gap-2 text-base">
              {notIncluded.map((feature) => (
                <li key={feature} className="flex items-start gap-2">
                  <Minus size={17} aria-hidden="true" className="mt-1 shrink-0 text-ink-3" />
                  <Span tone="hint">
                    <span className="sr-only">{pricing.notIncluded}: </span>
                    {feature}
                  </Span>
                </li>
              ))}
            </ul>
          )}
        </HairlineCell>
      ))}
    </HairlineGrid>
  )
}
