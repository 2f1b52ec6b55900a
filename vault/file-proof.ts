import type { VaultApi } from './api.ts'
import { proveFile } from './file-records.ts'
import type { OpenVault } from './open-vault.ts'

/** What was checked of a file's signed manifest, in words that people can compare. */
export type FileProof = {
  version: number
  contentId: string
  /** ISO 8601, as the author signed it. */
  signedAt: string
  /** Of the author's public keys, hex. */
  signer: string
  segmentBytes: number
  /** Content that somebody sent for a request; null for one's own. `sentAt` is by the sender's clock, ISO 8601. */
  received: { title: string; sentAt: string } | null
}

/** Reads a file's record and checks it against its manifest. @throws {VaultError} `not_found` | `file_damaged` */
export async function readProof(api: VaultApi, vault: OpenVault, id: string): Promise<FileProof> {
  const { manifest, metadata } = await proveFile(api, vault, id)
  const { version, contentId, time, segmentBytes } = manifest
  // A manifest is accepted with this account's own signature only.
  const received = metadata.received ? { title: metadata.received.title, sentAt: metadata.received.time } : null
  return { version, contentId, signedAt: time, signer: vault.keyFingerprint, segmentBytes, received }
}
