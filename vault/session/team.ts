import type { SpaceRole } from '#contract/organisation/space-roles.ts'
import type { PublicBundle, Roster, SignedStatement } from '#crypto/index.ts'
import type { OpenSpace } from './open-space.ts'

/** Somebody who is or was in a team space, with the keys that the rosters name. */
export type TeamPerson = {
  userId: string
  /** Address and name as the signed roster has them, where it has any; otherwise as the server shows them. */
  email: string
  name: string
  bundle: PublicBundle
  fingerprint: Uint8Array
  /** False for somebody who, as the server says, left, was removed, or has no account any more. */
  isMember: boolean
}

/** A team space whose history was checked, with the keys of all its epochs. */
export type OpenTeam = {
  id: string
  name: string
  epoch: number
  /** SHA-256 of the newest roster, base64url: which list of members this is. */
  rosterHash: string
  /** `rosterCode` of it. */
  code: string
  role: SpaceRole
  /** ISO 8601. */
  createdAt: string
  /** Members of the newest roster who, as the server says, do not belong to it any more. */
  hasLeft: number
  /** By epoch. */
  rosters: ReadonlyMap<number, Roster>
  head: Pick<SignedStatement, 'text'>
  people: ReadonlyMap<string, TeamPerson>
  /** Keys of the epochs, newest first. */
  spaces: readonly OpenSpace[]
}
