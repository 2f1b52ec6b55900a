import type { RefObject } from 'react'
import type { VaultFile } from '#web/lib/remote/vault-client.ts'
import { ShareDialog } from '../../sharing/share-dialog.tsx'
import { StopDialog } from '../../sharing/stop-dialog.tsx'
import { useSpace } from '../../spaces/space-scope.tsx'
import { ShareCopy } from '../copy/share-copy.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import type { useItemActions } from '../actions/use-item-actions.ts'
import { CopyConfirm } from '../copy/copy-confirm.tsx'
import { CopyDialog } from '../copy/copy-dialog.tsx'
import type { useCopies } from '../copy/use-copies.tsx'
import { DetailsSheet } from '../details/details-sheet.tsx'
import { placeOf } from '../item.ts'
import { MoveDialog } from '../move/move-dialog.tsx'
import { PutBackOfList } from '../put-back/put-back.tsx'
import { PreviewDialog } from '../preview/preview-dialog.tsx'
import { RenameDialog } from '../rename/rename-dialog.tsx'
import { TagsDialog } from '../tags/tags-dialog.tsx'
import type { Drive } from '../use-drive.ts'
import type { Shared, useFileDialog } from './use-file-dialog.ts'
import type { FileCommands } from './use-file-commands.ts'

const NOTHING: readonly never[] = []

type Props = ReturnType<typeof useFileDialog> & {
  drive: Drive
  /** In the order of the list, for walking from preview to preview. */
  files: readonly VaultFile[]
  actions: ReturnType<typeof useItemActions>
  copies: ReturnType<typeof useCopies>
  commands: FileCommands
  gridRef: RefObject<HTMLDivElement | null>
}

/** All dialogs of the list; those that are not open have nothing to show. */
export function FileDialogs({ dialog, open, closing, drive, files, actions, copies, commands, gridRef }: Props) {
  const { view } = useVault().files
  const space = useSpace()
  const fileOf = (kind: 'preview' | 'details' | 'unshare') => (dialog?.kind === kind ? dialog.file : null)
  const itemsOf = (kind: 'move' | 'copy') => (dialog?.kind === kind ? dialog.items : NOTHING)
  const described = fileOf('details')
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
      <DetailsSheet
        file={drive.files.find(({ id }) => id === described?.id) ?? described}
        tree={drive.tree}
        commands={commands}
        onClose={closing('details')}
        gridRef={gridRef}
      />
      {space.id === null ? (
        <ShareDialog {...shared} onClose={closing('share')} gridRef={gridRef} />
      ) : (
        <ShareCopy files={shared.files} onClose={closing('share')} gridRef={gridRef} />
      )}
      <TagsDialog
        files={dialog?.kind === 'tags' ? dialog.files : NOTHING}
        onClose={closing('tags')}
        gridRef={gridRef}
      />
      <StopDialog file={fileOf('unshare')} onClose={closing('unshare')} gridRef={gridRef} />
      <RenameDialog
        item={renamed}
        siblings={renamed ? drive.contents(drive.tree.existing(placeOf(renamed))) : NOTHING}
        onRename={actions.rename}
        onClose={closing('rename')}
        gridRef={gridRef}
      />
      <PutBackOfList dialog={dialog} onClose={closing('put-back')} finalFocus={gridRef} />
      <MoveDialog
        items={itemsOf('move')}
        tree={drive.tree}
        onMove={actions.move}
        onClose={closing('move')}
        gridRef={gridRef}
      />
      <CopyDialog items={itemsOf('copy')} onCopy={copies.copyTo} onClose={closing('copy')} gridRef={gridRef} />
      <CopyConfirm asked={copies.asked} onConfirm={copies.confirm} onClose={copies.forget} gridRef={gridRef} />
    </>
  )
}
