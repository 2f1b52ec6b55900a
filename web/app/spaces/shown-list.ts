import type { TeamSpace, TeamSpaceMember } from '#web/lib/remote/vault-client.ts'

/**
 * Which list of members a change is made from. The one that was on the screen when it began, so that nobody is removed whom the person did not
 * see; but a newer one that shows the same people, as after a new name or key of the space, is the same to a person who looked at it.
 */
export function shownList(first: TeamSpace | undefined, newest: TeamSpace): TeamSpace {
  return first && !showsSame(first, newest) ? first : newest
}

/** A change also takes the key from those who had left. */
function showsSame(first: TeamSpace, newest: TeamSpace): boolean {
  const [before, now] = [factsOf(first.members), factsOf(newest.members)]
  return before.size === now.size && isWithin(now, before) && isWithin(factsOf(newest.leavers), factsOf(first.leavers))
}

const isWithin = (some: Set<string>, all: Set<string>): boolean => [...some].every((one) => all.has(one))

const factsOf = (people: readonly TeamSpaceMember[]): Set<string> =>
  new Set(people.map(({ userId, email, name, role }) => JSON.stringify([userId, email, name, role])))
