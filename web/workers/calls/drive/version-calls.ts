import {
  type ShownVersion,
  deleteVersion,
  listVersions,
  openVersion,
  restoreVersion,
} from '#vault/files/file-versions.ts'
import { withVault } from '../bind-calls.ts'
import { type DownloadTicket, offerContent } from '../../transfer/content-keys.ts'
import { connected, stillOpen, unlocked } from '../../vault-state.ts'

/** What files were before their content was replaced. */
export const versionCalls = {
  ...withVault({ list: listVersions, restore: restoreVersion, remove: deleteVersion }),

  async prepareDownload(shown: ShownVersion): Promise<DownloadTicket> {
    const opened = unlocked()
    const { metadata, keys } = await openVersion(connected(), opened, shown)
    stillOpen(opened)
    return { ticket: offerContent(keys), name: metadata.name, mimeType: metadata.type, sizeBytes: metadata.size }
  },
}
