import { type ComponentProps, type DragEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useElementWidth } from '#web/lib/element-width.ts'
import { useMedia } from '#web/lib/media.ts'
import type { VaultFile } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { CardSection } from '#web/ui/layout/card.tsx'
import type { Sort } from '#web/ui/grid/grid-header.tsx'
import { selectNone } from '#web/ui/grid/selection.ts'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Span } from '#web/ui/layout/text.tsx'
import { toastError } from '#web/ui/overlay/toast.tsx'
import { useSelection } from '#web/ui/grid/use-selection.ts'
import { useVault } from '../../vault-context.ts'
import { filesOf, isFolder, type Item, placeOf } from '../item.ts'
import { CopyDialog } from '../copy/copy-dialog.tsx'
import { MoveDialog } from '../move/move-dialog.tsx'
import { folderPath } from '../place.ts'
import { type Drive, useReading } from '../use-drive.ts'
import { useItemActions } from '../actions/use-item-actions.ts'
import { useCopies } from '../copy/use-copies.tsx'
import { useItemDrag } from '../move/use-item-drag.ts'
import { PreviewDialog } from '../preview/preview-dialog.tsx'
import { zipFiles, zipName } from '../actions/zip-files.ts'
import { ShareDialog } from '../../sharing/share-dialog.tsx'
import { StopDialog } from '../../sharing/stop-dialog.tsx'
import { DetailsSheet } from '../details/details-sheet.tsx'
import { layoutFor } from './file-columns.tsx'
import { useSpace } from '../../spaces/space-scope.tsx'
import { FileGrid } from './file-grid.tsx'
import type { FileLayout } from '../use-layout.ts'
import { FileMenu, type OpenMenu } from './file-menu.tsx'
import { arrange, createFinder, nextSort } from './file-view.ts'
import { useNewVersion } from '../upload/use-new-version.tsx'
import { RenameDialog } from '../rename/rename-dialog.tsx'
import { FileSelectionActions, SelectionBar } from './selection-bar.tsx'

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
  whenEmpty: React.ReactNode
}

type Sharing = Pick<ComponentProps<typeof ShareDialog>, 'files' | 'folderName'>
const NOTHING_SHARED: Sharing = { files: [] }

