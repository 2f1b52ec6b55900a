import { useQuery } from '@tanstack/react-query'
import { useNow } from '#web/lib/clock.ts'
import { policies } from '#web/messages/threats/policies.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { DateField } from '#web/ui/form/filter-field.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { policyCountsQuery } from '#web/parts/people/policies.queries.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { NumberChoice } from './number-choice.tsx'
import { startOfDay } from '#web/parts/list/filters.ts'
import { dayOfField, proposedDay, type RulesProps } from './rule-words.ts'

const text = policies.rules

/** Second factor, passwords, length of sessions. */
export function SignInRules({ rules, onChange, isTooSoon }: RulesProps & { isTooSoon: boolean }) {
  const { data: counts } = useQuery(policyCountsQuery(useVault().team))
  const now = useNow()
  const { secondFactorFrom: from } = rules
  return (
    <section aria-label={text.signIn} className="flex flex-col gap-4">
      <Heading as="h3" look="small">
        {text.signIn}
      </Heading>
      <div className="flex flex-col gap-2.5">
        <Checkbox
          checked={from !== null}
          onCheckedChange={(isOn) => onChange({ secondFactorFrom: isOn ? proposedDay(now) : null })}
          label={text.factor}
          {...(counts ? { hint: text.factorHint(counts.withoutFactor, counts.people) } : {})}
        />
        {from !== null && (
          <div className="pl-7">
            <DateField
              label={text.factorFrom}
              value={dayOfField(from)}
              onChange={(day) => onChange({ secondFactorFrom: startOfDay(day) ?? from })}
              className="max-w-44"
            />
            {isTooSoon && (
              <Text size="xs" tone="danger" className="mt-1" role="alert">
                {text.factorToo}
              </Text>
            )}
          </div>
        )}
      </div>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <NumberChoice rule="leastPassword" rules={rules} onChange={onChange} />
        <NumberChoice rule="idleHours" rules={rules} onChange={onChange} />
        <NumberChoice rule="sessionDays" rules={rules} onChange={onChange} />
      </div>
      <Text tone="hint" size="xs">
        {text.passwordHint}
      </Text>
    </section>
  )
}
