import type { Registration } from '#web/lib/remote/vault-client.ts'
import { partners as text } from '#web/messages/partners/partners.ts'
import { Text } from '#web/ui/layout/text.tsx'
import { dayOf, money } from '#web/parts/partners/partner-words.ts'
import { RegistrationActs } from './registration-acts.tsx'
import { RegistrationStateBadge } from '#web/parts/partners/registration-state.tsx'

const words = text.registrations

type Props = {
  registration: Registration
  /** In a list of one partner, whose name stands above it. */
  isOfOne?: boolean
}

/** A registered customer with what may be decided about it. */
export function RegistrationRow({ registration, isOfOne = false }: Props) {
  const { company, domain, partner, amount_minor: amount, currency, expected_on: expected, conflicts } = registration
  const isOpen = !registration.is_expired && ['registered', 'approved'].includes(registration.state)
  const approved = conflicts.filter(({ state }) => state === 'approved')
  const namesOf = (others: Registration['conflicts']) => others.map((one) => one.partner).join(', ')
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 text-sm">
      <div className="min-w-52 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold wrap-anywhere">
          {company}
          <RegistrationStateBadge {...registration} />
        </p>
        <Text tone="soft" size="xs" className="wrap-anywhere tabular-nums">
          {[
            ...(isOfOne ? [] : [partner]),
            domain,
            words.facts(money(amount, currency), dayOf(expected)),
            ...(isOpen ? [words.until(dayOf(registration.expires_on))] : []),
          ].join(' · ')}
        </Text>
        {conflicts.length > 0 && (
          <p className="mt-0.5 text-xs font-semibold wrap-anywhere text-copper">
            {approved.length > 0 ? words.taken(namesOf(approved)) : words.conflict(namesOf(conflicts))}
          </p>
        )}
      </div>
      {isOpen && <RegistrationActs registration={registration} />}
    </li>
  )
}
