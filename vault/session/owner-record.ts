import { z } from 'zod'
import { CryptoError, canonicalJson, fromBase64Url, fromUtf8, toBase64Url, utf8 } from '#crypto/index.ts'
import type { OpenVault } from './open-vault.ts'
import { VaultError } from './vault-error.ts'

/** Columns of a table that hold what only the owner of a row can read. */
export type OwnerRecordRow = { owner_record: string; space_id: string; space_epoch: number }

/** Which row a record belongs to, and in which of its states. */
export type OwnerRecordOf = {
  kind: 'share-link' | 'file-request' | 'device' | 'device-inbox'
  id: string
  version: number
}

/** Seals what the owner keeps of a row, for their own devices alone. */
export async function sealOwnerRecord(
  { personalSpace: space }: OpenVault,
  of: OwnerRecordOf,
  record: Parameters<typeof canonicalJson>[0],
): Promise<OwnerRecordRow> {
  const sealed = await space.records.seal(contextOf(of), utf8(canonicalJson(record)))
  return { owner_record: toBase64Url(sealed), space_id: space.id, space_epoch: space.epoch }
}

/**
 * Opens it, and makes of it what `read` does.
 * @returns null when it does not open: it was changed, or exchanged for that of another row or of another state.
 */
export async function openOwnerRecord<Shape extends z.ZodType, Secrets>(
  vault: OpenVault,
  of: OwnerRecordOf,
  { row, shape, read }: { row: OwnerRecordRow; shape: Shape; read: (record: z.infer<Shape>) => Secrets },
): Promise<Secrets | null> {
  // Others have the key of a team space, the server perhaps of one that it made.
  if (row.space_id !== vault.personalSpace.id) return null
  try {
    const { records } = vault.space(row.space_id, row.space_epoch)
    const plain = await records.open(contextOf(of), fromBase64Url(row.owner_record))
    return read(shape.parse(JSON.parse(fromUtf8(plain))))
  } catch (error) {
    const isDamaged =
      error instanceof CryptoError ||
      error instanceof VaultError ||
      error instanceof SyntaxError ||
      error instanceof z.ZodError
    if (!isDamaged) throw error
    return null
  }
}

const contextOf = (of: OwnerRecordOf) => ({ ...of, field: 'owner' })
