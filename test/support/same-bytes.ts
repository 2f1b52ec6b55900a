import { expect } from 'vitest'

/** As `toEqual` for bytes, which makes a list of every place of both and takes seconds for those of a large file. */
export function expectSameBytes(found: Uint8Array, wanted: Uint8Array): void {
  expect(Buffer.compare(found, wanted), `${found.length} bytes instead of the ${wanted.length} expected`).toBe(0)
}
