import type { ReactNode } from 'react'
import type { VaultFile } from '#web/lib/vault-client.ts'
import { m } from '#web/messages/app.ts'
import type { GridColumn } from '#web/ui/virtual-grid.tsx'
import { FileBadges, FileName, FileSize, FileSummary, FileTime } from './file-cells.tsx'
import { FileRowActions, FileRowMenu, type RowActions } from './file-row-actions.tsx'

const SORTS = {
  name: { id: 'name', label: m.files.columns.name },
  size: { id: 'size', label: m.files.columns.size },
  used: { id: 'used', label: m.files.columns.used },
}

type Layout = { rowHeightPx: number; columns: (row: RowActions) => GridColumn<VaultFile>[] }

const { columns: text } = m.files
const STATUS: GridColumn<VaultFile> = {
  id: 'status',
  header: text.status,
  width: '11rem',
  cell: (file) => <FileBadges file={file} />,
}
const summaryOf = (cell: (file: VaultFile) => ReactNode): GridColumn<VaultFile> => ({
  id: 'name',
  header: text.name,
  width: 'minmax(0,1fr)',
  sorts: [SORTS.name, SORTS.size, SORTS.used],
  cell,
})
const actionsOf = (width: string, cell: (file: VaultFile) => ReactNode): GridColumn<VaultFile> => ({
  id: 'actions',
  header: text.actions,
  isHeaderHidden: true,
  width,
  cell,
})

/** A column for each fact. */
const WIDE: Layout = {
  rowHeightPx: 44,
  columns: (row) => [
    {
      id: 'name',
      header: text.name,
      width: 'minmax(0,1fr)',
      sorts: [SORTS.name],
      cell: (file) => <FileName file={file} />,
    },
    { id: 'size', header: text.size, width: '6.75rem', sorts: [SORTS.size], cell: (file) => <FileSize file={file} /> },
    { id: 'used', header: text.used, width: '7.5rem', sorts: [SORTS.used], cell: (file) => <FileTime file={file} /> },
    STATUS,
    actionsOf('9.25rem', (file) => <FileRowActions file={file} {...row} />),
  ],
}

/** Size and time under the name. */
const MIDDLE: Layout = {
  rowHeightPx: 56,
  columns: (row) => [
    summaryOf((file) => <FileSummary file={file} />),
    STATUS,
    actionsOf('9.25rem', (file) => <FileRowActions file={file} {...row} />),
  ],
}

/** Everything under the name, one button for all actions. */
const COMPACT: Layout = {
  rowHeightPx: 78,
  columns: (row) => [
    summaryOf((file) => (
      <FileSummary file={file}>
        <FileBadges file={file} />
      </FileSummary>
    )),
    actionsOf('3.75rem', (file) => <FileRowMenu file={file} onMenu={row.onMenu} />),
  ],
}

/** The layout for a list of this width. Fingers need larger buttons than the wider layouts have room for. */
export function layoutFor(widthPx: number, hasFinePointer: boolean): Layout {
  if (widthPx < 600 || !hasFinePointer) return COMPACT
  return widthPx < 820 ? MIDDLE : WIDE
}
