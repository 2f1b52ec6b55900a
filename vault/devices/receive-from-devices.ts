import { safeFileName } from '../files/file-name.ts'
import { createFolder, listFolders } from '../folders/folders.ts'
import { takeIn } from '../requests/take-in.ts'
import type { VaultApi } from '../session/api.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { type CheckedDeviceDelivery, type RefusedDelivery, readDeviceDeliveries } from './device-deliveries.ts'
import { updateRecord } from './device-records.ts'

export type ReceivedFromDevices = {
  /** What became files, by the names they got, and the names of their devices. */
  accepted: { name: string; title: string }[]
  /** What failed its check: to be looked at and deleted. */
  refused: RefusedDelivery[]
}

/** Takes into the vault what devices sent and passes every check, into a folder of the device's name at the top. */
export async function receiveFromDevices(api: VaultApi, vault: OpenVault, now: Date): Promise<ReceivedFromDevices> {
  const deliveries = await readDeviceDeliveries(api, vault)
  const received: ReceivedFromDevices = { accepted: [], refused: [] }
  if (deliveries.length === 0) return received
  const passed: CheckedDeviceDelivery[] = []
  const seen = new Map<string, number>()
  for (const delivery of deliveries) {
    if ('reason' in delivery) {
      received.refused.push({ ...delivery.file, reason: delivery.reason })
      continue
    }
    const { id } = delivery.device.row
    // Shown twice at once, one of them is a repetition.
    if (delivery.counter <= (seen.get(id) ?? 0)) received.refused.push({ ...delivery.file, reason: 'repeated' })
    else passed.push(delivery)
    seen.set(id, delivery.counter)
  }
  const folders = await foldersOf(api, vault, passed)
  const incoming = passed.map((delivery) => ({ ...delivery, folderId: folders.get(folderName(delivery)) ?? null }))
  const taken = new Map<string, CheckedDeviceDelivery>()
  for await (const { incoming: delivery, name, outcome } of takeIn(api, vault, { incoming, now })) {
    const { device } = delivery
    if (outcome === 'accepted') received.accepted.push({ name, title: device.record?.name ?? '' })
    const file = deliveries.find((one) => one.file.id === delivery.checked.delivery.fileId)?.file
    if (outcome === 'damaged' && file) received.refused.push({ ...file, reason: 'unproved' })
    if (outcome !== 'damaged') taken.set(device.row.id, delivery)
  }
  for (const { device, counter } of taken.values()) {
    // Another browser that wrote meanwhile has taken in the same.
    if (device.record) await updateRecord(api, vault, { row: device.row, record: { ...device.record, taken: counter } })
  }
  return received
}

const folderName = ({ device }: CheckedDeviceDelivery): string => safeFileName(device.record?.name ?? '')

/** The folders at the top that have the names of these devices, made where there are none, by name. */
async function foldersOf(
  api: VaultApi,
  vault: OpenVault,
  deliveries: readonly CheckedDeviceDelivery[],
): Promise<Map<string, string>> {
  const wanted = new Set(deliveries.map(folderName))
  const found = new Map<string, string>()
  if (wanted.size === 0) return found
  for (const { id, name, parentId, trashedAt } of await listFolders(api, vault))
    if (parentId === null && trashedAt === null && wanted.has(name)) found.set(name, id)
  for (const name of wanted)
    if (!found.has(name)) found.set(name, (await createFolder(api, vault, { name, parentId: null })).id)
  return found
}
