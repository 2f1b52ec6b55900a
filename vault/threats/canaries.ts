import { z } from 'zod'
import type { VaultApi } from '../session/api.ts'
import { isProofNeeded } from '../session/vault-error.ts'

const rows = z.array(z.object({ file_id: z.uuid() }))

/** The alarms as a device read them last, with the server's mark of then. */
export type KnownCanaries = { mark: string; fileIds: string[] }

/** Where a device keeps them, sealed by itself. */
export type CanaryMemory = {
  recall: () => Promise<KnownCanaries | undefined>
  remember: (known: KnownCanaries) => Promise<unknown>
}

/**
 * Own files that raise an alarm; where the sign-in is old, as this device read them last, if the server's mark says that none came or went since.
 * A mark adds and takes away nothing: a server that lies with it has a device use its own list of before, or ask for the password.
 * @throws {VaultError} `proof_needed` where it never read them, or not since the last change
 */
export async function readCanaries(api: VaultApi, memory: CanaryMemory): Promise<string[]> {
  const mark = await alarmMark(api)
  try {
    const fileIds = await listCanaries(api)
    await memory.remember({ mark, fileIds })
    return fileIds
  } catch (error) {
    const kept = isProofNeeded(error) ? await memory.recall() : undefined
    if (kept?.mark !== mark) throw error
    return kept.fileIds
  }
}

/** What changes with every alarm that is set or taken away, and says nothing else. */
const alarmMark = async (api: VaultApi): Promise<string> =>
  z.string().parse(await api.rest('rpc/alarm_mark', { method: 'POST', body: {} }))

/** Own files that raise an alarm when somebody opens them; the server allows 200. @throws {VaultError} `proof_needed` where there are any and the sign-in is old */
export async function listCanaries(api: VaultApi): Promise<string[]> {
  const found = rows.parse(await api.rest('canaries?select=file_id&file_id=not.is.null&order=created_at,id'))
  return found.map(({ file_id }) => file_id)
}

/** @throws {VaultError} `proof_needed`, `not_allowed` for a file of somebody else, `limit_reached` */
export async function setCanary(api: VaultApi, fileId: string): Promise<void> {
  await api.rest('canaries?on_conflict=file_id', {
    method: 'POST',
    prefer: 'resolution=ignore-duplicates',
    body: { file_id: fileId },
  })
}

/** @throws {VaultError} `proof_needed` */
export async function removeCanary(api: VaultApi, fileId: string): Promise<void> {
  await api.rest(`canaries?file_id=eq.${fileId}`, { method: 'DELETE' })
}
