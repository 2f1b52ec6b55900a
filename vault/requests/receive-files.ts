import { acceptDelivery } from './accept-delivery.ts'
import type { VaultApi } from '../session/api.ts'
import { type CheckedDelivery, type ReceivedFile, readDeliveries } from './deliveries.ts'
import { safeFileName } from '../files/file-name.ts'
import { placeNames } from '../files/taken-names.ts'
import { listFiles } from '../files/list-files.ts'
import { listFolders } from '../folders/folders.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { VaultError } from '../session/vault-error.ts'
import { isReachableFromRoot, pathToRoot } from '../folders/path-to-root.ts'

export type Received = {
  /** What became files, by the names they got, and the titles of their requests. */
  accepted: { name: string; title: string }[]
  /** What failed its check, or came a second time: to be looked at and deleted. */
  refused: ReceivedFile[]
}

/**
 * Takes into the vault what arrived and passes every check, into the folder of its request, or the top when that is gone. A name that
 * is taken gets a number.
 */
export async function receiveFiles(api: VaultApi, vault: OpenVault, now: Date): Promise<Received> {
  const deliveries = await readDeliveries(api, vault)
  const received: Received = { accepted: [], refused: [] }
  if (deliveries.length === 0) return received
  const accepting = deliveries.flatMap(({ checked }) => checked ?? [])
  const [places, stored] = await Promise.all([
    livePlaces(api, vault, deliveries),
    accepting.length === 0 ? [] : listFiles(api, vault),
  ])
  const incoming = accepting.map((checked) => {
    const { folderId } = checked.request
    return {
      checked,
      name: safeFileName(checked.name),
      folderId: folderId !== null && places.has(folderId) ? folderId : null,
    }
  })
  const placed = new Map(placeNames(incoming, stored).map((place) => [place.incoming.checked, place]))
  for (const { file, checked } of deliveries) {
    const place = checked && placed.get(checked)
    if (!place) {
      received.refused.push(file)
      continue
    }
    const { freeName: name, incoming } = place
    // Of two browsers at once one makes the file, and the other finds it; a delivery that stays all the same is shown.
    const outcome = await accept(api, vault, { checked: incoming.checked, name, folderId: incoming.folderId, now })
    if (outcome === 'accepted') received.accepted.push({ name, title: incoming.checked.request.title })
    else if (outcome === 'damaged') received.refused.push({ ...file, name: null })
    else if (await isStillThere(api, vault, file.id)) received.refused.push({ ...file, name: null })
  }
  return received
}

/** What does not open is not signed, and does not stop what came with it. */
async function accept(...wanted: Parameters<typeof acceptDelivery>): Promise<'accepted' | 'there' | 'damaged'> {
  try {
    return (await acceptDelivery(...wanted)) ? 'accepted' : 'there'
  } catch (error) {
    if (error instanceof VaultError && (error.code === 'file_damaged' || error.code === 'not_found')) return 'damaged'
    throw error
  }
}

type Read = { file: ReceivedFile; checked: CheckedDelivery | null }

/** Folders that are there, and neither in the trash nor below something that is. */
async function livePlaces(api: VaultApi, vault: OpenVault, deliveries: readonly Read[]): Promise<Set<string>> {
  if (deliveries.every(({ checked }) => !checked || checked.request.folderId === null)) return new Set()
  const folders = new Map((await listFolders(api, vault)).map((folder) => [folder.id, folder]))
  const isLive = (id: string): boolean => {
    const path = pathToRoot(folders, id)
    return isReachableFromRoot(path, id) && path.every(({ trashedAt }) => trashedAt === null)
  }
  return new Set([...folders.keys()].filter((id) => isLive(id)))
}

async function isStillThere(api: VaultApi, vault: OpenVault, id: string): Promise<boolean> {
  return (await readDeliveries(api, vault)).some(({ file }) => file.id === id)
}
