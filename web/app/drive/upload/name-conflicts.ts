import { placeNames, type IncomingName } from '#vault/files/taken-names.ts'
import type { VaultFile } from '#web/lib/remote/vault-client.ts'

/** One whose name is taken; `freeName` is what it would be called beside the file that is there. */
type Conflict<A> = { incoming: A; existing: VaultFile; freeName: string }
export type SortedIncoming<A> = {
  /** Continue at once. Of two with one name the second is numbered. */
  free: { incoming: A; name: string }[]
  conflicts: Conflict<A>[]
}

/** Separates files that may continue from those whose name is taken where they are going. */
export function sortIncoming<A extends IncomingName>(
  incomingFiles: readonly A[],
  stored: readonly VaultFile[],
): SortedIncoming<A> {
  const sorted: SortedIncoming<A> = { free: [], conflicts: [] }
  for (const { incoming, existing, freeName, isTaken } of placeNames(incomingFiles, stored)) {
    if (existing) sorted.conflicts.push({ incoming, existing, freeName })
    else sorted.free.push({ incoming, name: isTaken ? freeName : incoming.name })
  }
  return sorted
}
