import { z } from 'zod'
import type { VaultApi } from '#vault/session/api.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { read } from './follow.ts'

const PATH = '/ai/v1/own-models'
/** A piece whose answer was lost is sent again; the server knows it by its place. */
const MAX_TRIES = 5
const PAUSE_MS = 2000

const file = z.object({
  connection_id: z.string(),
  size_bytes: z.number(),
  uploaded_at: z.string().nullable(),
  sha256: z.string().nullable(),
  architecture: z.string().nullable(),
  parameters: z.number().nullable(),
  context_tokens: z.number().nullable(),
})
/** The file of an uploaded model; what it says of itself is null until it is whole. */
export type OwnModelFile = z.output<typeof file>

const list = z.object({ max_bytes: z.number(), is_installed: z.boolean(), files: z.array(file) })
/** Room for models of the organisation in bytes, 0 where none can be uploaded, and whether the server has the engine for them. */
export type OwnModels = z.output<typeof list>

/** @throws {VaultError} `not_allowed` */
export const listOwnModels = async (api: VaultApi): Promise<OwnModels> => list.parse(await read(api, PATH))

type Upload = { name: string; file: Blob; signal: AbortSignal; onSent: (bytes: number) => void }

/** Sends a model in pieces. Ending `signal` stops it, and nothing of it is kept. @throws {VaultError} what the server says of the file */
export async function uploadModel(api: VaultApi, { name, file: model, signal, onSent }: Upload): Promise<void> {
  const begun = await api.post(PATH, { name, bytes: model.size })
  const { id, piece } = z.object({ id: z.string(), piece: z.number().min(1) }).parse(begun)
  try {
    for (let offset = 0; offset < model.size; offset += piece) {
      const part = model.slice(offset, offset + piece)
      await sendPiece(api, `${PATH}/${id}/pieces?offset=${offset}`, { part, signal })
      onSent(Math.min(model.size, offset + piece))
    }
    await api.post(`${PATH}/${id}/end`, {})
  } catch (error) {
    // The server has forgotten what it refused; anything else is taken back.
    await api.fetch(`${PATH}/${id}`, { method: 'DELETE' }).catch(() => undefined)
    throw error
  }
}

async function sendPiece(
  api: VaultApi,
  path: string,
  { part, signal }: { part: Blob; signal: AbortSignal },
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    signal.throwIfAborted()
    try {
      await api.fetch(path, {
        method: 'PUT',
        headers: { 'content-type': 'application/octet-stream', accept: 'application/json' },
        body: part,
        signal,
      })
      return
    } catch (error) {
      const mayRepeat = error instanceof VaultError && (error.code === 'offline' || error.code === 'rate_limited')
      if (!mayRepeat || tries === MAX_TRIES) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}
