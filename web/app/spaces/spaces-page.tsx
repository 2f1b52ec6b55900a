import { useQuery } from '@tanstack/react-query'
import { Boxes, Plus, ShieldAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import type { TeamSpace } from '#web/lib/remote/vault-client.ts'
import { dateLocale, midSentence } from '#web/lib/format.ts'
import { m } from '#web/messages/app.ts'
import { spaces as spaceWords } from '#web/messages/spaces.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { PageHead } from '#web/ui/layout/page-head.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { NewSpaceDialog } from './new-space-dialog.tsx'
import { spacePath } from './space-scope.tsx'
import { spacesQuery } from './spaces.queries.ts'
import { useIsGuest } from '#web/parts/people/guest-badge.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { SpaceRoleBadge } from './space-role-badge.tsx'

const text = spaceWords
const ROW_PX = 64

/** The team spaces of this account, and the way to a new one. */
export function SpacesPage() {
  const list = useQuery({ ...spacesQuery(useVault().spaces), refetchOnMount: 'always' })
  const [isMaking, setMaking] = useState(false)
  const isGuest = useIsGuest()
  const newButton = useRef<HTMLButtonElement>(null)
  return (
    <>
      <title>{m.common.pageTitle(text.title)}</title>
      <PageHead title={text.title} lead={text.lead}>
        {!isGuest && (
          <Button ref={newButton} onClick={() => setMaking(true)}>
            <Plus size={16} aria-hidden="true" />
            {text.create}
          </Button>
        )}
      </PageHead>
      <QueryView
        query={list}
        text={text}
        skeleton={
          <Card>
            <SkeletonRows label={text.loading} rows={3} rowHeight={ROW_PX} />
          </Card>
        }
      >
        {(spaces) => <Spaces spaces={spaces} />}
      </QueryView>
      <NewSpaceDialog isOpen={isMaking} onClose={() => setMaking(false)} finalFocus={newButton} />
    </>
  )
}

function Spaces({ spaces }: { spaces: readonly TeamSpace[] }) {
  return (
    <Card>
      {spaces.length === 0 ? (
        <EmptyState title={text.empty} text={text.emptyText} seed={text.empty} />
      ) : (
        <RowList label={text.list}>
          {spaces.map((space) => (
            <SpaceRow key={space.id} space={space} />
          ))}
        </RowList>
      )}
    </Card>
  )
}

function SpaceRow({ space: { id, name, role, members, createdAt, problem } }: { space: TeamSpace }) {
  if (name === null) {
    return (
      <Row
        icon={<ShieldAlert size={18} aria-hidden="true" />}
        title={text.refused}
        badge={<Badge tone="danger">{text.refused}</Badge>}
        detail={text.problem[problem ?? 'space_refused']}
        actions={null}
      />
    )
  }
  return (
    <Row
      icon={<Boxes size={18} aria-hidden="true" />}
      title={
        <TextLink to={spacePath(id)} aria-label={text.open(name)}>
          {name}
        </TextLink>
      }
      badge={<SpaceRoleBadge role={role} />}
      detail={`${text.members(members.length)}, ${midSentence(text.since(new Date(createdAt).toLocaleDateString(dateLocale())))}`}
      actions={null}
    />
  )
}
