import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Counter, type Stored } from '../storage/places/counter.ts'
import type { Place } from '../storage/places/place.ts'
import { type Content, fromLines } from './copy-contents.ts'

export const CONTENTS = 'contents.txt.gz'

/**
 * The list of contents. It is compared with what was signed as it is read: a place could answer a second time with another one. So whatever is done with it is only
 * certain after the last one.
 *
 * @throws {Error} at its end, when it is another one.
 */
export async function* openList(place: Place, folder: string, signed: Stored): AsyncGenerator<Content> {
  const { body, counter } = await readCounted(place, `${folder}/${CONTENTS}`)
  try {
    yield* fromLines(piped(body, createGunzip()))
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && String(cause.code).startsWith('Z_'))) throw cause
    throw otherThanSigned(CONTENTS, cause)
  }
  refuseOther(CONTENTS, signed, counter.stored())
}

export async function readCounted(place: Place, name: string): Promise<{ body: Readable; counter: Counter }> {
  const counter = new Counter()
  return { body: piped(await place.read(name), counter), counter }
}

export function piped(source: Readable, into: NodeJS.ReadWriteStream & Readable): Readable {
  source.once('error', (error) => into.destroy(error))
  source.pipe(into)
  return into
}

export function refuseOther(name: string, signed: Stored, found: Stored): void {
  if (found.sha256 !== signed.sha256) throw otherThanSigned(name)
}

function otherThanSigned(name: string, cause?: Error): Error {
  return new Error(`${name} of the backup is not what was signed: it was changed or is damaged.`, { cause })
}
