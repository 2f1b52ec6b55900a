import type { ExpandedTeam, FoundPeople, FoundPerson, Member, Trust } from '#web/lib/remote/vault-client.ts'

/** A team that was named, with the people whom the server counts among it. */
export type FoundTeam = { name: string; expanded: ExpandedTeam<Member> }

/** Whom one address, or several, or the names of teams led to. */
export type Found =
  | { person: FoundPerson; group: null; teams?: readonly FoundTeam[] }
  | { person: null; group: FoundPeople; teams?: readonly FoundTeam[] }
type Known = { userId: string; trust: Trust; isAddressKnown: boolean }

/** Those who can be given a file. */
export function openableIn({ person, group }: Found): Known[] {
  return (person ? [person] : group.people).filter(({ trust }) => trust !== 'changed')
}

const MET: ReadonlySet<Trust> = new Set(['chosen', 'invited', 'compared'])

/**
 * Whether everybody was found under an address that led to them before, with the keys that this vault remembers: then there is nothing to
 * look at before. A known person under an address of which nothing is known may be the server's choice, and so is who is in a team: its people
 * are looked at each time.
 */
export function areKnown({ person, group, teams = [] }: Found): boolean {
  const people: readonly Known[] = person ? [person] : group.people
  return (
    teams.length === 0 &&
    (group?.missing ?? []).length === 0 &&
    people.every(({ trust, isAddressKnown }) => isAddressKnown && MET.has(trust))
  )
}
