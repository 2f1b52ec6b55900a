import { Building2 } from 'lucide-react'
import { useNow } from '#web/lib/clock.ts'
import { formatTimeAgo, midSentence } from '#web/lib/format.ts'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { useOwnInvitations } from './own-invitation-strip.tsx'
import { useTeamActions } from './use-team-actions.ts'

const text = m.team.ownInvitations

/** Invitations of other organisations, why they cannot be accepted with this account, and what can be done. */
export function OwnInvitations({ organisation }: { organisation: string }) {
  const invitations = useOwnInvitations()
  const { decline } = useTeamActions()
  const now = useNow()
  if (invitations.length === 0) return null
  return (
    <section aria-label={text.title} className="flex flex-col gap-2.5">
      <Heading>{text.title}</Heading>
      <Text tone="soft" className="max-w-prose">
        {text.one(organisation)}
      </Text>
      <ul className="max-w-prose list-disc pl-5 text-sm text-ink-2">
        <li>
          {text.otherAddress} <TextLink to="/dashboard/security">{text.security}</TextLink>
        </li>
        <li>{text.askAgain}</li>
      </ul>
      <Card>
        <RowList label={text.title}>
          {invitations.map((invitation) => (
            <Row
              key={invitation.id}
              icon={<Building2 size={18} aria-hidden="true" />}
              title={invitation.organisation}
              detail={text.from(
                invitation.inviter ?? text.somebody,
                midSentence(formatTimeAgo(new Date(invitation.sentAt), now)),
              )}
              actions={
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={text.declineOf(invitation.organisation)}
                  isBusy={decline.isPending}
                  onClick={() => decline.mutate(invitation)}
                >
                  {text.decline}
                </Button>
              }
            />
          ))}
        </RowList>
      </Card>
    </section>
  )
}
