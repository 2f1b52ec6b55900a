import { useQuery } from '@tanstack/react-query'
import { m } from '#web/messages/app.ts'
import { spaces as spaceWords } from '#web/messages/spaces.ts'
import { Avatar } from '#web/ui/feedback/avatar.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { GuestBadgeOf } from '#web/parts/people/guest-badge.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { useSpace } from './space-scope.tsx'
import { spacesQuery } from './spaces.queries.ts'

/** Who can open what is in this space: its members, nobody else. */
export function SpaceAccess() {
  const { id } = useSpace()
  const { data: spaces } = useQuery(spacesQuery(useVault().spaces))
  const members = spaces?.find((space) => space.id === id)?.members ?? []
  const text = m.sharing.access
  return (
    <section aria-label={text.title} className="mt-6 border-t border-line pt-4">
      <Heading look="small">{text.title}</Heading>
      <RowList label={text.title}>
        {members.map(({ userId, name, email, role, isMe }) => (
          <Row
            key={userId}
            isSlim
            icon={<Avatar id={userId} name={name} email={email} size="sm" />}
            title={name || email}
            detail={email}
            badge={isMe ? <Badge tone="brand">{spaceWords.manage.you}</Badge> : <GuestBadgeOf userId={userId} />}
            actions={<Badge>{spaceWords.role(role)}</Badge>}
          />
        ))}
      </RowList>
    </section>
  )
}
