import { type DragEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useElementWidth } from '#web/lib/element-width.ts'
import { useMedia } from '#web/lib/media.ts'
import { m } from '#web/messages/app.ts'
import { CardSection } from '#web/ui/layout/card.tsx'
import { moveTo, selectNone } from '#web/ui/grid/selection.ts'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { useSelection } from '#web/ui/grid/use-selection.ts'
import { filesOf, type Item, placeOf } from '../item.ts'
import { type Drive, useReading } from '../use-drive.ts'
import { useItemActions } from '../actions/use-item-actions.ts'
import { useCopies } from '../copy/use-copies.tsx'
import { useItemDrag } from '../move/use-item-drag.ts'
import { DetailsPanel, DetailsToggle } from '../details/details-panel.tsx'
import { type DetailsDock, useDetailsDock } from '../details/use-details-dock.ts'
import { layoutFor } from './file-columns.tsx'
import { type TagsOf, useTags } from '../tags/use-tags.ts'
import { useSpace } from '../../spaces/space-scope.tsx'
import { FileDialogs } from './file-dialogs.tsx'
import { useFileDialog } from './use-file-dialog.ts'
import { FileGrid } from './file-grid.tsx'
import type { FileLayout } from '../use-layout.ts'
import { FileMenu, type OpenMenu } from './file-menu.tsx'
import { SORT_WORDS, SeenTimes, arrange, createFinder, nextSort } from './file-view.ts'
import { sortWord, useKeptSort } from '../use-kept-sort.ts'
import { useSharingOf } from './use-sharing-of.ts'
import type { RowActions } from './file-row-actions.tsx'
import { type FileCommands, useFileCommands } from './use-file-commands.ts'
import { FileSelectionActions, SelectionBar } from './selection-bar.tsx'

/** From this width on tags stand beside the names in words. */
const TAG_NAMES_PX = 900

type Props = {
  drive: Drive
  items: readonly Item[]
  query: string
  layout: FileLayout
  /** The folder whose contents these are, null for the top; undefined when they come from many. */
  folderId: string | null | undefined
  /** Names the list: another folder starts at its first row. */
  listId: string
  /** The items come from many folders, so each row says from which. */
  showsLocation: boolean
  whenEmpty: ReactNode
  /** They stand in the bar above the list: the title of the page, ways to look at it, what makes something new. */
  heading: ReactNode
  places: ReactNode
  views: ReactNode
  newItems: ReactNode
}

/** A list of files and folders with everything that can be done to them. */
export function FileList({ drive, items, query, layout, folderId, listId, showsLocation, whenEmpty, ...bar }: Props) {
  const gridRef = useRef<HTMLDivElement>(null)
  const card = useRef<HTMLElement>(null)
  const actions = useItemActions()
  const reading = useReading()
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const dialogs = useFileDialog()
  const copies = useCopies({ drive, folderId })
  const { tagsOf } = useTags()
  const dock = useDetailsDock()
  const list = useFileRows({ items, query, listId, tagsOf })
  const beside = detailsBeside(dock, list)
  const commands = useFileCommands({ drive, actions, copies, show: dialogs.open, beside })
  const grid = useGridProps({ drive, list, actions, commands })
  const look = useLook(card, { drive, items, layout, showsLocation, tagsOf })
  useFocusOnNavigate(card, listId)

  const openMenu = (item: Item, at: OpenMenu['at']) => setMenu({ item, at })
  return (
    <div className="flex items-start gap-5">
      <CardSection ref={card} tabIndex={-1} aria-label={m.items.list} className="min-w-0 flex-1">
        <FileListBar list={list} query={query} commands={commands} gridRef={gridRef} dock={dock} {...bar} />
        {list.rows.length === 0 && reading?.kind === 'whole' ? (
          <SkeletonRows label={m.files.loading} rows={3} rowHeight={look.rowHeightPx} />
        ) : list.rows.length === 0 ? (
          whenEmpty
        ) : (
          <FileGrid
            gridRef={gridRef}
            {...grid}
            onMenu={openMenu}
            {...look.gridOf({
              onDownload: (file) => commands.download([file]),
              onShare: (file) => commands.share([file]),
              onStar: commands.star,
              onDelete: (item) => commands.trash([item]),
              onMenu: openMenu,
            })}
          />
        )}
        <FileMenu menu={menu} commands={commands} onClose={() => setMenu(null)} gridRef={gridRef} />
        {commands.input}
        <FileDialogs {...dialogs} {...{ drive, actions, copies, commands, gridRef }} files={list.files} />
      </CardSection>
      {(dock.isOpen || dock.isKept) && (
        <DetailsPanel {...{ dock, drive, commands, gridRef }} selected={list.selected} onMenu={openMenu} />
      )}
    </div>
  )
}

/** Details beside the list; both answer false where there is no room for them. */
function detailsBeside(dock: DetailsDock, { selected, order, selection, setSelection }: FileRows) {
  const show = (item: Item) => {
    if (!dock.hasRoom) return false
    setSelection(moveTo(order, selection, order.indexOf(item.id)))
    dock.setOpen(true)
    return true
  }
  const toggle = (item: Item) => {
    const isShown = dock.isOpen && selected.length === 1 && selected[0]?.id === item.id
    if (!isShown) return show(item)
    dock.setOpen(false)
    return true
  }
  return { show, toggle }
}

