import { History, RotateCcw, Trash2 } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useElementWidth } from '#web/lib/element-width.ts'
import { useMedia } from '#web/lib/media.ts'
import { m } from '#web/messages/app.ts'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { CardSection } from '#web/ui/layout/card.tsx'
import { ContextMenu, type MenuPoint } from '#web/ui/overlay/context-menu.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { MenuItem } from '#web/ui/overlay/menu.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { selectNone } from '#web/ui/grid/selection.ts'
import { useSelection } from '#web/ui/grid/use-selection.ts'
import { VirtualGrid } from '#web/ui/grid/virtual-grid.tsx'
import { SelectionBar, SelectionButton } from '../list/selection-bar.tsx'
import type { Item } from '../item.ts'
import { useAfterClosing } from '#web/ui/overlay/use-after-closing.ts'
import type { Drive } from '../use-drive.ts'
import { useSpace } from '../../spaces/space-scope.tsx'
import { PutBack } from '../put-back/put-back.tsx'
import { useItemActions } from '../actions/use-item-actions.ts'
import { trashLayoutFor } from './trash-columns.tsx'
import { useKeptSort } from '../use-kept-sort.ts'
import { TRASH_SORT_WORDS, arrangeTrash, nextTrashSort, originOf } from './trash-view.ts'

/** @param heading and `places` stand in the bar above the list, as above that of the files. */
type Props = { drive: Drive; query: string; heading: ReactNode; places: ReactNode }
type PendingDelete = { items: readonly Item[]; isAll: boolean }
const NONE: PendingDelete = { items: [], isAll: false }
const text = m.items.trash

/** What was deleted: where from, when, back again or gone for good. */
export function TrashList({ drive, query, heading, places }: Props) {
  const space = useSpace()
  const grid = useRef<HTMLDivElement>(null)
  const card = useRef<HTMLElement>(null)
  const layout = trashLayoutFor(useElementWidth(card), useMedia('(pointer: fine)'))
  const { restore, deleteForever } = useItemActions()
  const [sort, setSort] = useKeptSort('quantumshield-trash-sort', TRASH_SORT_WORDS)
  const [menu, setMenu] = useState<{ item: Item; at: MenuPoint } | null>(null)
  const [pendingDelete, setPendingDelete] = useState(NONE)
  const askDelete = (items: readonly Item[]) => setPendingDelete({ items, isAll: false })

  const all = useMemo(() => [...drive.trashedFolders, ...drive.trashedFiles], [drive])
  const rows = useMemo(() => arrangeTrash(all, query, sort), [all, query, sort])
  const order = useMemo(() => rows.map(({ id }) => id), [rows])
  const [selection, setSelection] = useSelection(order)
  const selected = rows.filter(({ id }) => selection.ids.has(id))
  const openMenu = (item: Item, at: MenuPoint) => setMenu({ item, at })

  return (
    <CardSection ref={card} tabIndex={-1} aria-label={m.items.views.trash}>
      <SelectionBar
        heading={heading}
        selectedCount={selected.length}
        summary={query ? m.items.found(rows.length) : m.items.holds(rows.length)}
        onClear={() => {
          setSelection(selectNone(selection))
          grid.current?.focus()
        }}
        places={places}
      >
        <SelectionButton label={text.restore} Icon={RotateCcw} onPress={() => restore(selected)} />
        <SelectionButton label={text.deleteForever} Icon={Trash2} onPress={() => askDelete(selected)} />
      </SelectionBar>
      <TrashBar items={all} onEmpty={setPendingDelete} finalFocus={card} />
      {rows.length === 0 ? (
        <EmptyState
          {...(all.length > 0 ? { title: m.files.empty, text: m.files.emptySearch } : text.empty)}
          seed={query}
        />
      ) : (
        <VirtualGrid
          gridRef={grid}
          label={m.items.views.trash}
          selectAllLabel={m.items.selectAll}
          rows={rows}
          order={order}
          rowText={nameOf}
          rowHeight={layout.rowHeightPx}
          columns={layout.columns({
            originOf: (item) => originOf(drive.tree, item, space.name),
            onRestore: (item) => restore([item]),
            onDelete: (item) => askDelete([item]),
            onMenu: openMenu,
          })}
          sort={sort}
          onSort={(id) => setSort(nextTrashSort(sort, id))}
          selection={selection}
          onSelectionChange={setSelection}
          isTapSelecting
          onOpen={(item) => restore([item])}
          onDelete={(ids) => askDelete(rows.filter(({ id }) => ids.has(id)))}
          onMenu={openMenu}
        />
      )}
      <TrashMenu menu={menu} onRestore={restore} onDelete={askDelete} onClose={() => setMenu(null)} gridRef={grid} />
      <AlertDialog
        isOpen={pendingDelete.items.length > 0}
        title={pendingDelete.isAll ? text.titleAll : text.titleOf(pendingDelete.items.map(nameOf))}
        text={text.text}
        confirmLabel={pendingDelete.isAll ? text.emptyAll : text.deleteForever}
        cancelLabel={m.common.cancel}
        onConfirm={() => deleteForever(pendingDelete.items)}
        onClose={() => setPendingDelete(NONE)}
        finalFocus={grid}
      />
    </CardSection>
  )
}

type BarProps = {
  /** All that is in the trash. */
  items: readonly Item[]
  onEmpty: (all: PendingDelete) => void
  finalFocus: React.RefObject<HTMLElement | null>
}

/** How long it stays here, the button for those who do not want to wait, and the way to what was changed and not deleted. */
function TrashBar({ items, onEmpty, finalFocus }: BarProps) {
  const [isPuttingBack, setPuttingBack] = useState(false)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pb-3 max-md:pr-2">
      <Text tone="soft">{text.intro}</Text>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="outline" onClick={() => setPuttingBack(true)}>
          <History size={14} aria-hidden="true" />
          {m.versions.putBack}
        </Button>
        {items.length > 0 && (
          <Button size="sm" variant="outline" onClick={() => onEmpty({ items, isAll: true })}>
            <Trash2 size={14} aria-hidden="true" />
            {text.emptyAll}
          </Button>
        )}
      </div>
      <PutBack item={null} isOpen={isPuttingBack} onClose={() => setPuttingBack(false)} finalFocus={finalFocus} />
    </div>
  )
}

type MenuProps = {
  menu: { item: Item; at: MenuPoint } | null
  onRestore: (items: readonly Item[]) => void
  onDelete: (items: readonly Item[]) => void
  onClose: () => void
  gridRef: React.RefObject<HTMLElement | null>
}

function TrashMenu({ menu, onRestore, onDelete, onClose, gridRef }: MenuProps) {
  const item = menu?.item
  const { later, run } = useAfterClosing()
  return (
    <ContextMenu
      label={item ? m.files.action.menuTitle(item.name) : ''}
      at={menu?.at ?? null}
      onClose={onClose}
      onClosed={run}
      finalFocus={gridRef}
    >
      {item && (
        <>
          <MenuItem keys="Enter" onClick={() => onRestore([item])}>
            <RotateCcw size={16} aria-hidden="true" />
            {text.restore}
          </MenuItem>
          <MenuItem isDanger keys="Delete" onClick={later(() => onDelete([item]))}>
            <Trash2 size={16} aria-hidden="true" />
            {text.deleteForever}
          </MenuItem>
        </>
      )}
    </ContextMenu>
  )
}

function nameOf(item: Item): string {
  return item.name
}
