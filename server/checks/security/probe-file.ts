import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { CheckContext } from '../check.ts'
import type { ProbeSession } from '../probe-people.ts'

export const BUCKET = 'encrypted-files'
export type ProbeFile = { id: string; objectName: string }

/** Puts `bytes` into the store as a person's browser does, with a record beside it that nobody can open. Both go with the account. */
export async function storeProbeFile(
  { site, services: { database } }: CheckContext,
  { person, accessToken: token }: ProbeSession,
  bytes: Buffer,
): Promise<ProbeFile> {
  const objectName = `${person.id}/${randomUUID()}`
  const headers = { 'content-type': 'application/octet-stream' }
  await site.read(`/storage/v1/object/${BUCKET}/${objectName}`, { method: 'POST', token, body: bytes, headers })
  const { rows } = await database.owner<{ id: string }>(
    `insert into public.file_records (user_id, tenant_id, file_name, original_name, file_size, mime_type, encryption_key, storage_path)
     select user_id, tenant_id, 'probe', 'probe', $2, 'probe', 'probe', $3 from public.profiles where user_id = $1 returning id`,
    [person.id, bytes.length, objectName],
  )
  return { id: z.uuid().parse(rows[0]?.id), objectName }
}
