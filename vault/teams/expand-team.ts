import { type Trust, isBlocked } from '../pins/trust.ts'

/** The people whom the server counts among a team, as persons: who gives them something looks at each. */
export type ExpandedTeam<Person> = {
  /** With a vault, and keys that nothing speaks against. */
  people: Person[]
  /** Whose keys are not the ones that this vault remembers; nobody gives them anything. */
  blocked: Person[]
  /** Nothing can be given to them yet. */
  withoutVault: Person[]
  /** How many the server named who are not in the list of the organisation. */
  strangers: number
}

type Someone = { userId: string; hasVault: boolean; trust: Trust | null; isMe: boolean; removedAt: string | null }

/**
 * Puts persons in the place of a team. What the server says about teams is never signed and never trusted: each person comes from the list of
 * the organisation, with what this vault knows of their keys, and is looked up with them before something is given.
 *
 * @param ids user ids of the team, as the server says.
 * @param members those of them who are in the list of the organisation, with what this vault knows of their keys.
 */
export function expandTeam<Person extends Someone>(
  ids: readonly string[],
  members: readonly Person[],
): ExpandedTeam<Person> {
  const named = new Set(ids)
  const found = members.filter(({ userId, removedAt }) => removedAt === null && named.has(userId))
  const others = found.filter(({ isMe }) => !isMe)
  return {
    people: others.filter(({ hasVault, trust }) => hasVault && !isBlocked(trust)),
    blocked: others.filter(({ hasVault, trust }) => hasVault && isBlocked(trust)),
    withoutVault: others.filter(({ hasVault }) => !hasVault),
    strangers: named.size - found.length,
  }
}
