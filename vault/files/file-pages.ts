import type { OpenSpace } from '../session/open-space.ts'
import { openPage, sealPage } from '#crypto/index.ts'
import type { IndexedFile } from './file-index.ts'

/** Grows when the texts of an entry change: pages of another format do not open. */
const FORMAT = 1
/** Texts of one entry, see `write`. */
const FIELDS = 11

export function sealFilePage(space: OpenSpace, page: number, entries: readonly IndexedFile[]): Promise<Uint8Array> {
  return sealPage(space.records, contextOf(space, page), entries.flatMap(write))
}

/** @throws {CryptoError} `open_failed` when it was changed, damaged, or belongs elsewhere. */
export async function openFilePage(space: OpenSpace, page: number, sealed: Uint8Array): Promise<IndexedFile[]> {
  const texts = await openPage(space.records, contextOf(space, page), sealed)
  return Array.from({ length: Math.floor(texts.length / FIELDS) }, (_, at) => read(texts, at * FIELDS))
}

const contextOf = ({ id }: OpenSpace, page: number) => ({ id, version: FORMAT, page })

function write({ file, version, changed, isDamaged }: IndexedFile): string[] {
  const flags = [file.isEncrypted, file.isShared, file.isStarred, isDamaged].map((is) => (is ? '1' : '0')).join('')
  return [
    file.id,
    file.name,
    file.mimeType,
    String(file.sizeBytes),
    file.folderId ?? '',
    file.createdAt,
    file.lastAccessedAt ?? '',
    file.trashedAt ?? '',
    flags,
    String(version),
    String(changed),
  ]
}

function read(texts: readonly string[], from: number): IndexedFile {
  const text = (at: number): string => texts[from + at] ?? ''
  const flags = text(8)
  return {
    file: {
      id: text(0),
      // A device keeps the list of the personal space alone.
      spaceId: null,
      version: Number(text(9)),
      name: text(1),
      mimeType: text(2),
      sizeBytes: Number(text(3)),
      folderId: text(4) || null,
      createdAt: text(5),
      lastAccessedAt: text(6) || null,
      isEncrypted: flags[0] === '1',
      isShared: flags[1] === '1',
      isStarred: flags[2] === '1',
      trashedAt: text(7) || null,
    },
    version: Number(text(9)),
    changed: Number(text(10)),
    isDamaged: flags[3] === '1',
  }
}
