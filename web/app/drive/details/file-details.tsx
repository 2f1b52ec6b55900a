import { useEffect, useState } from 'react'
import type { VaultFile } from '#web/lib/remote/vault-client.ts'
import { PanelPicture } from '#web/ui/list/tile.tsx'
import { FileAccess } from '../../sharing/file-access.tsx'
import { SpaceAccess } from '../../spaces/space-access.tsx'
import { CanaryChoice } from '../../threats/own/canary-choice.tsx'
import { useSpace } from '../../spaces/space-scope.tsx'
import type { FolderTree } from '../folders/folder-tree.ts'
import { FilePicture } from '../list/file-picture.tsx'
import type { FileCommands } from '../list/use-file-commands.ts'
import { DetailsActions } from './details-actions.tsx'
import { FileActivity } from './file-activity.tsx'
import { FileFacts } from './file-facts.tsx'
import { ProofCard } from './proof-card.tsx'
import { VersionList } from './version-list.tsx'

/** Who walks through a list by its arrows passes rows whose details nobody reads. */
const PAUSE_MS = 250

export type DetailsProps = { file: VaultFile; tree: FolderTree; commands: FileCommands }

/** Everything that is known of one file, and what is done with it most. What has to be asked for comes when the choice has settled. */
export function FileDetails({ file, tree, commands }: DetailsProps) {
  const space = useSpace()
  const isSettled = useSettledId(file.id) === file.id
  return (
    <>
      <PanelPicture>
        <FilePicture item={file} iconSize={56} isWhole isWaiting={!isSettled} />
      </PanelPicture>
      <DetailsActions item={file} commands={commands} />
      <FileFacts file={file} tree={tree} isSettled={isSettled} />
      {isSettled && (
        <>
          <div className="*:mt-0">{space.id === null ? <FileAccess file={file} /> : <SpaceAccess />}</div>
          <VersionList file={file} />
          <FileActivity fileId={file.id} />
          {space.id === null && <CanaryChoice file={file} />}
          <ProofCard file={file} />
        </>
      )}
    </>
  )
}

/** The id that was there for a moment; the first one at once. */
function useSettledId(id: string): string {
  const [settled, setSettled] = useState(id)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(id), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [id])
  return settled
}
