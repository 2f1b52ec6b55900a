import { FILES_BUCKET } from '#contract/limits.ts'
import { READ_PURPOSE_HEADER, type ReadPurpose } from '#contract/audit/read-purpose.ts'
import type { FileKey, Manifest } from '#crypto/index.ts'
import { parseSegmentHashes } from './segment-leaves.ts'

/** What a transfer needs to know of one file's content, and nothing about the rest of the vault. */
export type ContentKeys = {
  contentId: string
  fileKey: FileKey
  storagePath: string
  /** Plaintext bytes, from the signed manifest when reading. */
  sizeBytes: number
  segmentBytes: number
  /** Message IV, when writing. */
  iv: Uint8Array | undefined
  /** Header tag from the signed manifest, when reading. */
  headerTag: Uint8Array | undefined
  /** Root over the sealed segments that its author signed; undefined when writing, and of content that was signed in format 1. */
  contentRoot: Uint8Array | undefined
  /** The leaves of the root as the server gave them; undefined with a single segment. */
  segmentHashes: Uint8Array | undefined
  /** A visitor's way to the bytes. */
  link?: LinkPlace
  /** The file's own date, where its metadata have one. */
  modified?: string
  /** What the bytes are wanted for: the server notes it when the file is somebody else's. */
  purpose?: ReadPurpose
}

/** A shared link and the ticket of a visit; of a link to several files, which one. */
export type LinkPlace = { id: string; ticket: string; fileId?: string }

/** Where the server has what belongs to one file of a link. */
export const linkAddress = ({ id, fileId }: LinkPlace): string =>
  `/links/v1/${id}${fileId === undefined ? '' : `/files/${fileId}`}`

type ProvedContent = {
  row: { storage_path: string; segment_hashes: string | null }
  manifest: Pick<Manifest, 'contentId' | 'headerTag' | 'segmentBytes' | 'contentRoot'>
  metadata: { size: number; modified?: string }
  fileKey: FileKey
}

/** What reading needs of a file whose signed manifest was proved. */
export function readingKeys({ row, manifest, metadata, fileKey }: ProvedContent): ContentKeys {
  const { contentId, headerTag, segmentBytes } = manifest
  const { storage_path: storagePath } = row
  return {
    contentId,
    fileKey,
    storagePath,
    sizeBytes: metadata.size,
    segmentBytes,
    headerTag,
    iv: undefined,
    contentRoot: manifest.contentRoot ?? undefined,
    segmentHashes: parseSegmentHashes(row.segment_hashes),
    ...(metadata.modified === undefined ? {} : { modified: metadata.modified }),
  }
}

/** Where the sealed bytes are read, and what is shown for it. */
export function contentAddress({ storagePath, link, purpose }: Pick<ContentKeys, 'storagePath' | 'link' | 'purpose'>): {
  path: string
  headers: Record<string, string>
} {
  if (link) return { path: `${linkAddress(link)}/content`, headers: { 'x-link-ticket': link.ticket } }
  return { path: `/storage/v1/object/authenticated/${FILES_BUCKET}/${storagePath}`, headers: purposeHeaders(purpose) }
}

/** What a request says it is for. */
export const purposeHeaders = (purpose: ReadPurpose | undefined): Record<string, string> =>
  purpose === undefined ? {} : { [READ_PURPOSE_HEADER]: purpose }

/** The line from a worker that moves bytes to the one that holds the vault: keys do not pass the page. */
export type KeySource = {
  /** Progress of an upload, by its ticket: a channel for each would cost a small file more than its content. */
  sent: (ticket: string, plainBytes: number) => void
  troubled: (ticket: string, isTroubled: boolean) => void
  sealed: (ticket: string, part: number, digest: string) => void
  contentKeys: (ticket: string) => Promise<ContentKeys>
  /** Content without a signed root was read to its end: these are the leaves of its segments. */
  contentRead: (ticket: string, leaves: Uint8Array) => Promise<void>
  /** The files of an archive in order. */
  zipPlan: (ticket: string) => Promise<readonly { path: string; createdAt: string }[]>
  /** Proves the file at this place of an archive. */
  zipKeys: (ticket: string, at: number) => Promise<ContentKeys>
}
