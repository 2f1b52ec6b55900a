import type { VaultApi } from '#vault/session/api.ts'
import type { ContentKeys } from '#vault/transfer/content-keys.ts'
import { openContent } from '#vault/transfer/open-content.ts'
import { sendWhole } from '#vault/transfer/send-content.ts'
import { commitUpload, contentKeysOf, planReplacement, planUpload } from '#vault/transfer/upload-plan.ts'
import type { VaultPerson } from './people/vault-person.ts'
import { shown } from './shown.ts'

const { signal } = new AbortController()

/** Seals, sends and records a file of at most one part as the app does. @returns its id. */
export async function storeFile(
  { api, vault }: Pick<VaultPerson, 'api' | 'vault'>,
  name: string,
  bytes: Uint8Array,
  place: { spaceId?: string; folderId?: string } = {},
): Promise<string> {
  const source = new Blob([new Uint8Array(bytes)])
  const file = { name, type: 'text/plain', sizeBytes: source.size, folderId: null, ...place }
  const plan = planUpload(vault, file, new Date())
  const report = { sent: () => undefined, troubled: () => undefined, sealed: () => undefined }
  const leaves = await sendWhole(api, contentKeysOf(plan), { source, signal, report })
  await commitUpload(api, vault, plan, { leaves, now: new Date(), signal })
  return plan.fileId
}

/** The whole plaintext behind `keys`. */
export async function readContent(api: VaultApi, keys: ContentKeys): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  // Buffers are reused by the reader, so each piece is kept as a copy.
  for await (const piece of openContent(api, keys, signal)) pieces.push(structuredClone(piece))
  return Buffer.concat(pieces)
}

/** Gives a file other content, as "Upload new version" does. */
export async function replaceFile({ api, vault }: VaultPerson, id: string, bytes: Uint8Array): Promise<void> {
  const source = new Blob([new Uint8Array(bytes)])
  const replaced = await shown({ api, vault }, id)
  const { spaceId, folderId } = replaced
  const file = { name: '', type: 'text/plain', sizeBytes: source.size, spaceId, folderId }
  const plan = await planReplacement(api, vault, { shown: replaced, file, now: new Date() })
  const report = { sent: () => undefined, troubled: () => undefined, sealed: () => undefined }
  const leaves = await sendWhole(api, contentKeysOf(plan), { source, signal, report })
  await commitUpload(api, vault, plan, { leaves, now: new Date(), signal })
}
