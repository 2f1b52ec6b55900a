import { useQuery } from '@tanstack/react-query'
import type { OrganisationPolicies } from '#contract/organisation/policies.ts'
import { useNow } from '#web/lib/clock.ts'
import { policies } from '#web/messages/threats/policies.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { policyCountsQuery } from '#web/parts/people/policies.queries.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { DayField } from './day-field.tsx'
import { NumberChoice } from './number-choice.tsx'
import { factorHint, proposedDay, type RulesProps, type TooSoon } from './rule-words.ts'
import { SignInWaysRule } from './sign-in-ways.tsx'

const text = policies.rules

type Props = RulesProps & { saved: OrganisationPolicies; tooSoon: TooSoon }

/** Second factor, ways to sign in, passwords, length of sessions. */
export function SignInRules({ rules, saved, onChange, tooSoon }: Props) {
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
          {...(counts ? { hint: factorHint(counts, rules.signInBy === 'provider') } : {})}
        />
        {from !== null && (
          <div className="pl-7">
            <DayField
              label={text.factorFrom}
              at={from}
              onChange={(secondFactorFrom) => onChange({ secondFactorFrom })}
              isTooSoon={tooSoon.factor}
            />
          </div>
        )}
      </div>
      <SignInWaysRule rules={rules} saved={saved} onChange={onChange} counts={counts} isTooSoon={tooSoon.ways} />
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
