/** Addresses of the list, and of the service worker, which browsers compare with nothing. */
export const BUILD_LIST = '/build.json'
export const SERVICE_WORKER = '/sw.js'

/**
 * One delivered file as it was built. In `places` the server puts words of the installation: byte offset in the built file, and what stands
 * there. `headers` counts into the headers of the list.
 */
export type ListedFile = {
  sha256: string
  bytes: number
  headers: number
  places?: (readonly [offset: number, place: string])[]
}

/** `/build.json`: every file that a server of this build delivers, but the list itself and the list that is made of it for browsers. */
export type BuildList = {
  format: 2
  /** Of the program. */
  version: string
  /** What stands where an operator said nothing. */
  unstated: string
  /** Sets of response headers that decide what a file may do. */
  headers: Readonly<Record<string, string>>[]
  /** SHA-256 of the WebAssembly modules that lie within scripts, and of the one that checks grammar. */
  wasm: string[]
  files: Readonly<Record<string, ListedFile>>
}

/**
 * Puts the places back where the server put words of the installation, so that the hash of the built file can be compared.
 *
 * @param words as they stand in documents, by the place they take
 * @returns undefined when something else stands in such a place
 */
export function asBuilt(
  content: Uint8Array,
  places: ListedFile['places'],
  words: ReadonlyMap<string, string>,
): Uint8Array<ArrayBuffer> | undefined {
  const parts: Uint8Array[] = []
  const encoder = new TextEncoder()
  let read = 0
  let written = 0
  for (const [offset, place] of places ?? []) {
    const word = encoder.encode(words.get(place) ?? place)
    const start = read + offset - written
    const found = content.subarray(start, start + word.length)
    if (found.length !== word.length || found.some((byte, at) => byte !== word[at])) return undefined
    const standing = encoder.encode(place)
    parts.push(content.subarray(read, start), standing)
    read = start + word.length
    written = offset + standing.length
  }
  return joined([...parts, content.subarray(read)])
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Names of headers of a file that are not as listed. What the list does not name is not compared. */
export function differingHeaders(
  list: Pick<BuildList, 'headers'>,
  file: ListedFile,
  answered: { get: (name: string) => string | null },
): string[] {
  const expected = Object.entries(list.headers[file.headers] ?? {})
  return expected.filter(([name, value]) => answered.get(name) !== value).map(([name]) => name)
}
