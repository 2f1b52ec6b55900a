import { z } from 'zod'
import type { VaultApi } from '../session/api.ts'

const rows = z.array(z.object({ file_id: z.uuid() }))

/** What changes with every alarm that is set or taken away, and says nothing else. */
export const alarmMark = async (api: VaultApi): Promise<string> =>
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