/** How the items are drawn, in the room that the list has. */
function useLook(
  card: RefObject<HTMLElement | null>,
  {
    drive,
    items,
    layout,
    showsLocation,
    tagsOf,
  }: Pick<Props, 'drive' | 'items' | 'layout' | 'showsLocation'> & { tagsOf: TagsOf },
) {
  const space = useSpace()
  const width = useElementWidth(card)
  const columns = layoutFor(width, useMedia('(pointer: fine)'))
  const facts = {
    count: drive.count,
    isOwn: space.id === null,
    sharingOf: useSharingOf(items),
    tagsOf,
    showsTagNames: width >= TAG_NAMES_PX,
    placeName: (item: Item) => (showsLocation ? (drive.tree.get(placeOf(item))?.name ?? space.name) : undefined),
  }
  return {
    rowHeightPx: columns.rowHeightPx,
    gridOf: (row: RowActions) =>
      layout === 'tiles' ? { tiles: { width, facts } } : { list: { layout: columns, row, facts } },
  }
}

type RowsOptions = Pick<Props, 'items' | 'query' | 'listId'> & { tagsOf: TagsOf }

/** What of the items is shown, in which order, and which of it is selected. */
function useFileRows({ items, query, listId, tagsOf }: RowsOptions) {
  const [sort, setSort] = useKeptSort('quantumshield-sort', SORT_WORDS)
  // Another list, or another order, is sorted by the times of now.
  const opened = `${listId} ${sortWord(sort, SORT_WORDS)}`
  const times = useMemo(() => ({ opened, seen: new SeenTimes() }), [opened])
  useEffect(() => times.seen.note(items), [times, items])
  const find = useMemo(() => createFinder(arrange(items, sort, times.seen), tagsOf), [items, sort, times, tagsOf])
  const rows = useMemo(() => find(query), [find, query])
  const files = useMemo(() => filesOf(rows), [rows])
  const order = useMemo(() => rows.map(({ id }) => id), [rows])
  const [selection, setSelection] = useSelection(order, listId)
  const selected = useMemo(
    () => (selection.ids.size === 0 ? [] : rows.filter(({ id }) => selection.ids.has(id))),
    [rows, selection.ids],
  )
  return { sort, setSort, rows, files, order, selection, setSelection, selected }
}

type FileRows = ReturnType<typeof useFileRows>

type GridContext = {
  drive: Drive
  list: FileRows
  actions: ReturnType<typeof useItemActions>
  commands: FileCommands
}

/** What the keys, the pointer and drags of the grid do. */
function useGridProps({ drive, list, actions, commands }: GridContext) {
  const { canEdit } = useSpace()
  const hasMouse = useMedia('(pointer: fine)')
  const startDrag = useItemDrag({ tree: drive.tree, onMove: actions.move })
  const { rows, order, sort, setSort, selection, setSelection } = list
  const itemsOf = (ids: ReadonlySet<string>) => rows.filter(({ id }) => ids.has(id))
  return {
    rows,
    order,
    sort,
    onSort: (id: string) => setSort(nextSort(sort, id)),
    selection,
    onSelectionChange: setSelection,
    onOpen: commands.open,
    onPeek: commands.preview,
    onDetails: commands.toggleDetails,
    onDelete: (ids: ReadonlySet<string>) => canEdit && commands.trash(itemsOf(ids)),
    onCopy: (ids: ReadonlySet<string>) => commands.hold(itemsOf(ids)),
    ...(canEdit && {
      onRename: commands.rename,
      // A finger that stays on a row selects it.
      ...(hasMouse && {
        onDragRows: (ids: ReadonlySet<string>, event: DragEvent) => startDrag(itemsOf(ids), event),
      }),
    }),
  }
}

type BarProps = Pick<Props, 'heading' | 'places' | 'views' | 'newItems' | 'query'> & {
  list: FileRows
  commands: FileCommands
  dock: DetailsDock
  gridRef: RefObject<HTMLElement | null>
}

/** Says where one is and how much there is, or how much is selected and what can be done with it. */
function FileListBar({ list, query, commands, dock, gridRef, heading, places, views, newItems }: BarProps) {
  const { rows, files, selected, selection, setSelection } = list
  const reading = useReading()
  const summary =
    reading?.kind === 'whole'
      ? m.files.reading(reading.read, reading.total)
      : reading?.kind === 'from-device'
        ? m.files.fromDevice
        : query
          ? m.items.found(rows.length)
          : m.items.summary(rows.length - files.length, files.length)
  return (
    <SelectionBar
      selectedCount={selected.length}
      summary={summary}
      isBusy={reading !== null}
      heading={heading}
      end={views}
      always={
        <>
          <DetailsToggle dock={dock} />
          {newItems}
        </>
      }
      places={places}
      onClear={() => {
        setSelection(selectNone(selection))
        gridRef.current?.focus()
      }}
    >
      <FileSelectionActions items={selected} commands={commands} />
    </SelectionBar>
  )
}

/** An empty folder has no grid to hold the focus; the list takes it instead of the page. */
function useFocusOnNavigate(card: RefObject<HTMLElement | null>, listId: string) {
  const first = useRef(listId)
  useEffect(() => {
    if (first.current === listId) return
    first.current = listId
    if (document.activeElement === document.body) card.current?.focus({ preventScroll: true })
  }, [card, listId])
}
