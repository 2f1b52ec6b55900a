import { toHex } from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import { type Author, proveShown } from './file-records.ts'
import type { InSpace, Shown } from './shown.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { pinnedMailOf, trustIn } from '../pins/pins.ts'
import type { Trust } from '../pins/trust.ts'

/** What was checked of a file's signed manifest, in words that people can compare. */
export type FileProof = {
  version: number
  contentId: string
  /** ISO 8601, as the author signed it. */
  signedAt: string
  signer: {
    /** Of the author's public keys, hex. */
    fingerprint: string
    /** Somebody else of the team space, by name and address as its signed list has them; null for oneself. */
    person: { userId: string; name: string; email: string; trust: Trust } | null
  }
  segmentBytes: number
  /** Content that somebody sent for a request; null for one's own. */
  received: {
    title: string
    /** By the sender's clock, ISO 8601. */
    sentAt: string
    /** How the sender called themselves; null where they did not say. */
    sender: string | null
    /** From a device, by whose name `title` goes; its key signed what it sent. */
    isFromDevice: boolean
  } | null
  /** The file's own date, ISO 8601; null where it was not kept. */
  modifiedAt: string | null
}

/** Reads a file's record and checks it against its manifest. @throws {VaultError} `not_found` | `file_damaged` | `not_as_shown` */
export async function readProof(api: VaultApi, vault: OpenVault, shown: Shown | InSpace): Promise<FileProof> {
  const { manifest, metadata, author } = await proveShown(api, vault, shown)
  const { version, contentId, time, segmentBytes } = manifest
  const through = metadata.received
  const received = through
    ? {
        title: through.title,
        sentAt: through.time,
        sender: through.sender ?? null,
        isFromDevice: through.device ?? false,
      }
    : null
  const modifiedAt = metadata.modified ?? null
  return { version, contentId, signedAt: time, signer: signerOf(vault, author), segmentBytes, received, modifiedAt }
}

function signerOf(vault: OpenVault, { userId, person }: Author): FileProof['signer'] {
  if (!person || userId === vault.userId) return { fingerprint: vault.keyFingerprint, person: null }
  const { name, email, fingerprint: print } = person
  const trust = trustIn(vault.keyring, { userId, email: pinnedMailOf(vault.keyring, userId) ?? '', print })
  return { fingerprint: toHex(print), person: { userId, name, email, trust } }
}
