import { BadgeCheck } from 'lucide-react'
import { MAX_COUNTED } from '#contract/limits.ts'
import { useNow } from '#web/lib/clock.ts'
import { dateLocale, formatTimeAgo, midSentence } from '#web/lib/format.ts'
import { isBlocked } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { memberQuota } from '#web/messages/member-quota.ts'
import { people } from '#web/messages/people.ts'
import { Avatar } from '#web/ui/feedback/avatar.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { useEnglishLang } from '#web/parts/language/english-area.tsx'
import { GuestBadge } from '#web/parts/people/guest-badge.tsx'
import { ShowMore } from '#web/parts/list/show-more.tsx'
import { usePermissions } from '#web/parts/rights/use-permissions.ts'
import { dayInWords } from './role-end.tsx'
import { labelOf } from '#web/parts/people/team-view.ts'
import type { ShownMember } from '#web/parts/people/member-of.ts'
import type { useMembers } from './use-members.ts'
import { useTeamActions } from './use-team-actions.ts'

const text = m.team

type Props = {
  title: string
  lead?: string
  members: readonly ShownMember[]
  /** How many the search finds, with those that are not shown yet. */
  count: number
  list: ReturnType<typeof useMembers>['list']
  onShow: (member: ShownMember) => void
}

/** People as many as were asked for. */
export function MemberSection({ title, lead, members, count, list, onShow }: Props) {
  return (
    <section aria-label={title} className="flex flex-col gap-2.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Heading>{title}</Heading>
        <Text tone="hint" size="xs">
          {count > MAX_COUNTED ? text.countOver(MAX_COUNTED) : text.count(count)}
        </Text>
      </div>
      {lead && (
        <Text tone="soft" className="max-w-prose">
          {lead}
        </Text>
      )}
      <Card>
        {members.length === 0 ? (
          <EmptyState title={text.noneFound} text={text.noneFoundText} seed={title} />
        ) : (
          <>
            <RowList label={title}>
              {members.map((member) => (
                <MemberRow key={member.userId} member={member} onShow={() => onShow(member)} />
              ))}
            </RowList>
            <ShowMore list={list} label={text.more} />
          </>
        )}
      </Card>
    </section>
  )
}

function MemberRow({ member, onShow }: { member: ShownMember; onShow: () => void }) {
  const { restore } = useTeamActions()
  const who = labelOf(member)
  return (
    <Row
      icon={<Avatar id={member.userId} name={member.name} email={member.email} />}
      title={who}
      badge={<MemberBadges member={member} />}
      detail={<MemberFacts member={member} />}
      actions={
        member.removedAt === null ? (
          <Button variant="outline" size="sm" aria-label={text.detailsOf(who)} onClick={onShow}>
            {text.details}
          </Button>
        ) : (
          <Button
            variant="outline"
            size="sm"
            aria-label={text.member.restoreLabel(who)}
            isBusy={restore.isPending}
            onClick={() => restore.mutate(member)}
          >
            {text.member.restore}
          </Button>
        )
      }
    />
  )
}

function MemberBadges({ member }: { member: ShownMember }) {
  const { isMe, roles, roleEndsAt, hasVault, trust, removedAt, standing, guest } = member
  return (
    <span className="flex flex-wrap gap-1.5">
      {isMe && <Badge tone="brand">{text.you}</Badge>}
      <GuestBadge guest={guest} />
      {(guest ? roles.filter((role) => role !== 'member') : roles).map((role) => (
        <Badge key={role} tone={role === 'owner' ? 'copper' : 'plain'}>
          {/* The team page gives one role; who has several was given them elsewhere. */}
          {roleEndsAt === null || roles.length > 1
            ? text.role(role)
            : people.ends.roleUntil(text.role(role), dayInWords(roleEndsAt))}
        </Badge>
      ))}
      {roles.length === 0 && removedAt === null && <Badge>{text.none}</Badge>}
      {standing === 'suspended' && <Badge tone="danger">{text.suspended}</Badge>}
      {standing === 'waiting' && <Badge tone="warn">{text.waiting}</Badge>}
      {!hasVault && standing === 'active' && <Badge tone="warn">{text.noVault}</Badge>}
      {trust === 'compared' && (
        <Badge tone="brand">
          <BadgeCheck size={12} aria-hidden="true" />
          {m.sharing.trust.compared}
        </Badge>
      )}
      {isBlocked(trust) && <Badge tone="danger">{m.sharing.trustShort[trust]}</Badge>}
    </span>
  )
}

function MemberFacts({ member }: { member: ShownMember }) {
  const { can } = usePermissions()
  const lang = useEnglishLang()
  const now = useNow()
  const when = (at: string) => formatTimeAgo(new Date(at), now)
  const { name, email, joinedAt, lastActiveAt, removedAt, standing, quota } = member
  const facts = [
    ...(name === '' ? [] : [email]),
    removedAt === null
      ? (standing === 'waiting' ? text.added : text.joined)(new Date(joinedAt).toLocaleDateString(dateLocale()))
      : text.removedAt(midSentence(when(removedAt))),
    ...(!can('manage_users') || removedAt !== null || standing === 'waiting'
      ? []
      : [lastActiveAt === null ? text.neverActive : text.active(when(lastActiveAt))]),
  ]
  return (
    <span className="flex flex-wrap gap-x-3">
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      {quota && removedAt === null && (
        <span lang={lang}>{memberQuota.used(quota.usedBytes, quota.ownBytes ?? quota.planBytes)}</span>
      )}
    </span>
  )
}
