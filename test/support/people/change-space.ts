import {
  type SeenMembers,
  type TeamSpace,
  type WantedMember,
  changeTeamSpace,
  listTeamSpaces,
} from '#vault/spaces/team-spaces.ts'
import type { VaultPerson } from './vault-person.ts'

export async function spaceSeenBy({ api, vault }: VaultPerson, id: string): Promise<TeamSpace | undefined> {
  return (await listTeamSpaces(api, vault)).find((space) => space.id === id)
}

/** The list on somebody's screen, and who of it loses access by a change to `members`. */
export function seenIn(space: TeamSpace, members: readonly WantedMember[] = space.members): SeenMembers {
  const staying = new Set(members.map(({ userId }) => userId))
  const removing = [...space.members, ...space.leavers].map(({ userId }) => userId).filter((one) => !staying.has(one))
  return { rosterHash: space.rosterHash, removing }
}

/** Looks at the list of members and changes it, as the members sheet does. */
export async function changeSpace(
  person: VaultPerson,
  id: string,
  change: { name?: string; members?: readonly WantedMember[] },
): Promise<void> {
  const space = await spaceSeenBy(person, id)
  if (!space) throw new Error('this person sees no such space')
  await changeTeamSpace(person.api, person.vault, { id, ...change, seen: seenIn(space, change.members) })
}
