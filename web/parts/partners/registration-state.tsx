import type { RegistrationState } from '#contract/partners/partners.ts'
import type { OwnRegistration } from '#web/lib/remote/vault-client.ts'
import { partners as text } from '#web/messages/partners/partners.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'

const TONE = {
  registered: 'copper',
  approved: 'brand',
  declined: 'warn',
  won: 'brand',
  lost: 'plain',
  expired: 'plain',
} as const satisfies Record<RegistrationState | 'expired', string>

export function RegistrationStateBadge({
  state,
  is_expired: isExpired,
}: Pick<OwnRegistration, 'state' | 'is_expired'>) {
  const shown = isExpired ? 'expired' : state
  return <Badge tone={TONE[shown]}>{text.registrationState(shown)}</Badge>
}
