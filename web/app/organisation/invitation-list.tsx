import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useNow } from '#web/lib/clock.ts'
import { dateLocale, formatTimeAgo, midSentence } from '#web/lib/format.ts'
import type { Invitation } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { people } from '#web/messages/people.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { useAccountState, useVault } from '#web/parts/vault/vault-context.ts'
import { dayInWords } from './role-end.tsx'
import { GuestBadge } from '#web/parts/people/guest-badge.tsx'
import { invitationsQuery } from '#web/parts/people/team.queries.ts'
import { useTeamActions } from './use-team-actions.ts'

const text = people.invitations

/** Invitations that wait; nothing at all while there are none. */
export function InvitationList() {
  const { data, error } = useQuery(invitationsQuery(useVault().team))
  if (error) return <Notice tone="error">{m.files.because(text.failed, sentenceFor(error))}</Notice>
  if (!data || data.length === 0) return null
  return (
    <section aria-label={text.title} className="flex flex-col gap-2.5">
      <Heading>{text.title}</Heading>
      <Text tone="soft" className="max-w-prose">
        {text.lead}
      </Text>
      <Card>
        <RowList label={text.title}>
          {data.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </RowList>
      </Card>
    </section>
  )
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { email, role, roleUntil, guestUntil, sentAt, expiresAt } = invitation
  const state = useAccountState()
  const now = useNow()
  const { resend, revoke } = useTeamActions()
  const ownEmail = state.kind === 'open' ? state.email : ''
  const isOver = new Date(expiresAt) <= now
  const sent = text.sent(midSentence(formatTimeAgo(new Date(sentAt), now)))
  return (
    <Row
      icon={<Mail size={18} aria-hidden="true" />}
      title={email}
      badge={
        <span className="flex flex-wrap gap-1.5">
          {guestUntil !== null && <GuestBadge guest={{ endsAt: guestUntil, hasEnded: false }} />}
          {guestUntil === null && (
            <Badge>
              {roleUntil === null ? m.team.role(role) : people.ends.roleUntil(m.team.role(role), dayInWords(roleUntil))}
            </Badge>
          )}
          {isOver && <Badge tone="warn">{text.over}</Badge>}
        </span>
      }
      detail={isOver ? sent : `${sent}, ${text.until(new Date(expiresAt).toLocaleDateString(dateLocale()))}`}
      actions={
        <>
          <Button
            variant="outline"
            size="sm"
            aria-label={text.resendTo(email)}
            isBusy={resend.isPending}
            onClick={() => resend.mutate({ invitation, ownEmail })}
          >
            {text.resend}
          </Button>
          <Button
            variant="outline"
            size="sm"
            aria-label={text.revokeOf(email)}
            isBusy={revoke.isPending}
            onClick={() => revoke.mutate(invitation)}
          >
            {text.revoke}
          </Button>
        </>
      }
    />
  )
}
