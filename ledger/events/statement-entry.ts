import { sha256 } from '@noble/hashes/sha2.js'
import { utf8 } from '#crypto/encoding.ts'
import type { Hash } from '../tree/hash.ts'

/** A statement that binds several people: the roster of a team space, or the policy of an organisation's recovery. */
export type StatementPlace = {
  readonly kind: 'roster' | 'policy'
  /** Id of the space, or of the organisation. */
  readonly ownerId: string
  /** Epoch of a roster, revision of a policy: 1 for the first. */
  readonly version: number
}

/**
 * Under this the log lists a statement. Each version has a subject of its own: nobody without the id, which is random, sees which entries belong
 * together, and so neither how many spaces there are nor how often one changed.
 */
export const statementKey = ({ kind, ownerId, version }: StatementPlace): Hash =>
  new Uint8Array(sha256(utf8(`quantumshield/${kind}\n${ownerId.toLowerCase()}\n${version}`)))
