import { useState } from 'react'
import { SPACE_ROLES, type SpaceRole } from '#contract/organisation/space-roles.ts'
import { type Member, type TeamSpaceMember, type WantedMember, isBlocked } from '#web/lib/remote/vault-client.ts'
import { TRUST_TONE } from '#web/lib/tones.ts'
import { m } from '#web/messages/app.ts'
import { spaces as spaceWords } from '#web/messages/spaces.ts'
import { Avatar } from '#web/ui/feedback/avatar.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { ListFailed } from '#web/parts/query/list-failed.tsx'
import { GuestBadge } from '#web/parts/people/guest-badge.tsx'
import { labelOf } from '#web/parts/people/team-view.ts'
import { useChosenPeople, useOfferedPeople, useTrusted } from '#web/parts/people/use-picked.ts'
import { ChooseTeam, type ChosenTeam } from '../teams/choose-team.tsx'
import { SpaceRoleBadge } from './space-role-badge.tsx'

const text = spaceWords.manage
/** More are found by searching. */
const SHOWN = 6
const ROW_PX = 56

type Props = {
  chosen: readonly WantedMember[]
  /** @param change from the list as it is by then */
  onChange: (change: (now: readonly WantedMember[]) => WantedMember[]) => void
  /** A team whose people were put on the list. */
  onTeam: (teamId: string, people: readonly string[]) => void
  /** People who are in the space already, by the names that its list of members has for them. */
  listed?: readonly TeamSpaceMember[]
  /** Somebody whose role is not to be chosen: who makes a space is its manager. */
  fixedId?: string
}

/** Who belongs to a space, each with a role, and everybody else of the organisation who could. */
export function MemberPicker({ chosen, onChange, onTeam, fixedId, listed = [] }: Props) {
  const onList = useChosenPeople(chosen.map(({ userId }) => userId))
  const { known = onList.people } = useTrusted(onList.people)
  if (onList.query.isError && !onList.query.data) return <ListFailed text={m.team} query={onList.query} />
  if (!onList.query.data) return <SkeletonRows label={m.team.loading} rows={3} rowHeight={ROW_PX} />
  const present = known.filter(({ removedAt }) => removedAt === null)
  const labels = new Map(listed.map(({ userId, name, email }) => [userId, { name, email }]))
  const byId = new Map(present.map((member) => [member.userId, { ...member, ...labels.get(member.userId) }]))
  const members = chosen.flatMap((wanted) => {
    const member = byId.get(wanted.userId)
    return member ? [{ member, role: wanted.role }] : []
  })
  const ids = new Set(chosen.map(({ userId }) => userId))
  const setRole = (userId: string, role: SpaceRole) =>
    onChange((now) => now.map((one) => (one.userId === userId ? { ...one, role } : one)))
  const addTeam = ({ id, expanded: { people } }: ChosenTeam): number => {
    onChange((now) => withPeople(now, people))
    onTeam(
      id,
      people.map(({ userId }) => userId),
    )
    return people.filter(({ userId }) => !ids.has(userId)).length
  }
  const remove = (userId: string) => onChange((now) => now.filter((one) => one.userId !== userId))
  return (
    <div className="flex flex-col gap-5">
      <section aria-label={text.people}>
        <Heading look="small">{text.people}</Heading>
        <RowList label={text.people}>
          {members.map(({ member, role }) => (
            <ChosenMember
              key={member.userId}
              member={member}
              role={role}
              isFixed={member.userId === fixedId}
              isAdded={!labels.has(member.userId)}
              onRole={(next) => setRole(member.userId, next)}
              onRemove={() => remove(member.userId)}
            />
          ))}
        </RowList>
      </section>
      <ChooseTeam onChoose={addTeam} />
      <Others without={[...ids]} onAdd={(member) => onChange((now) => withPeople(now, [member]))} />
    </div>
  )
}

