import { type ComponentProps, type RefObject, useState } from 'react'
import type { VaultFile } from '#web/lib/remote/vault-client.ts'
import { ShareDialog } from '../../sharing/share-dialog.tsx'
import { StopDialog } from '../../sharing/stop-dialog.tsx'
import { useVault } from '../../vault-context.ts'
import type { useItemActions } from '../actions/use-item-actions.ts'
import { CopyDialog } from '../copy/copy-dialog.tsx'
import type { useCopies } from '../copy/use-copies.tsx'
import { DetailsSheet } from '../details/details-sheet.tsx'
import { type Item, placeOf } from '../item.ts'
import { MoveDialog } from '../move/move-dialog.tsx'
import { PreviewDialog } from '../preview/preview-dialog.tsx'
import { RenameDialog } from '../rename/rename-dialog.tsx'
import type { Drive } from '../use-drive.ts'

type Shared = Pick<ComponentProps<typeof ShareDialog>, 'files' | 'folderName'>

/** What the list asks or shows about some of its items, one at a time. */
export type FileDialog =
  | { kind: 'preview' | 'details' | 'unshare'; file: VaultFile }
  | { kind: 'rename'; item: Item }
  | { kind: 'move' | 'copy'; items: readonly Item[] }
  /** `folderName`: what the files lie in; see `ShareDialog`. */
  | ({ kind: 'share' } & Shared)

const NOTHING: readonly never[] = []

export function useFileDialog() {
  const [dialog, open] = useState<FileDialog | null>(null)
  return {
    dialog,
    open,
    // A dialog that ends may say so when the next one is open already.
    closing: (kind: FileDialog['kind']) => () => open((current) => (current?.kind === kind ? null : current)),
  }
}

type Props = ReturnType<typeof useFileDialog> & {
  drive: Drive
  /** In the order of the list, for walking from preview to preview. */
  files: readonly VaultFile[]
  actions: ReturnType<typeof useItemActions>
  copies: ReturnType<typeof useCopies>
  gridRef: RefObject<HTMLDivElement | null>
}

/** All dialogs of the list; those that are not open have nothing to show. */
export function FileDialogs({ dialog, open, closing, drive, files, actions, copies, gridRef }: Props) {
  const { view } = useVault().files
  const fileOf = (kind: 'preview' | 'details' | 'unshare') => (dialog?.kind === kind ? dialog.file : null)
  const itemsOf = (kind: 'move' | 'copy') => (dialog?.kind === kind ? dialog.items : NOTHING)
  const renamed = dialog?.kind === 'rename' ? dialog.item : null
  const shared: Shared = dialog?.kind === 'share' ? dialog : { files: NOTHING }
  return (
    <>
      <PreviewDialog
        file={fileOf('preview')}
        files={files}
        openView={view}
        onShow={(file) => open({ kind: 'preview', file })}
        onDownload={(file) => actions.download([file])}
        onClose={closing('preview')}
        gridRef={gridRef}
      />
      <DetailsSheet file={fileOf('details')} tree={drive.tree} onClose={closing('details')} gridRef={gridRef} />
      <ShareDialog files={shared.files} folderName={shared.folderName} onClose={closing('share')} gridRef={gridRef} />
      <StopDialog file={fileOf('unshare')} onClose={closing('unshare')} gridRef={gridRef} />
      <RenameDialog
        item={renamed}
        siblings={renamed ? drive.contents(drive.tree.existing(placeOf(renamed))) : NOTHING}
        onRename={actions.rename}
        onClose={closing('rename')}
        gridRef={gridRef}
      />
      <MoveDialog
        items={itemsOf('move')}
        tree={drive.tree}
        onMove={actions.move}
        onClose={closing('move')}
        gridRef={gridRef}
      />
      <CopyDialog items={itemsOf('copy')} onCopy={copies.copyTo} onClose={closing('copy')} gridRef={gridRef} />
    </>
  )
}
