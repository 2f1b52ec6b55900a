import { z } from 'zod'
import type { VaultApi } from '../session/api.ts'

const rows = z.array(z.object({ file_id: z.uuid() }))

/** Own files that raise an alarm when somebody opens them; the server allows 200. */
export async function listCanaries(api: VaultApi): Promise<string[]> {
  const found = rows.parse(await api.rest('canaries?select=file_id&file_id=not.is.null&order=created_at,id'))
  return found.map(({ file_id }) => file_id)
}

/** @throws {VaultError} `not_allowed` for a file of somebody else, `limit_reached` */
export async function setCanary(api: VaultApi, fileId: string): Promise<void> {
  await api.rest('canaries?on_conflict=file_id', {
    method: 'POST',
    prefer: 'resolution=ignore-duplicates',
    body: { file_id: fileId },
  })
}

export async function removeCanary(api: VaultApi, fileId: string): Promise<void> {
  await api.rest(`canaries?file_id=eq.${fileId}`, { method: 'DELETE' })
}
