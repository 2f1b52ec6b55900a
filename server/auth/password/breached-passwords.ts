import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'

/** Longer than any line: 40 hexadecimal digits, a colon and a count. */
const LINE_BYTES = 80

/**
 * Passwords of known breaches, from a file of SHA-1 hashes in upper-case hexadecimal, sorted, one a line, each with an optional
 * `:count`: the form in which such lists are handed out. The file may be larger than memory; a look-up reads about 35 pieces.
 */
export class BreachedPasswords {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  /** @throws {Error} when the file cannot be read: a check that was asked for must not be skipped in silence. */
  async has(password: string): Promise<boolean> {
    // SHA-1 because the lists are made of it; nothing here rests on its strength.
    const wanted = createHash('sha1').update(password).digest('hex').toUpperCase()
    const file = await fs.open(this.#path)
    try {
      const { size } = await file.stat()
      let low = 0
      let high = size
      while (low < high) {
        const middle = Math.floor((low + high) / 2)
        const line = await lineAfter(file, middle, size)
        if (line === undefined || line.hash > wanted) high = middle
        else if (line.hash === wanted) return true
        else low = line.end
      }
      return (await lineAfter(file, 0, size))?.hash === wanted
    } finally {
      await file.close()
    }
  }
}

/** The first whole line that starts at or behind `offset`. */
async function lineAfter(
  file: fs.FileHandle,
  offset: number,
  size: number,
): Promise<{ hash: string; end: number } | undefined> {
  const from = offset === 0 ? 0 : offset - 1
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2 * LINE_BYTES), 0, 2 * LINE_BYTES, from)
  const text = buffer.toString('latin1', 0, bytesRead)
  const start = offset === 0 ? 0 : text.indexOf('\n') + 1
  if (start === 0 && offset !== 0) return undefined
  const end = text.indexOf('\n', start)
  const line = text.slice(start, end < 0 ? undefined : end)
  if (line.trim() === '') return undefined
  return { hash: line.slice(0, 40).toUpperCase(), end: end < 0 ? size : from + end + 1 }
}
