import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell, GraduationCap, Inbox, LifeBuoy, Share2, ShieldAlert, Users } from 'lucide-react'
import { featureNotice } from '#contract/features/all-facts.ts'
import { deviceName } from '#contract/devices/device-name.ts'
import { useNow } from '#web/lib/clock.ts'
import { formatDateTime, formatTimeAgo } from '#web/lib/format.ts'
import type { Notice } from '#web/lib/remote/vault-client.ts'
import { activity } from '#web/messages/activity.ts'
import { factWords } from '#web/messages/fact-words.ts'
import { notices as noticeWords } from '#web/messages/notifications.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Text, TextButton } from '#web/ui/layout/text.tsx'
import { Timeline, TimelineItem } from '#web/ui/list/timeline.tsx'
import { toastError } from '#web/ui/overlay/toast.tsx'
import { ListFailed } from '#web/parts/query/list-failed.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { noticeText } from './notice-text.ts'
import { useKnown } from './use-known.ts'
import { noticesQuery, unreadQuery } from './notices.queries.ts'

const ROW_PX = 64
/** What the audit log says more about. */
const IN_AUDIT_LOG = ['retention_changed', 'content_lost', 'leftovers_held']
/** Kinds that the page Team shows more of. */
const TELLS_OF_ROLES = ['member_role_ending', 'roles_changed']
const words = noticeWords

/** Notifications newest first; opening the page marks nothing as read, pressing does. */
export function NoticeList() {
  const { notices: client, badges } = useVault()
  const list = useInfiniteQuery(noticesQuery(client))
  // Asked again with the list, so that the two agree.
  const { data: unread } = useQuery({ ...unreadQuery(badges), refetchOnMount: 'always' })
  const mark = useMarkRead()
  const notices = list.data?.pages.flat()

  if (!notices) {
    return (
      <Card className={list.isError ? 'p-4' : ''}>
        {list.isError ? (
          <ListFailed text={words} query={list} />
        ) : (
          <SkeletonRows label={words.loading} rows={4} rowHeight={ROW_PX} />
        )}
      </Card>
    )
  }
  if (notices.length === 0) {
    return (
      <Card>
        <EmptyState title={words.empty} text={words.emptyText} seed={words.empty} />
      </Card>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex min-h-7 items-center justify-between gap-3">
        <Text tone="soft" aria-live="polite">
          {words.unreadCount(unread ?? 0)}
        </Text>
        {Boolean(unread) && (
          <Button size="sm" variant="outline" isBusy={mark.isPending} onClick={() => mark.mutate(undefined)}>
            {words.markAllRead}
          </Button>
        )}
      </div>
      <Rows notices={notices} onRead={mark.mutate} />
      {list.hasNextPage && (
        <Button
          variant="outline"
          className="self-center"
          isBusy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {words.more}
        </Button>
      )}
    </div>
  )
}

function Rows({ notices, onRead }: { notices: readonly Notice[]; onRead: (id: string) => void }) {
  const known = useKnown(notices)
  return (
    <Timeline label={words.list}>
      {notices.map((notice) => (
        <Row key={notice.id} notice={notice} sentence={noticeText(notice, known)} onRead={() => onRead(notice.id)} />
      ))}
    </Timeline>
  )
}

function Row({ notice, sentence, onRead }: { notice: Notice; sentence: string; onRead: () => void }) {
  const now = useNow()
  const at = new Date(notice.createdAt)
  return (
    <TimelineItem
      Icon={iconOf(notice)}
      time={formatTimeAgo(at, now)}
      timeTitle={formatDateTime(at)}
      note={placeOf(notice)}
      newLabel={notice.isRead ? undefined : words.unread}
      action={
        notice.isRead ? undefined : (
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <NoticeLink notice={notice} />
            <TextButton aria-label={words.markReadLabel(sentence)} onClick={onRead}>
              {words.markRead}
            </TextButton>
          </span>
        )
      }
    >
      {sentence}
    </TimelineItem>
  )
}

function NoticeLink({ notice: { kind, details } }: { notice: Notice }) {
  if (kind === 'threat_incident') return <TextLink to={incidentAddress(details)}>{words.openIncident}</TextLink>
  if (kind === 'role_ending') return <TextLink to="/dashboard/settings">{words.openOwnRoles}</TextLink>
  if (TELLS_OF_ROLES.includes(kind)) return <TextLink to="/dashboard/team">{words.openRoles}</TextLink>
  if (kind === 'policy_updated') return <TextLink to="/admin/security?view=policies">{words.openPolicies}</TextLink>
  if (IN_AUDIT_LOG.includes(kind)) return <TextLink to="/dashboard?tab=audit-logs">{words.openRetention}</TextLink>
  if (kind === 'threat_noticed') return <TextLink to="/dashboard/security#noticed">{words.openNoticed}</TextLink>
  if (kind === 'file_shared') return <TextLink to="/dashboard/shared">{words.openShared}</TextLink>
  if (kind === 'files_received') return <TextLink to="/dashboard/shared">{words.openRequests}</TextLink>
  const fact = featureNotice(kind)
  if (fact) return <TextLink to={fact.to}>{factWords(fact.open)}</TextLink>
  if (kind.startsWith('team_space_') || kind === 'space_removal_wanted')
    return <TextLink to="/dashboard/spaces">{words.openSpaces}</TextLink>
  if (kind === 'recovery_wanted') return <TextLink to="/dashboard/team">{words.openTeam}</TextLink>
  if (kind.startsWith('recovery_')) return <TextLink to="/dashboard/security">{words.openRecovery}</TextLink>
  if (kind.startsWith('device_')) return <TextLink to="/dashboard/devices">{words.openDevices}</TextLink>
  if (kind.startsWith('training_')) return <TextLink to="/dashboard/training">{words.openTraining}</TextLink>
  if (kind === 'stream_failing') return <TextLink to="/admin/integrations">{words.openStreams}</TextLink>
  if (kind === 'organisation_entered') return <TextLink to="/admin/overview">{words.openPanel}</TextLink>
  if (kind === 'keys_listed') return <TextLink to="/dashboard/security">{words.openKeys}</TextLink>
  return <TextLink to="/dashboard/security">{words.check}</TextLink>
}

const incidentAddress = ({ incident_id: id }: Notice['details']): string =>
  typeof id === 'string' ? `/admin/security?incident=${id}` : '/admin/security'

function iconOf({ kind }: Notice) {
  if (kind === 'file_shared') return Share2
  if (featureNotice(kind)) return Bell
  if (/^(?:team_space_|space_removal_|member_role_)/.test(kind)) return Users
  if (kind === 'files_received') return Inbox
  if (kind.startsWith('training_')) return GraduationCap
  if (kind === 'recovery_wanted' || kind === 'recovery_changed') return LifeBuoy
  return kind === 'new_device' ? Bell : ShieldAlert
}

function placeOf({ details }: Notice): string | undefined {
  const { user_agent: userAgent, ip } = details
  if (typeof userAgent !== 'string') return undefined
  return activity.from(deviceName(userAgent), typeof ip === 'string' ? ip : null)
}

function useMarkRead() {
  const { notices } = useVault()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string | undefined) => notices.markRead(id),
    onError: (error) => toastError(words.markFailed, sentenceFor(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['notices'] }),
  })
}