/** The list with these people, as editors where they are not on it yet. */
export function withPeople(now: readonly WantedMember[], people: readonly Member[]): WantedMember[] {
  const ids = new Set(now.map(({ userId }) => userId))
  const added = people.filter(({ userId }) => !ids.has(userId))
  return [...now, ...added.map(({ userId, email, name }) => ({ userId, role: 'editor' as const, email, name }))]
}

type ChosenProps = {
  member: Member
  role: SpaceRole
  isFixed: boolean
  /** New to the space: then it matters whether their keys are known. */
  isAdded: boolean
  onRole: (role: SpaceRole) => void
  onRemove: () => void
}

function ChosenMember({ member, role, isFixed, isAdded, onRole, onRemove }: ChosenProps) {
  const who = labelOf(member)
  return (
    <Row
      isSlim
      icon={<Avatar id={member.userId} name={member.name} email={member.email} />}
      title={who}
      badge={
        <>
          <GuestBadge guest={member.guest} />
          {member.isMe ? <Badge tone="brand">{text.you}</Badge> : isAdded && <TrustBadge trust={member.trust} />}
        </>
      }
      detail={member.name ? member.email : spaceWords.roleHint(role)}
      actions={
        <>
          {isFixed ? (
            <SpaceRoleBadge role={role} />
          ) : (
            <SelectField
              isBare
              label={text.roleOf(who)}
              value={role}
              options={SPACE_ROLES.filter((value) => value !== 'manager' || member.guest === null).map((value) => [
                value,
                spaceWords.role(value),
              ])}
              onChange={(value) => onRole(SPACE_ROLES.find((one) => one === value) ?? role)}
            />
          )}
          {!member.isMe && (
            <Button variant="outline" size="sm" aria-label={text.removeOf(who)} onClick={onRemove}>
              {text.remove}
            </Button>
          )}
        </>
      }
    />
  )
}

/** What is known of the keys that somebody would be added with. */
function TrustBadge({ trust }: Pick<Member, 'trust'>) {
  if (trust === null || trust === 'seen' || trust === 'chosen') return null
  return <Badge tone={TRUST_TONE[trust]}>{m.sharing.trustShort[trust]}</Badge>
}

function Others({ without, onAdd }: { without: readonly string[]; onAdd: (member: Member) => void }) {
  const [typed, setTyped] = useState('')
  const offered = useOfferedPeople(typed, { without, most: SHOWN, needsVault: true })
  const others = offered.people.filter(({ userId }) => !without.includes(userId))
  const { known, query: trust } = useTrusted(others)
  if (offered.query.isError && !offered.query.data) return <ListFailed text={m.team} query={offered.query} />
  return (
    <section aria-label={text.add}>
      <Heading look="small">{text.add}</Heading>
      <Text tone="soft" size="xs" className="mt-0.5 mb-2">
        {offered.query.data && others.length === 0 && typed === '' ? text.addNone : text.addHint}
      </Text>
      {(offered.hasMore || typed !== '') && (
        <SearchField label={text.find} clearLabel={m.files.clearSearch} value={typed} onChange={setTyped} />
      )}
      {!known && trust.isError && <ListFailed text={text.keys} query={trust} />}
      <RowList label={text.add}>
        {(known ?? others).map((member) => (
          <Row
            key={member.userId}
            isSlim
            icon={<Avatar id={member.userId} name={member.name} email={member.email} />}
            title={labelOf(member)}
            detail={member.email}
            badge={
              <>
                <GuestBadge guest={member.guest} />
                <TrustBadge trust={member.trust} />
              </>
            }
            actions={
              <Button
                variant="outline"
                size="sm"
                aria-label={text.addOf(labelOf(member))}
                // Not before it is known whether something speaks against their keys.
                disabled={!known || isBlocked(member.trust)}
                onClick={() => onAdd(member)}
              >
                {text.added}
              </Button>
            }
          />
        ))}
      </RowList>
    </section>
  )
}
