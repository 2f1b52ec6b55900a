import type { VaultApi } from '../session/api.ts'
import { type CheckedDelivery, type ReceivedFile, readDeliveries } from './deliveries.ts'
import { listFolders } from '../folders/folders.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { takeIn } from './take-in.ts'
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
  const places = await livePlaces(api, vault, deliveries)
  const incoming = deliveries.flatMap(({ file, checked }) => {
    if (!checked) return []
    const { folderId } = checked.request
    return { file, checked, name: checked.name, folderId: folderId !== null && places.has(folderId) ? folderId : null }
  })
  for (const { file, checked } of deliveries) if (!checked) received.refused.push(file)
  for await (const { incoming: item, name, outcome } of takeIn(api, vault, { incoming, now })) {
    const { file, checked } = item
    // Of two browsers at once one makes the file, and the other finds it; a delivery that stays all the same is shown.
    if (outcome === 'accepted') received.accepted.push({ name, title: checked.request.title })
    else if (outcome === 'damaged' || (await isStillThere(api, vault, file.id)))
      received.refused.push({ ...file, name: null })
  }
  return received
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
