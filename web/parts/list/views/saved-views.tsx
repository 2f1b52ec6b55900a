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

/** Filters that the person gave a name; no room is left for them where there are none. */
export function SavedViews({ list, filters: { query, viewId, open }, className }: Props) {
  const read = useQuery(viewsQuery(useVault().views, list))
  const [renamed, setRenamed] = useState<SavedView | null>(null)
  const views = read.data ?? []
  const shown = views.find(({ id }) => id === viewId) ?? views.find((view) => view.query === query)
  if (read.error && read.data === undefined)
    return (
      <div className={className}>
        <ListFailed text={{ failed: words.failedRead, retry: words.retry }} query={read} />
      </div>
    )
  if (views.length === 0) return null
  return (
    <section aria-label={words.title} className={clsx('flex flex-wrap items-center gap-1', className)}>
      {views.map((view) => (
        <ViewChip
          key={view.id}
          view={view}
          query={query}
          isShown={view === shown}
          onOpen={() => open(view.query, view.id)}
          onRename={() => setRenamed(view)}
          onRemoved={() => view.id === viewId && open(query, null)}
        />
      ))}
      <ViewDialog list={list} view={renamed} query={query} isOpen={renamed !== null} onClose={() => setRenamed(null)} />
    </section>
  )
}

/** Gives the filters of now a name, where something filters and no view has it. */
export function SaveView({ list, filters: { query, open } }: Omit<Props, 'className'>) {
  const { data: views } = useQuery(viewsQuery(useVault().views, list))
  const [isOpen, setOpen] = useState(false)
  const isNew =
    query !== '' && query.length <= VIEW_LIMITS.queryCharacters && !views?.some((one) => one.query === query)
  return (
    <>
      {views && isNew && (
        <Button variant="ghost" onClick={() => setOpen(true)}>
          <BookmarkPlus size={16} aria-hidden="true" />
          {words.save}
        </Button>
      )}
      <ViewDialog
        list={list}
        view={null}
        query={query}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onAdded={({ id }) => open(query, id)}
      />
    </>
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
