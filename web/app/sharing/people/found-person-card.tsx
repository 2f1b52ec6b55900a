import { useMutation } from '@tanstack/react-query'
import { BadgeCheck, UserRound } from 'lucide-react'
import { type FoundPerson, isBlocked } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor, sentenceOfCode } from '#web/messages/errors.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { DigitGroups } from '#web/ui/code/digit-groups.tsx'
import { More } from '#web/ui/list/more.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Span, Text } from '#web/ui/layout/text.tsx'
import { GuestBadgeOf } from '#web/parts/people/guest-badge.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'

type Props = { person: FoundPerson; onChange: (person: FoundPerson) => void }

/** Whose keys were found, what is known of them, and the number to compare. */
export function FoundPersonCard({ person, onChange }: Props) {
  const text = m.sharing
  const { sharing } = useVault()
  const compare = useMutation({ mutationFn: () => sharing.markCompared(person.userId), onSuccess: onChange })
  const who = person.name || person.email

  return (
    <Card className="flex flex-col gap-3 p-3.5">
      <div className="flex items-center gap-3">
        <Span tone="hint">
          <UserRound size={20} aria-hidden="true" />
        </Span>
        <div className="min-w-0 flex-1">
          <Text className="font-semibold wrap-anywhere">{who}</Text>
          {person.name && (
            <Text tone="soft" size="xs" className="wrap-anywhere">
              {person.email}
            </Text>
          )}
        </div>
        <GuestBadgeOf userId={person.userId} />
        {person.trust === 'compared' && (
          <Badge tone="brand">
            <BadgeCheck size={12} aria-hidden="true" />
            {text.trust.compared}
          </Badge>
        )}
        {isBlocked(person.trust) && <Badge tone="danger">{text.trustShort[person.trust]}</Badge>}
      </div>
      {!isBlocked(person.trust) && person.trust !== 'compared' && (
        <Text tone="soft" size="xs">
          {text.trust[person.trust]}
        </Text>
      )}
      {person.trust === 'changed' && <Notice tone="error">{sentenceOfCode('key_changed')}</Notice>}
      {person.trust === 'moved' && <Notice tone="error">{text.moved}</Notice>}
      <More title={text.safety.title}>
        <div className="flex flex-col gap-3">
          <Text tone="soft" size="xs">
            {text.safety.how(who)}
          </Text>
          <DigitGroups label={text.safety.label} text={person.safetyNumber} />
          {compare.error && <Notice tone="error">{sentenceFor(compare.error)}</Notice>}
          {person.trust !== 'compared' && person.trust !== 'changed' && (
            <Button
              variant="outline"
              size="sm"
              className="self-start"
              isBusy={compare.isPending}
              onClick={() => compare.mutate()}
            >
              {compare.isPending ? text.safety.confirming : text.safety.confirm}
            </Button>
          )}
        </div>
      </More>
    </Card>
  )
}
