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

/** Heights of the two layouts, in pixels. */
export const ROW_HEIGHT = { wide: 44, compact: 78 }

export function wideColumns(row: RowActions): GridColumn<VaultFile>[] {
  const { columns } = m.files
  return [
    {
      id: 'name',
      header: columns.name,
      width: 'minmax(0,1fr)',
      sorts: [SORTS.name],
      cell: (file) => <FileName file={file} />,
    },
    {
      id: 'size',
      header: columns.size,
      width: '6.75rem',
      sorts: [SORTS.size],
      cell: (file) => <FileSize file={file} />,
    },
    {
      id: 'used',
      header: columns.used,
      width: '7.5rem',
      sorts: [SORTS.used],
      cell: (file) => <FileTime file={file} />,
    },
    { id: 'status', header: columns.status, width: '11rem', cell: (file) => <FileBadges file={file} /> },
    {
      id: 'actions',
      header: columns.actions,
      isHeaderHidden: true,
      width: '9.25rem',
      cell: (file) => <FileRowActions file={file} {...row} />,
    },
  ]
}

export function compactColumns(row: RowActions): GridColumn<VaultFile>[] {
  const { columns } = m.files
  return [
    {
      id: 'name',
      header: columns.name,
      width: 'minmax(0,1fr)',
      sorts: [SORTS.name, SORTS.size, SORTS.used],
      cell: (file) => <FileSummary file={file} />,
    },
    {
      id: 'actions',
      header: columns.actions,
      isHeaderHidden: true,
      width: '3.75rem',
      cell: (file) => <FileRowMenu file={file} onMenu={row.onMenu} />,
    },
  ]
}
