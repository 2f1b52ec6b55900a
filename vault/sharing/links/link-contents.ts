import { z } from 'zod'
import { LIMITS } from '#contract/limits.ts'
import {
  type FileKey,
  type Manifest,
  asFileKey,
  canonicalJson,
  fromBase64Url,
  fromUtf8,
  toBase64Url,
  utf8,
} from '#crypto/index.ts'
import type { FileMetadata } from '../../files/file-columns.ts'
import { safeFileName } from '../../files/file-name.ts'

/** One file of a link: what its visitor sees of it, and what reading it takes. */
export type LinkFile = {
  fileId: string
  name: string
  /** Names of the folders above it within the link, the outermost first. */
  folders: readonly string[]
  mimeType: string
  sizeBytes: number
  content: {
    contentId: string
    fileKey: FileKey
    headerTag: Uint8Array
    segmentBytes: number
    /** Undefined in a link of an earlier release. */
    contentRoot: Uint8Array | undefined
  }
}

/** What a link hands over. */
export type LinkContents = {
  files: readonly LinkFile[]
  /** Null of a link to one file; its name is a folder's, null where files were chosen one by one. */
  several: { name: string | null } | null
  /** Who shared, as far as the owner chose to say; no signature stands behind it. */
  sender: string | null
}

/** A file whose signed manifest was proved, as a link hands it over. */
type Handed = {
  fileId: string
  fileKey: FileKey
  manifest: Pick<Manifest, 'contentId' | 'headerTag' | 'segmentBytes'> & { contentRoot: Uint8Array }
  metadata: FileMetadata
}

const file = z.strictObject({
  file_id: z.uuid(),
  content_id: z.uuid(),
  file_key: z.string(),
  name: z.string(),
  type: z.string(),
  size: z.int().nonnegative(),
  header_tag: z.string(),
  segment_bytes: z.int(),
})
const first = file.extend({ v: z.literal(1), sender: z.string().nullable() })
const folder = z.array(z.string()).min(1).max(LIMITS.linkFolders)
const several = z.strictObject({
  v: z.literal(3),
  name: z.string().nullable(),
  sender: z.string().nullable(),
  folders: z.array(folder).max(LIMITS.linkFiles),
  files: z
    .array(file.extend({ content_root: z.string(), folder: z.int().nullable() }))
    .min(1)
    .max(LIMITS.linkFiles),
})
const shape = z.discriminatedUnion('v', [first, first.extend({ v: z.literal(2), content_root: z.string() }), several])

/** What a link to one file hands over; `docs/format.md`, links. */
export const writeOne = (handed: Handed, sender: string | null): Uint8Array =>
  utf8(canonicalJson({ v: 2, ...written(handed), sender }))

/** What a link to several files hands over. Folders are written once, and named by their place in the list. */
export function writeSeveral(
  members: readonly (Handed & { folders: readonly string[] })[],
  { name, sender }: { name: string | null; sender: string | null },
): Uint8Array {
  const folders: (readonly string[])[] = []
  const places = new Map<string, number>()
  const placeOf = (names: readonly string[]): number | null => {
    if (names.length === 0) return null
    const key = canonicalJson(names)
    const place = places.get(key) ?? folders.push(names) - 1
    places.set(key, place)
    return place
  }
  const files = members.map((member) => ({ ...written(member), folder: placeOf(member.folders) }))
  return utf8(canonicalJson({ v: 3, name, sender, folders, files }))
}

/** @throws {z.ZodError} {SyntaxError} {CryptoError} when it is in another form */
export function readLinkContents(plain: Uint8Array): LinkContents {
  const read = shape.parse(JSON.parse(fromUtf8(plain)))
  if (read.v !== 3) {
    const contentRoot = read.v === 1 ? undefined : read.content_root
    return { files: [fileOf(read, { contentRoot, folders: [] })], several: null, sender: read.sender }
  }
  if (new Set(read.files.map(({ file_id }) => file_id)).size < read.files.length) throw new SyntaxError('a file twice')
  const folders = read.folders.map((names) => names.map(safeFileName))
  const files = read.files.map((one) => {
    const above = one.folder === null ? [] : folders[one.folder]
    if (!above) throw new SyntaxError('a folder that is not there')
    return fileOf(one, { contentRoot: one.content_root, folders: above })
  })
  const name = read.name === null ? null : safeFileName(read.name)
  return { files, several: { name }, sender: read.sender }
}

function written({ fileId, fileKey, manifest, metadata }: Handed) {
  return {
    file_id: fileId,
    content_id: manifest.contentId,
    file_key: toBase64Url(fileKey),
    name: metadata.name,
    type: metadata.type,
    size: metadata.size,
    header_tag: toBase64Url(manifest.headerTag),
    segment_bytes: manifest.segmentBytes,
    content_root: toBase64Url(manifest.contentRoot),
  }
}

function fileOf(
  read: Omit<z.infer<typeof file>, 'v'>,
  { contentRoot, folders }: { contentRoot: string | undefined; folders: readonly string[] },
): LinkFile {
  return {
    fileId: read.file_id,
    name: safeFileName(read.name),
    folders,
    mimeType: read.type,
    sizeBytes: read.size,
    content: {
      contentId: read.content_id,
      fileKey: asFileKey(fromBase64Url(read.file_key)),
      headerTag: fromBase64Url(read.header_tag),
      segmentBytes: read.segment_bytes,
      contentRoot: contentRoot === undefined ? undefined : fromBase64Url(contentRoot),
    },
  }
}
