import { isBlocked } from '#web/lib/remote/vault-client.ts'
import { TRUST_TONE } from '#web/lib/tones.ts'
import { m } from '#web/messages/app.ts'
import { sentenceOfCode } from '#web/messages/errors.ts'
import { teams as teamWords } from '#web/messages/teams.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { CardSection } from '#web/ui/layout/card.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { GuestBadgeOf } from '#web/parts/people/guest-badge.tsx'
import { LeftOut } from '../../teams/left-out.tsx'
import type { Found } from './found.ts'

type Props = {
  found: Extract<Found, { person: null }>
  /** The person gets nothing this time. */
  onTakeOut: (userId: string) => void
}

/** Whom several addresses and the names of teams led to, and which led to nobody; what is shared goes to the first. */
export function FoundPeopleList({ found, onTakeOut }: Props) {
  const { people, missing } = found.group
  const text = m.sharing
  const changed = people.filter(({ trust }) => isBlocked(trust))
  const leftOut = [...missing, ...changed.map(({ email }) => ({ email, code: 'key_changed' as const }))]
  const byReason = Map.groupBy(leftOut, ({ code }) => code)
  return (
    <div className="flex flex-col gap-3">
      {(found.teams ?? []).map(({ name, expanded }) => (
        <div key={name} className="flex flex-col gap-3 empty:hidden">
          {expanded.people.length === 0 && <Notice tone="info">{teamWords.share.nobody(name)}</Notice>}
          <LeftOut name={name} team={expanded} />
        </div>
      ))}
      {people.length > 0 && (
        <CardSection className="max-h-64 overflow-y-auto p-3.5" tabIndex={0} aria-label={text.people.found}>
          <ul className="flex flex-col gap-2">
            {people.map(({ userId, email, name, trust }) => (
              <li key={userId} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <div className="min-w-40 flex-1">
                  <Text className="font-semibold wrap-anywhere">{name || email}</Text>
                  {name && (
                    <Text tone="soft" size="xs" className="wrap-anywhere">
                      {email}
                    </Text>
                  )}
                </div>
                <span className="ml-auto flex items-center gap-1">
                  <GuestBadgeOf userId={userId} />
                  <Badge tone={TRUST_TONE[trust]}>{text.trustShort[trust]}</Badge>
                  <Button
                    variant="ghost"
                    size="sm"
                    aria-label={teamWords.share.takeOutOf(name || email)}
                    onClick={() => onTakeOut(userId)}
                  >
                    {teamWords.share.takeOut}
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        </CardSection>
      )}
      {[...byReason].map(([code, of]) => (
        <Notice key={code} tone="error">
          {text.people.leftOut(of.map(({ email }) => email))} {sentenceOfCode(code)}
        </Notice>
      ))}
    </div>
  )
}
