import fs from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { z } from 'zod'

const LINE_FEED = 10
const MOST_LINE_BYTES = 4096
const entryShape = z.union([
  z.strictObject({ folder: z.string() }),
  z.strictObject({ file: z.string(), size: z.int().nonnegative() }),
])

/** Writes the files of `takeBase` below `root`. @throws {Error} when it is none, or ends in the middle. */
export async function unpackBase(stream: Readable, root: string): Promise<void> {
  let rest: Buffer = Buffer.alloc(0)
  let open: { descriptor: number; left: number } | undefined
  const close = (): void => {
    if (!open) return
    fs.fsyncSync(open.descriptor)
    fs.closeSync(open.descriptor)
    open = undefined
  }
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      while (rest.length > 0) {
        if (open) {
          const part = rest.subarray(0, open.left)
          fs.writeSync(open.descriptor, part)
          open.left -= part.length
          rest = rest.subarray(part.length)
          if (open.left > 0) break
          close()
          continue
        }
        const end = rest.indexOf(LINE_FEED)
        if (end === -1 && rest.length > MOST_LINE_BYTES) throw new Error('the base holds no files')
        if (end === -1) break
        const entry = entryShape.parse(JSON.parse(rest.subarray(0, end).toString()))
        rest = rest.subarray(end + 1)
        if ('folder' in entry) fs.mkdirSync(below(root, entry.folder), { mode: 0o700 })
        else open = { descriptor: fs.openSync(below(root, entry.file), 'wx', 0o600), left: entry.size }
        if (open?.left === 0) close()
      }
    }
    if (open || rest.length > 0) throw new Error('the base ends in the middle')
  } finally {
    close()
  }
}

function below(root: string, name: string): string {
  const target = path.resolve(root, name)
  if (!target.startsWith(root + path.sep)) throw new Error('the base names a file outside of its folder')
  return target
}
