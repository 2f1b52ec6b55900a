/** A team whose people a space was made for, as the server remembers: what is shown to its managers, and decides nothing. */
export type SpaceTeam = {
  id: string
  name: string
  /** User ids of those who were added to the space as one of this team, and of those whom a manager left out. */
  added: readonly string[]
  leftOut: readonly string[]
  /** Of those who are in the team today. */
  people: readonly string[]
}

/** How a space and a team have come apart. */
export type TeamDrift = {
  team: SpaceTeam
  /** In the team and not in the space; those whom a manager left out are not among them. */
  missing: string[]
  /** In the space as one of the team, which they are not any longer. */
  gone: string[]
}

/**
 * @param inSpace user ids of the members of the space, from the signed list.
 * @param addable user ids of those who can be added at all: colleagues with a vault.
 */
export function driftOf(team: SpaceTeam, inSpace: Iterable<string>, addable: Iterable<string>): TeamDrift {
  const [present, able, today] = [new Set(inSpace), new Set(addable), new Set(team.people)]
  const leftOut = new Set(team.leftOut)
  return {
    team,
    missing: team.people.filter((id) => able.has(id) && !present.has(id) && !leftOut.has(id)),
    gone: team.added.filter((id) => present.has(id) && !today.has(id)),
  }
}
