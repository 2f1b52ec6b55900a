import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { BookmarkPlus, Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { VIEW_LIMITS } from '#contract/panel/views.ts'
import type { SavedView } from '#web/lib/remote/vault-client.ts'
import { list as text } from '#web/messages/list.ts'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/overlay/menu.tsx'
import { useAction } from '../../action/use-action.ts'
import { ListFailed } from '../../query/list-failed.tsx'
import { useVault } from '../../vault/vault-context.ts'
import type { UsedFilters } from '../use-filters.ts'
import { ViewDialog } from './view-dialog.tsx'
import { VIEWS_KEY, viewsQuery } from './views.queries.ts'

const words = text.views

type Props = {
  /** Name of the list. */
  list: string
  filters: Pick<UsedFilters, 'query' | 'viewId' | 'open'>
  className?: string
}

/** Filters that the person gave a name. Nothing is shown as long as there are none and nothing filters. */
export function SavedViews({ list, filters: { query, viewId, open }, className }: Props) {
  const read = useQuery(viewsQuery(useVault().views, list))
  const [named, setNamed] = useState<'new' | SavedView | null>(null)
  const views = read.data ?? []
  const shown = views.find(({ id }) => id === viewId) ?? views.find((view) => view.query === query)
  const canSave = read.data !== undefined && query !== '' && query.length <= VIEW_LIMITS.queryCharacters
  const isNew = canSave && !views.some((view) => view.query === query)
  if (read.error && read.data === undefined)
    return (
      <div className={className}>
        <ListFailed text={{ failed: words.failedRead, retry: words.retry }} query={read} />
      </div>
    )
  if (views.length === 0 && !isNew && named === null) return null
  return (
    <section aria-label={words.title} className={clsx('flex flex-wrap items-center gap-1', className)}>
      {views.map((view) => (
        <ViewChip
          key={view.id}
          view={view}
          query={query}
          isShown={view === shown}
          onOpen={() => open(view.query, view.id)}
          onRename={() => setNamed(view)}
          onRemoved={() => view.id === viewId && open(query, null)}
        />
      ))}
      {isNew && (
        <Button size="sm" variant="ghost" onClick={() => setNamed('new')}>
          <BookmarkPlus size={15} aria-hidden="true" />
          {words.save}
        </Button>
      )}
      <ViewDialog
        isOpen={named !== null}
        list={list}
        view={named === 'new' ? undefined : (named ?? undefined)}
        query={query}
        onClose={() => setNamed(null)}
        onAdded={({ id }) => open(query, id)}
      />
    </section>
  )
}

type ChipProps = {
  view: SavedView
  query: string
  isShown: boolean
  onOpen: () => void
  onRename: () => void
  onRemoved: () => void
}

/** One view; the one that is shown has a menu, and says when other filters apply than it was saved with. */
function ViewChip({ view, query, isShown, onOpen, onRename, onRemoved }: ChipProps) {
  const { views } = useVault()
  const says = { failed: words.failed, keys: [VIEWS_KEY] }
  const update = useAction(() => views.change({ ...view, query }), { ...says, done: words.saved })
  const remove = useAction(() => views.remove(view.id), { ...says, done: words.removed, onDone: onRemoved })
  const isChanged = isShown && view.query !== query
  return (
    <span className={clsx('inline-flex max-w-full items-center rounded-md', isShown && 'bg-brand-tint')}>
      <button
        type="button"
        aria-pressed={isShown && !isChanged}
        className={clsx(
          'h-8 min-w-0 cursor-pointer truncate rounded-md px-3 text-sm transition-colors duration-120 pointer-coarse:h-11',
          isShown ? 'font-semibold text-brand' : 'text-ink-2 hover:bg-sunken hover:text-ink',
        )}
        onClick={onOpen}
      >
        {isChanged ? words.changed(view.name) : view.name}
      </button>
      {isShown && (
        <Menu
          trigger={
            <IconButton size="sm" label={words.more(view.name)}>
              <Ellipsis size={15} aria-hidden="true" />
            </IconButton>
          }
        >
          {isChanged && query !== '' && <MenuItem onClick={() => update.mutate(undefined)}>{words.update}</MenuItem>}
          <MenuItem onClick={onRename}>{words.rename}</MenuItem>
          <MenuItem isDanger onClick={() => remove.mutate(undefined)}>
            {words.remove}
          </MenuItem>
        </Menu>
      )}
    </span>
  )
}
