import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { type BlobPage, LAST_ID, LIST_PAGE, type ListedBlob } from './blob-store.ts'
import { isId, statIfThere } from '../../disk/disk-files.ts'

const FOLDER = /^[0-9a-f]{2}$/

/** A page of `<blobs>/<aa>/<id>`. Holds the names of one folder, a 256th of all, and a page. */
export async function listDisk(blobs: string, after: string | undefined): Promise<BlobPage> {
  const folders = (await readdir(blobs)).filter((name) => FOLDER.test(name)).sort()
  const page: ListedBlob[] = []
  for (const folder of folders) {
    if (after !== undefined && folder < after.slice(0, 2)) continue
    const names = (await readdir(path.join(blobs, folder)))
      .filter((name) => isId(name) && (!after || name > after))
      .sort()
    const taken = names.slice(0, LIST_PAGE - page.length)
    for (const id of taken) {
      const found = await statIfThere(path.join(blobs, folder, id))
      if (found) page.push({ id, sizeBytes: found.size, modifiedAt: found.mtime })
    }
    const last = taken.at(-1)
    const isFull = taken.length < names.length || page.length >= LIST_PAGE
    if (isFull && last !== undefined) return { blobs: page, upTo: last, isLast: false }
  }
  return { blobs: page, upTo: LAST_ID, isLast: true }
}
