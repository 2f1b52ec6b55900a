import { PLANS, type Tier } from '#contract/plans.ts'
import { settings as settingWords } from '#web/messages/settings.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Figure, Heading, Span } from '#web/ui/layout/text.tsx'

const words = settingWords.plans
type Props = { tier: Tier; isBusy: boolean; onChoose: () => void }

/** A plan with its price and what belongs to it. */
export function PlanCard({ tier, isBusy, onChoose }: Props) {
  const { name, monthlyCents } = PLANS[tier]
  const price = (monthlyCents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  return (
    <Card className="flex flex-col gap-3 p-4 md:p-5">
      <Heading as="h3">{name}</Heading>
      <Figure>{words.perMonth(price)}</Figure>
      <ul className="flex flex-1 list-disc flex-col gap-1 pl-5">
        {words.features[tier].map((feature) => (
          <li key={feature}>
            <Span tone="soft" size="sm">
              {feature}
            </Span>
          </li>
        ))}
      </ul>
      <Button isBusy={isBusy} onClick={onChoose}>
        {isBusy ? words.opening : words.choose(name)}
      </Button>
    </Card>
  )
}
