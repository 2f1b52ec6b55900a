import { z } from 'zod'
import type { VaultApi } from '../session/api.ts'
import { readAll } from '../session/read-all.ts'

const receivedRow = z.object({ file_id: z.uuid() })

/**
 * Which files came through a request, as the server says: where it is worth reading what the owner sealed with the file, and nothing else.
 */
export async function listReceivedIds(api: VaultApi): Promise<string[]> {
  const rows = await readAll(api, receivedRow, 'received_files?select=file_id&order=file_id')
  return rows.map(({ file_id }) => file_id)
}
