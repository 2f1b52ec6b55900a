import { safeFileName } from '../files/file-name.ts'
import { listFiles } from '../files/list-files.ts'
import { placeNames } from '../files/taken-names.ts'
import type { VaultApi } from '../session/api.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { VaultError } from '../session/vault-error.ts'
import { type Acceptable, acceptDelivery } from './accept-delivery.ts'

type Incoming = { checked: Acceptable; name: string; folderId: string | null }
/** `there`: a file of this id is there already. `damaged`: its content does not open. */
export type Outcome = 'accepted' | 'there' | 'damaged'

/** Makes files of checked deliveries, one after the other. A name that is taken gets a number. */
export async function* takeIn<I extends Incoming>(
  api: VaultApi,
  vault: OpenVault,
  { incoming, now }: { incoming: readonly I[]; now: Date },
): AsyncGenerator<{ incoming: I; name: string; outcome: Outcome }> {
  if (incoming.length === 0) return
  const named = incoming.map((item) => ({ ...item, name: safeFileName(item.name) }))
  for (const { incoming: item, freeName: name } of placeNames(named, await listFiles(api, vault))) {
    const { checked, folderId } = item
    yield { incoming: item, name, outcome: await accept(api, vault, { checked, name, folderId, now }) }
  }
}

/** What does not open is not signed, and does not stop what came with it. */
async function accept(...wanted: Parameters<typeof acceptDelivery>): Promise<Outcome> {
  try {
    return (await acceptDelivery(...wanted)) ? 'accepted' : 'there'
  } catch (error) {
    if (error instanceof VaultError && (error.code === 'file_damaged' || error.code === 'not_found')) return 'damaged'
    throw error
  }
}
