import { readingKeys } from '#vault/transfer/content-keys.ts'
import { proveFile, signContent } from '#vault/files/file-records.ts'
import { type DownloadTicket, offerContent, offeredContent, withdrawContent } from '../../transfer/content-keys.ts'
import { connected, onLock, stillOpen, unlocked } from '../../vault-state.ts'
import { forgetZip, prepareZip } from '../../transfer/zip-plans.ts'

/** Files of downloads whose content is signed without a root, by ticket. */
const unsigned = new Map<string, string>()
onLock(() => unsigned.clear())

/** Downloads: proved here, moved by the transfer workers. */
export const downloadCalls = {
  /** Checks the file's signed manifest and makes its content key available to the transfer workers. */
  async prepare(id: string): Promise<DownloadTicket> {
    const opened = unlocked()
    const file = await proveFile(connected(), opened, id)
    stillOpen(opened)
    const { name, type: mimeType, size: sizeBytes } = file.metadata
    const ticket = offerContent(readingKeys(file))
    if (!file.manifest.contentRoot) unsigned.set(ticket, id)
    return { ticket, name, mimeType, sizeBytes }
  },

  forget(ticket: string): void {
    withdrawContent(ticket)
    unsigned.delete(ticket)
  },

  prepareZip,
  forgetZip,
}

/** Signs an older file with the root over what was just read, if it is one's own. */
export async function signAsRead(ticket: string, leaves: Uint8Array): Promise<void> {
  const [id, keys] = [unsigned.get(ticket), offeredContent(ticket)]
  if (id === undefined || !keys) return
  unsigned.delete(ticket)
  await signContent(connected(), unlocked(), id, { contentId: keys.contentId, leaves })
}