/** A list of files and folders with everything that can be done to them. */
export function FileList({ drive, items, query, layout: shown, folderId, listId, showsLocation, whenEmpty }: Props) {
  const grid = useRef<HTMLDivElement>(null)
  const card = useRef<HTMLElement>(null)
  const width = useElementWidth(card)
  const layout = layoutFor(width, useMedia('(pointer: fine)'))
  const actions = useItemActions()
  const { view } = useVault().files
  const reading = useReading()
  const openFolder = useOpenFolder()
  const space = useSpace()
  const [sort, setSort] = useState<Sort>({ id: 'used', isDescending: true })
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const [renaming, setRenaming] = useState<Item | null>(null)
  const [sharing, setSharing] = useState<Sharing>(NOTHING_SHARED)
  const [unsharing, setUnsharing] = useState<VaultFile | null>(null)
  const [previewing, setPreviewing] = useState<VaultFile | null>(null)
  const [detailed, setDetailed] = useState<VaultFile | null>(null)
  const [moving, setMoving] = useState<readonly Item[]>([])
  const [copying, setCopying] = useState<readonly Item[]>([])
  const copies = useCopies({ drive, folderId })

  const find = useMemo(() => createFinder(arrange(items, sort)), [items, sort])
  const rows = useMemo(() => find(query), [find, query])
  const files = useMemo(() => filesOf(rows), [rows])
  const order = useMemo(() => rows.map(({ id }) => id), [rows])
  const [selection, setSelection] = useSelection(order, listId)
  const selected = useMemo(
    () => (selection.ids.size === 0 ? [] : rows.filter(({ id }) => selection.ids.has(id))),
    [rows, selection.ids],
  )
  const startDrag = useItemDrag({ tree: drive.tree, onMove: actions.move })
  useFocusKept(card, listId)

  const download = (wanted: readonly Item[]) => {
    const [only, ...others] = wanted
    if (only && !isFolder(only) && others.length === 0) actions.download([only])
    else actions.downloadZip(zipName(wanted, new Date()), zipFiles(wanted, drive))
  }
  const newVersion = useNewVersion()
  const share = (wanted: readonly Item[]) => {
    const found = zipFiles(wanted, drive)
    const [only] = wanted
    const folderName = wanted.length === 1 && only ? only.name : null
    if (found.length === 0) toastError(m.files.toast.error, m.sharing.folder.empty)
    else setSharing({ files: found, folderName: wanted.some(isFolder) ? folderName : undefined })
  }

  const row = {
    onDownload: (file: VaultFile) => actions.download([file]),
    onShare: (file: VaultFile) => share([file]),
    onStar: (item: Item) => actions.star([item], !item.isStarred),
    onDelete: (item: Item) => actions.trash([item]),
    onMenu: (item: Item, at: OpenMenu['at']) => setMenu({ item, at }),
  }
  const facts = {
    count: drive.count,
    hasStars: space.id === null,
    placeName: (item: Item) => (showsLocation ? (drive.tree.get(placeOf(item))?.name ?? space.name) : undefined),
  }
  const open = (item: Item) => (isFolder(item) ? openFolder(item.id) : setPreviewing(item))
  const ofFile = (show: (file: VaultFile) => void) => (item: Item) => {
    if (!isFolder(item)) show(item)
    return !isFolder(item)
  }

  const shared = {
    gridRef: grid,
    rows,
    order,
    sort,
    onSort: (id: string) => setSort(nextSort(sort, id)),
    selection,
    onSelectionChange: setSelection,
    onOpen: open,
    onPeek: ofFile(setPreviewing),
    onDetails: ofFile(setDetailed),
    onDelete: (ids: ReadonlySet<string>) => space.canEdit && actions.trash(rows.filter(({ id }) => ids.has(id))),
    onCopy: (ids: ReadonlySet<string>) => copies.hold(rows.filter(({ id }) => ids.has(id))),
    onMenu: row.onMenu,
    ...(space.canEdit && {
      onRename: setRenaming,
      onDragRows: (ids: ReadonlySet<string>, event: DragEvent) => {
        const dragged = rows.filter(({ id }) => ids.has(id))
        startDrag(dragged, event)
      },
    }),
  }

  return (
    <CardSection ref={card} tabIndex={-1} aria-label={m.items.list}>
      {items.length > 0 && (
        <SelectionBar
          selectedCount={selected.length}
          summary={
            reading?.kind === 'whole'
              ? m.files.reading(reading.read, reading.total)
              : query
                ? m.items.found(rows.length)
                : m.items.summary(rows.length - files.length, files.length)
          }
          isBusy={reading !== null}
          end={
            <Span tone="hint" className="max-md:hidden">
              {reading?.kind === 'from-device' ? m.files.fromDevice : m.files.hint}
            </Span>
          }
          onClear={() => {
            setSelection(selectNone(selection))
            grid.current?.focus()
          }}
        >
          <FileSelectionActions
            onDownload={() => download(selected)}
            onShare={() => share(selected)}
            onMove={() => setMoving(selected)}
            onCopy={() => setCopying(selected)}
            onDelete={() => actions.trash(selected)}
          />
        </SelectionBar>
      )}
      {rows.length === 0 && reading?.kind === 'whole' ? (
        <SkeletonRows label={m.files.loading} rows={3} rowHeight={layout.rowHeightPx} />
      ) : rows.length === 0 ? (
        whenEmpty
      ) : (
        <FileGrid
          {...shared}
          {...(shown === 'tiles' ? { tiles: { width, facts } } : { list: { layout, row, facts } })}
        />
      )}
      <FileMenu
        menu={menu}
        onOpen={open}
        onDownload={(item) => download([item])}
        onDetails={setDetailed}
        onNewVersion={newVersion.choose}
        onShare={row.onShare}
        onShareFolder={(folder) => share([folder])}
        onUnshare={setUnsharing}
        onStar={row.onStar}
        onRename={setRenaming}
        onMove={(item) => setMoving([item])}
        onCopyHere={(item) => copies.copyHere([item])}
        onCopyTo={(item) => setCopying([item])}
        onDelete={row.onDelete}
        onClose={() => setMenu(null)}
        gridRef={grid}
      />
      <PreviewDialog
        file={previewing}
        files={files}
        openView={view}
        onShow={setPreviewing}
        onDownload={row.onDownload}
        onClose={() => setPreviewing(null)}
        gridRef={grid}
      />
      {newVersion.input}
      <DetailsSheet file={detailed} tree={drive.tree} onClose={() => setDetailed(null)} gridRef={grid} />
      <ShareDialog {...sharing} onClose={() => setSharing(NOTHING_SHARED)} gridRef={grid} />
      <StopDialog file={unsharing} onClose={() => setUnsharing(null)} gridRef={grid} />
      <RenameDialog
        item={renaming}
        siblings={renaming ? drive.contents(drive.tree.existing(placeOf(renaming))) : []}
        onRename={actions.rename}
        onClose={() => setRenaming(null)}
        gridRef={grid}
      />
      <MoveDialog items={moving} tree={drive.tree} onMove={actions.move} onClose={() => setMoving([])} gridRef={grid} />
      <CopyDialog items={copying} onCopy={copies.copyTo} onClose={() => setCopying([])} gridRef={grid} />
    </CardSection>
  )
}

/** An empty folder has no grid to hold the focus; the list takes it instead of the page. */
function useFocusKept(card: RefObject<HTMLElement | null>, listId: string) {
  const first = useRef(listId)
  useEffect(() => {
    if (first.current === listId) return
    first.current = listId
    if (document.activeElement === document.body) card.current?.focus({ preventScroll: true })
  }, [card, listId])
}

function useOpenFolder() {
  const navigate = useNavigate()
  const { home } = useSpace()
  return (id: string) => {
    void navigate(folderPath(id, home))
    scrollTo(0, 0)
  }
}
