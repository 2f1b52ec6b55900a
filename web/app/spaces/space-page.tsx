import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { TeamSpace } from '#web/lib/remote/vault-client.ts'
import { canEditSpace, canManageSpace } from '#contract/organisation/space-roles.ts'
import { m } from '#web/messages/app.ts'
import { spaces as spaceWords } from '#web/messages/spaces.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CardSection } from '#web/ui/layout/card.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { FilesPage } from '../drive/files-page.tsx'
import { FilesLoading } from '../drive/files-pending.tsx'
import { MissingPeople } from '../teams/missing-people.tsx'
import { MembersSheet } from './members-sheet.tsx'
import { SpaceLeavers } from './space-leavers.tsx'
import { useSpace } from './space-scope.tsx'
import { spacesQuery } from './spaces.queries.ts'
import { SpaceRoleBadge } from './space-role-badge.tsx'

const text = spaceWords
/** Who is removed meanwhile sees it without a reload. */
const WATCH_MS = 15_000

/** One team space: its files as the files tab shows one's own, and its members. */
export function SpacePage() {
  const { id } = useSpace()
  const list = useQuery({ ...spacesQuery(useVault().spaces), refetchOnMount: 'always', refetchInterval: WATCH_MS })
  const space = list.data?.find((one) => one.id === id)
  if (space && space.name !== null) return <OpenSpace space={space} />
  if (space) return <Notice tone="error">{text.problem[space.problem ?? 'space_refused']}</Notice>
  return list.isPending ? <FilesLoading /> : <SpaceGone />
}

function OpenSpace({ space }: { space: TeamSpace }) {
  const [isShown, setShown] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { role, members } = space
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <SpaceRoleBadge role={role} />
        <Text tone="soft">{text.members(members.length)}</Text>
        <Button ref={button} variant="outline" size="sm" className="ml-auto" onClick={() => setShown(true)}>
          <Users size={16} aria-hidden="true" />
          {text.manage.open}
        </Button>
      </div>
      {!canEditSpace(role) && <Notice tone="info">{text.viewing}</Notice>}
      {canManageSpace(role) && space.leavers.length > 0 && <SpaceLeavers space={space} />}
      {canManageSpace(role) && <MissingPeople spaceId={space.id} members={members} onLook={() => setShown(true)} />}
      <FilesPage />
      <MembersSheet space={space} isOpen={isShown} onClose={() => setShown(false)} finalFocus={button} />
    </>
  )
}

function SpaceGone() {
  const navigate = useNavigate()
  const { title, text: why, action } = text.gone
  return (
    <CardSection aria-label={title}>
      <title>{m.common.pageTitle(title)}</title>
      <EmptyState
        title={title}
        text={why}
        seed={title}
        action={<Button onClick={() => void navigate('/dashboard/spaces')}>{action}</Button>}
      />
    </CardSection>
  )
}
