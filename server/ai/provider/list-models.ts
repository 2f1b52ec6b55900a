import { z } from 'zod'
import { MODEL_LIMITS } from '#contract/studio/models.ts'
import type { Outbound } from '../../outbound/outbound.ts'

const MAX_LIST_BYTES = 2 * 1024 * 1024

const list = z.object({ data: z.array(z.object({ id: z.string().min(1).max(MODEL_LIMITS.modelCharacters) })) })

/** A connection with its key, which is in memory for one request. */
export type OpenConnection = { address: string; key: string | undefined }

/** Models that a provider offers now, or why it says nothing. @throws {OutboundError} */
export async function listModels(
  outbound: Pick<Outbound, 'request'>,
  { address, key }: OpenConnection,
): Promise<{ models: string[] } | { problem: string }> {
  const { status, body } = await outbound.request(`${address.replace(/\/+$/, '')}/models`, {
    method: 'GET',
    headers: { accept: 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
    mostBytes: MAX_LIST_BYTES,
  })
  if (status === 401 || status === 403) return { problem: 'the provider refused the key' }
  if (status !== 200) return { problem: `the provider answered ${status}` }
  const parsed = list.safeParse(jsonOf(body.toString('utf8')))
  if (!parsed.success) return { problem: 'the answer is no list of models' }
  const names = parsed.data.data.map(({ id }) => id.replace(/^models\//, ''))
  return { models: [...new Set(names)].toSorted().slice(0, MODEL_LIMITS.models) }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
