import { BadgeCheck } from 'lucide-react'
import { useNow } from '#web/lib/clock.ts'
import { formatBytes, formatLimit, formatTimeAgo } from '#web/lib/format.ts'
import { isBlocked, type ListedPerson } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { people } from '#web/messages/people.ts'
import { Avatar } from '#web/ui/feedback/avatar.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Span } from '#web/ui/layout/text.tsx'
import { Address } from '#web/ui/layout/address.tsx'
import type { TableColumn } from '#web/ui/list/table.tsx'
import { openColumn } from '#web/parts/list/paged-table.tsx'
import { GuestBadge } from '#web/parts/people/guest-badge.tsx'
import type { ShownMember } from '#web/parts/people/member-of.ts'
import { labelOf } from '#web/parts/people/team-view.ts'
import { dayInWords } from '../role-end.tsx'

const { table: text } = people
const MAX_TEAMS = 2

/** A row of the server, with what this vault knows of the person. */
export type PersonRow = { row: ListedPerson; member: ShownMember }

/** One person a row, by name. */
export function peopleColumns(onShow: (person: PersonRow) => void): TableColumn<PersonRow>[] {
  const { columns } = text
  return [
    { id: 'person', header: columns.person, isFixed: true, cell: ({ member }) => <Person member={member} /> },
    { id: 'roles', header: columns.roles, from: 'sm', cell: ({ member }) => <Roles member={member} /> },
    { id: 'state', header: columns.state, from: 'sm', cell: ({ member }) => <State member={member} /> },
    { id: 'factor', header: columns.factor, from: 'lg', cell: ({ row }) => <Factor row={row} /> },
    { id: 'teams', header: columns.teams, from: 'lg', cell: ({ row }) => <Teams names={row.teams ?? []} /> },
    { id: 'storage', header: columns.storage, from: 'lg', cell: ({ member }) => <Storage member={member} /> },
    { id: 'active', header: columns.active, from: 'lg', cell: ({ member }) => <LastActive member={member} /> },
    openColumn(
      { header: columns.details, word: m.team.details, label: ({ member }) => m.team.detailsOf(labelOf(member)) },
      onShow,
    ),
  ]
}

/** Small screens have below the name what they leave out of the other columns. */
function Person({ member }: { member: ShownMember }) {
  const { userId, name, email, isMe } = member
  return (
    <span className="flex items-center gap-2.5">
      <Avatar id={userId} name={name} email={email} />
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-1.5">
          <Span className="font-semibold wrap-anywhere">{labelOf(member)}</Span>
          {isMe && <Badge tone="brand">{m.team.you}</Badge>}
        </span>
        {name !== '' && (
          // The details have it whole.
          <Span tone="soft" size="xs" title={email} className="block wrap-anywhere lg:max-w-40 lg:truncate">
            <Address email={email} />
          </Span>
        )}
        <span className="mt-1 flex flex-wrap gap-1.5 sm:hidden">
          <Roles member={member} />
          <State member={member} />
        </span>
      </span>
    </span>
  )
}

function Roles({ member: { roles, roleEndsAt, removedAt, guest } }: { member: ShownMember }) {
  const shown = guest ? roles.filter((role) => role !== 'member') : roles
  return (
    <span className="flex flex-wrap gap-1.5">
      <GuestBadge guest={guest} />
      {shown.map((role) => (
        <Badge key={role} tone={role === 'owner' ? 'copper' : 'plain'}>
          {roleEndsAt === null || roles.length > 1
            ? m.team.role(role)
            : people.ends.roleUntil(m.team.role(role), dayInWords(roleEndsAt))}
        </Badge>
      ))}
      {roles.length === 0 && removedAt === null && <Badge>{m.team.none}</Badge>}
    </span>
  )
}

function State({ member: { standing, removedAt, hasVault, trust } }: { member: ShownMember }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {removedAt !== null && <Badge>{text.states.removed}</Badge>}
      {removedAt === null && standing === 'suspended' && <Badge tone="danger">{m.team.suspended}</Badge>}
      {removedAt === null && standing === 'waiting' && <Badge tone="warn">{text.states.waiting}</Badge>}
      {removedAt === null && standing === 'active' && !hasVault && <Badge tone="warn">{m.team.noVault}</Badge>}
      {removedAt === null && standing === 'active' && hasVault && <Badge tone="brand">{text.states.active}</Badge>}
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

/** A server of the version before does not say it. */
function Factor({ row: { second_factor: has } }: { row: ListedPerson }) {
  if (has === null || has === undefined) return '–'
  return has ? text.factorThere : <Badge tone="warn">{text.factorMissing}</Badge>
}

function Teams({ names }: { names: readonly string[] }) {
  if (names.length === 0) return '–'
  const further = names.length - MAX_TEAMS
  return (
    <span title={names.join(', ')} className="inline-block min-w-22 wrap-anywhere">
      {names.slice(0, MAX_TEAMS).join(', ')}
      {further > 0 && ` ${text.furtherTeams(further)}`}
    </span>
  )
}

function Storage({ member: { quota } }: { member: ShownMember }) {
  if (quota === null) return '–'
  const most = quota.ownBytes ?? quota.planBytes
  return (
    <span className="tabular-nums">
      {formatBytes(quota.usedBytes)}
      {most !== null && <Span tone="soft"> / {formatLimit(most)}</Span>}
    </span>
  )
}

function LastActive({ member: { lastActiveAt, standing } }: { member: ShownMember }) {
  const now = useNow()
  if (lastActiveAt === null) return standing === 'waiting' ? '–' : m.team.neverActive
  return formatTimeAgo(new Date(lastActiveAt), now)
}
