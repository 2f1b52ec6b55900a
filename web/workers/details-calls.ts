import { type FileProof, readProof } from '#vault/file-proof.ts'
import { connected, unlocked } from './vault-state.ts'

/** What is known of one file beyond its line in the list. */
export const detailsCalls = {
  readProof: (id: string): Promise<FileProof> => readProof(connected(), unlocked(), id),
}
