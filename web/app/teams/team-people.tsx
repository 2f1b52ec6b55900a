import { type ReactNode, useState } from 'react'
import type { Member } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { teams } from '#web/messages/teams.ts'
import { Avatar } from '#web/ui/feedback/avatar.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { ListFailed } from '#web/parts/query/list-failed.tsx'
import { labelOf } from '#web/parts/people/team-view.ts'
import { useOfferedPeople } from '#web/parts/people/use-picked.ts'
import { type TeamDraft, withAdded, withRemoved } from './team-draft.ts'

const text = teams.sheet
/** A team may have a thousand people: the rest comes by a button, or is found by searching. */
const SHOWN = 25
const OFFERED = 6

type Props = {
  /** In the team, as it would be. */
  people: readonly Member[]
  /** Their user ids, also of people whom the list of the organisation does not have. */
  ids: readonly string[]
  draft: TeamDraft
  /** Null for people who only look. */
  onDraft: ((draft: TeamDraft) => void) | null
}

/** Who is in a team, and for people who may change it everybody else. */
export function TeamPeople({ people, ids, draft, onDraft }: Props) {
  return (
    <>
      <InTeam people={people} added={draft.added} onRemove={onDraft && ((id) => onDraft(withRemoved(draft, id)))} />
      {onDraft && <Others without={ids} onAdd={(id) => onDraft(withAdded(draft, id))} />}
      {onDraft && (
        <Text tone="hint" size="xs">
          {text.note}
        </Text>
      )}
    </>
  )
}

type InTeamProps = {
  people: readonly Member[]
  added: readonly string[]
  onRemove: ((id: string) => void) | null
}

function InTeam({ people, added, onRemove }: InTeamProps) {
  const [query, setQuery] = useState('')
  const [most, setMost] = useState(SHOWN)
  const found = foundIn(people, query)
  return (
    <section aria-label={text.people} className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Heading look="small">{text.people}</Heading>
        <Text tone="hint" size="xs">
          {teams.count(people.length)}
        </Text>
      </div>
      {people.length === 0 && <Text tone="soft">{text.nobody}</Text>}
      {people.length > SHOWN && (
        <SearchField label={text.find} clearLabel={m.files.clearSearch} value={query} onChange={setQuery} />
      )}
      <RowList label={text.people}>
        {found.slice(0, most).map((member) => (
          <Person
            key={member.userId}
            member={member}
            badge={added.includes(member.userId) && <Badge tone="brand">{text.isNew}</Badge>}
            action={
              onRemove && (
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={text.removeOf(labelOf(member))}
                  onClick={() => onRemove(member.userId)}
                >
                  {text.remove}
                </Button>
              )
            }
          />
        ))}
      </RowList>
      {found.length > most && (
        <Button variant="ghost" size="sm" className="self-start" onClick={() => setMost(most + SHOWN)}>
          {text.more(Math.min(SHOWN, found.length - most))}
        </Button>
      )}
    </section>
  )
}

function Others({ without, onAdd }: { without: readonly string[]; onAdd: (id: string) => void }) {
  const [typed, setTyped] = useState('')
  const { query, people, hasMore } = useOfferedPeople(typed, { without, most: OFFERED })
  const others = people.filter(({ userId }) => !without.includes(userId))
  if (query.isError && !query.data) return <ListFailed text={m.team} query={query} />
  return (
    <section aria-label={text.add} className="flex flex-col gap-1.5">
      <Heading look="small">{text.add}</Heading>
      <Text tone="soft" size="xs">
        {query.data && others.length === 0 && typed === '' ? text.addNone : text.addHint}
      </Text>
      {(hasMore || typed !== '') && (
        <SearchField label={text.addFind} clearLabel={m.files.clearSearch} value={typed} onChange={setTyped} />
      )}
      <RowList label={text.add}>
        {others.map((member) => (
          <Person
            key={member.userId}
            member={member}
            badge={null}
            action={
              <Button
                variant="outline"
                size="sm"
                aria-label={text.addOf(labelOf(member))}
                onClick={() => onAdd(member.userId)}
              >
                {text.addOne}
              </Button>
            }
          />
        ))}
      </RowList>
    </section>
  )
}

type PersonProps = { member: Member; badge: ReactNode; action: ReactNode }

function Person({ member, badge, action }: PersonProps) {
  const { userId, name, email, isMe, hasVault } = member
  return (
    <Row
      isSlim
      icon={<Avatar id={userId} name={name} email={email} size="sm" />}
      title={labelOf(member)}
      badge={
        <>
          {isMe && <Badge tone="brand">{text.you}</Badge>}
          {!hasVault && <Badge tone="warn">{text.noVault}</Badge>}
          {badge}
        </>
      }
      detail={name ? email : ''}
      actions={action}
    />
  )
}

function foundIn(people: readonly Member[], query: string): Member[] {
  const wanted = query.trim().toLowerCase()
  return people.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(wanted))
}
