import { type FoundPeople, type FoundPerson, type Trust, isBlocked } from '#web/lib/remote/vault-client.ts'

/** Whom one address, or several, led to. */
export type Found = { person: FoundPerson; group: null } | { person: null; group: FoundPeople }
type Known = { userId: string; trust: Trust }

/** Those who can be given a file. */
export function openableIn({ person, group }: Found): Known[] {
  return (person ? [person] : group.people).filter(({ trust }) => trust !== 'changed')
}

/** Whether everybody was found, with the keys that this vault remembers: then there is nothing to look at before. */
export function areKnown({ person, group }: Found): boolean {
  const people: readonly Known[] = person ? [person] : group.people
  return (group?.missing ?? []).length === 0 && people.every(({ trust }) => trust !== 'new' && !isBlocked(trust))
}
