import { useMemo, useRef, useState } from 'react'
import { useElementWidth } from '#web/lib/element-width.ts'
import { useMedia } from '#web/lib/media.ts'
import type { VaultFile } from '#web/lib/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { CardSection } from '#web/ui/card.tsx'
import type { Sort } from '#web/ui/grid-header.tsx'
import { selectNone } from '#web/ui/selection.ts'
import { useSelection } from '#web/ui/use-selection.ts'
import { VirtualGrid } from '#web/ui/virtual-grid.tsx'
import { ShareDialog } from '../share/share-dialog.tsx'
import { StopDialog } from '../share/stop-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { layoutFor } from './file-columns.tsx'
import { FileMenu, type OpenMenu } from './file-menu.tsx'
import { arrange, nextSort } from './file-view.ts'
import { RenameDialog } from './rename-dialog.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useFileActions } from './use-file-actions.ts'

type Props = { files: readonly VaultFile[]; query: string; whenEmpty: React.ReactNode }

/** The list of files with everything that can be done to them. */
export function FileList({ files, query, whenEmpty }: Props) {
  const grid = useRef<HTMLDivElement>(null)
  const card = useRef<HTMLElement>(null)
  const layout = layoutFor(useElementWidth(card), useMedia('(pointer: fine)'))
  const actions = useFileActions()
  const [sort, setSort] = useState<Sort>({ id: 'used', isDescending: true })
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const [renaming, setRenaming] = useState<VaultFile | null>(null)
  const [sharing, setSharing] = useState<readonly VaultFile[]>([])
  const [unsharing, setUnsharing] = useState<VaultFile | null>(null)
  const [deleting, setDeleting] = useState<readonly VaultFile[]>([])

  const rows = useMemo(() => arrange(files, query, sort), [files, query, sort])
  const order = useMemo(() => rows.map(({ id }) => id), [rows])
  const [selection, setSelection] = useSelection(order)
  const selected = rows.filter(({ id }) => selection.ids.has(id))

  const share = (file: VaultFile) => setSharing([file])
  const row = { actions, onShare: share, onDelete: (file: VaultFile) => setDeleting([file]), onMenu: openMenu }
  function openMenu(file: VaultFile, at: OpenMenu['at']) {
    setMenu({ file, at })
  }

  return (
    <CardSection ref={card} aria-label={m.files.list}>
      {files.length > 0 && (
        <SelectionBar
          selectedCount={selected.length}
          shownCount={rows.length}
          totalCount={files.length}
          onDownload={() => actions.download(selected)}
          onShare={() => setSharing(selected)}
          onDelete={() => setDeleting(selected)}
          onClear={() => {
            setSelection(selectNone(selection))
            grid.current?.focus()
          }}
        />
      )}
      {rows.length === 0 ? (
        whenEmpty
      ) : (
        <VirtualGrid
          gridRef={grid}
          label={m.files.list}
          selectAllLabel={m.files.selectAll}
          rows={rows}
          order={order}
          rowText={nameOf}
          rowHeight={layout.rowHeightPx}
          columns={layout.columns(row)}
          sort={sort}
          onSort={(id) => setSort(nextSort(sort, id))}
          selection={selection}
          onSelectionChange={setSelection}
          onOpen={(file) => actions.download([file])}
          onRename={setRenaming}
          onDelete={(ids) => setDeleting(rows.filter(({ id }) => ids.has(id)))}
          onMenu={openMenu}
        />
      )}
      <FileMenu
        menu={menu}
        actions={actions}
        onShare={share}
        onUnshare={setUnsharing}
        onRename={setRenaming}
        onDelete={row.onDelete}
        onClose={() => setMenu(null)}
        gridRef={grid}
      />
      <ShareDialog files={sharing} onClose={() => setSharing([])} gridRef={grid} />
      <StopDialog file={unsharing} onClose={() => setUnsharing(null)} gridRef={grid} />
      <RenameDialog file={renaming} onRename={actions.rename} onClose={() => setRenaming(null)} gridRef={grid} />
      <DeleteDialog files={deleting} onDelete={actions.remove} onClose={() => setDeleting([])} gridRef={grid} />
    </CardSection>
  )
}

function nameOf(file: VaultFile): string {
  return file.name
}
