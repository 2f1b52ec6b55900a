import type { OrganisationPolicies } from '#contract/organisation/policies.ts'
import type { PolicyCounts } from '#web/lib/remote/vault-client.ts'
import { useNow } from '#web/lib/clock.ts'
import { policies } from '#web/messages/threats/policies.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { DayField } from './day-field.tsx'
import { dayInWords, type RulesProps, suspends, waysChosen, waysOffered } from './rule-words.ts'

const text = policies.rules
type Props = RulesProps & { saved: OrganisationPolicies; counts: PolicyCounts | undefined; isTooSoon: boolean }

/** By which ways alone people may have signed in, from a day on. */
export function SignInWaysRule({ rules, saved, onChange, counts, isTooSoon }: Props) {
  const now = useNow()
  const { signInBy: ways, signInFrom: from } = rules
  return (
    <div className="flex flex-col gap-2.5">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <SelectField
          isInForm
          label={text.ways}
          value={ways ?? ''}
          onChange={(chosen) => onChange(waysChosen(chosen, { saved, rules }, now))}
          options={waysOffered()}
        />
        {from !== null && (
          <DayField
            label={text.waysFrom}
            at={from}
            onChange={(signInFrom) => onChange({ signInFrom })}
            isTooSoon={isTooSoon}
          />
        )}
      </div>
      {from !== null && suspends(saved, rules, now) && (
        <Notice tone="attention">{text.waysSuspended(dayInWords(from))}</Notice>
      )}
      {ways !== null && (
        <Text tone="hint" size="xs" className="max-w-prose">
          {counts && `${text.waysHint[ways](counts.withoutWay[ways], counts.people)} `}
          {text.waysNote}
          {ways === 'provider' && ` ${text.providerNote}`}
        </Text>
      )}
    </div>
  )
}
