import { type FoundPeople, isBlocked } from '#web/lib/remote/vault-client.ts'
import { TRUST_TONE } from '#web/lib/tones.ts'
import { m } from '#web/messages/app.ts'
import { sentenceOfCode } from '#web/messages/errors.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { CardSection } from '#web/ui/layout/card.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Text } from '#web/ui/layout/text.tsx'

/** Whom several addresses led to, and which led to nobody; what is shared goes to the first. */
export function FoundPeopleList({ found: { people, missing } }: { found: FoundPeople }) {
  const text = m.sharing
  const changed = people.filter(({ trust }) => isBlocked(trust))
  const leftOut = [...missing, ...changed.map(({ email }) => ({ email, code: 'key_changed' as const }))]
  const byReason = Map.groupBy(leftOut, ({ code }) => code)
  return (
    <div className="flex flex-col gap-3">
      {people.length > 0 && (
        <CardSection className="max-h-64 overflow-y-auto p-3.5" tabIndex={0} aria-label={text.people.found}>
          <ul className="flex flex-col gap-2">
            {people.map(({ userId, email, name, trust }) => (
              <li key={userId} className="flex items-center gap-3">
                <div className="min-w-0 flex-1">
                  <Text className="font-semibold wrap-anywhere">{name || email}</Text>
                  {name && (
                    <Text tone="soft" size="xs" className="wrap-anywhere">
                      {email}
                    </Text>
                  )}
                </div>
                <Badge tone={TRUST_TONE[trust]}>{text.trustShort[trust]}</Badge>
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
