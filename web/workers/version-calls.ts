import { type FileVersion, deleteVersion, listVersions, openVersion, restoreVersion } from '#vault/file-versions.ts'
import { type DownloadTicket, offerContent } from './transfer-calls.ts'
import { connected, stillOpen, unlocked } from './vault-state.ts'

/** What files were before their content was replaced. */
export const versionCalls = {
  listVersions: (fileId: string): Promise<FileVersion[]> => listVersions(connected(), unlocked(), fileId),
  restoreVersion: (id: string): Promise<void> => restoreVersion(connected(), unlocked(), id),
  deleteVersion: (id: string): Promise<void> => deleteVersion(connected(), id),

  async prepareVersionDownload(id: string): Promise<DownloadTicket> {
    const opened = unlocked()
    const { metadata, keys } = await openVersion(connected(), opened, id)
    stillOpen(opened)
    return { ticket: offerContent(keys), name: metadata.name, mimeType: metadata.type, sizeBytes: metadata.size }
  },
}
