import type { RecordCipher, SpaceKey } from '#crypto/index.ts'

/** A space this account may read, with the key of one epoch. */
export type OpenSpace = {
  id: string
  epoch: number
  key: SpaceKey
  records: RecordCipher
  /** Of the roster of this epoch; null in a personal space. */
  rosterHash: Uint8Array | null
}
