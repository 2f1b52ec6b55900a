import { useNavigate } from 'react-router'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CardSection } from '#web/ui/layout/card.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { folderPath, type Place } from './place.ts'
import { useSearch } from '../shell/search-context.tsx'
import { useSpace } from '../spaces/space-scope.tsx'

type Props = { place: Place; isVaultEmpty: boolean; onUpload: () => void }

/** Where a list would be: why it is empty, and the way on. */
export function NothingHere({ place, isVaultEmpty, onUpload }: Props) {
  const { query, setQuery } = useSearch()
  const { canEdit } = useSpace()
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
  if (place.kind === 'starred') return <EmptyState {...m.items.emptyStarred} seed={place.kind} />
  const isTop = place.kind === 'folder' && place.id === null
  const texts = isTop && isVaultEmpty ? { title: m.files.empty, text: m.files.emptyStart } : m.items.emptyFolder
  return (
    <EmptyState
      {...texts}
      seed={place.kind === 'folder' ? (place.id ?? '') : place.kind}
      action={canEdit && <Button onClick={onUpload}>{m.files.upload}</Button>}
    />
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
