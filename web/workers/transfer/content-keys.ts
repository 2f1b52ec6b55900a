import { randomUuid, systemRandom } from '#crypto/index.ts'
import type { ContentKeys } from '#vault/transfer/content-keys.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { onLock, unlocked } from '../vault-state.ts'

/** What moves bytes asks for the key of a content by its ticket. */
export type DownloadTicket = { ticket: string; name: string; mimeType: string; sizeBytes: number }

const contents = new Map<string, ContentKeys>()
onLock(() => contents.clear())

/** Makes the key of one content available to the transfer workers. @returns the ticket they ask with. */
export function offerContent(keys: ContentKeys): string {
  const ticket = randomUuid(systemRandom)
  contents.set(ticket, keys)
  return ticket
}

/** The same under the id of an upload. */
export function offerUpload(id: string, keys: ContentKeys): void {
  contents.set(id, keys)
}

export function withdrawContent(ticket: string): void {
  contents.delete(ticket)
}

export function offeredContent(ticket: string): ContentKeys | undefined {
  return contents.get(ticket)
}

/** @throws {VaultError} `not_found` | `vault_locked` */
export function requireContent(ticket: string): ContentKeys {
  const keys = contents.get(ticket)
  if (keys) return keys
  unlocked()
  throw new VaultError('not_found', 'This transfer is no longer known.')
}
