import type { VaultFile, VaultFolder } from '#web/lib/remote/vault-client.ts'

let made = 0
const newId = () => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`

/** A file of one's own, as the vault lists it. */
export function storedFile(name: string, given: Partial<VaultFile> = {}): VaultFile {
  return {
    id: newId(),
    spaceId: null,
    version: 1,
    name,
    mimeType: 'text/plain',
    sizeBytes: 5000,
    folderId: null,
    createdAt: '2026-02-03T12:00:00Z',
    lastAccessedAt: null,
    isEncrypted: true,
    isShared: false,
    isStarred: false,
    trashedAt: null,
    ...given,
  }
}

export function storedFolder(name: string, given: Partial<VaultFolder> = {}): VaultFolder {
  return {
    id: newId(),
    spaceId: null,
    name,
    parentId: null,
    createdAt: '2026-02-03T12:00:00Z',
    isStarred: false,
    trashedAt: null,
    ...given,
  }
}
