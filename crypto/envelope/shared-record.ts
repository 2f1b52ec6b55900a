import type { Bytes } from '../bytes.ts'
import { asSpaceKey, type FileKey, type SpaceKey } from './keys.ts'
import { deriveKey } from '../identity/password.ts'
import type { RandomSource } from '../primitives/random.ts'
import { openRecord, sealRecord } from './record.ts'

/** Which version of which file: associated data, so that names cannot change places or go back. */
export type SharedRecordContext = { readonly fileId: string; readonly version: number }

/**
 * Seals what people with a grant may know of a file (name, type, size): they have the file's key, not its space's. A record of
 * kind `shared-file`, field `metadata`, under HKDF(file key, `qs1/shared-record`).
 */
export async function sealSharedRecord(
  options: SharedRecordContext & { fileKey: FileKey; plain: Uint8Array; random: RandomSource },
): Promise<Bytes> {
  const { fileKey, plain, random } = options
  return sealRecord({ ...contextOf(options), spaceKey: await recordKey(fileKey), plain, random })
}

/** Inverse of `sealSharedRecord`. @throws {CryptoError} `open_failed` */
export async function openSharedRecord(
  options: SharedRecordContext & { fileKey: FileKey; sealed: Uint8Array },
): Promise<Bytes> {
  return openRecord({ ...contextOf(options), spaceKey: await recordKey(options.fileKey), sealed: options.sealed })
}

const contextOf = ({ fileId, version }: SharedRecordContext) => ({
  kind: 'shared-file',
  id: fileId,
  version,
  field: 'metadata',
})

async function recordKey(fileKey: FileKey): Promise<SpaceKey> {
  return asSpaceKey(await deriveKey(fileKey, 'qs1/shared-record'))
}
