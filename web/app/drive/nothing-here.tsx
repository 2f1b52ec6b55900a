import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CardSection } from '#web/ui/layout/card.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { folderPath, type Place } from './place.ts'
import { useSearch } from '#web/parts/list/search-context.tsx'
import { useSpace } from '../spaces/space-scope.tsx'

type Props = { place: Place; isFiltered: boolean; isVaultEmpty: boolean; zone: ReactNode }

/** Where a list would be: why it is empty, and the zone that invites files. */
export function NothingHere({ place, isFiltered, isVaultEmpty, zone }: Props) {
  const { query, setQuery } = useSearch()
  if (query.trim() !== '') {
    return (
      <EmptyState
        title={m.files.empty}
        text={m.files.emptySearch}
        seed={query}
        action={
          <Button variant="outline" onClick={() => setQuery('')}>
            {m.files.clearSearch}
          </Button>
        }
      />
    )
  }
  if (isFiltered) return <EmptyState title={m.documents.filter.empty} seed={m.documents.filter.empty} />
  if (place.kind === 'starred') return <EmptyState {...m.items.emptyStarred} seed={place.kind} />
  const isTop = place.kind === 'folder' && place.id === null
  const texts = isTop && isVaultEmpty ? { title: m.files.empty, text: m.files.emptyStart } : m.items.emptyFolder
  if (!zone) return <EmptyState {...texts} seed={place.kind === 'folder' ? (place.id ?? '') : place.kind} />
  return (
    <div className="flex flex-col gap-4 border-t border-line p-4 text-center">
      {zone}
      <div className="pb-2">
        <Text className="font-semibold">{texts.title}</Text>
        <Text tone="soft">{texts.text}</Text>
      </div>
    </div>
  )
}

export function FolderGone() {
  const navigate = useNavigate()
  const { title, text, action } = m.items.folderGone
  const { home } = useSpace()
  return (
    <CardSection aria-label={title}>
      <EmptyState
        title={title}
        text={text}
        seed={title}
        action={<Button onClick={() => void navigate(folderPath(null, home))}>{action}</Button>}
      />
    </CardSection>
  )
}
