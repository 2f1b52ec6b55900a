import { type FoundPeople, type FoundPerson, type Trust } from '#web/lib/remote/vault-client.ts'

/** Whom one address, or several, led to. */
export type Found = { person: FoundPerson; group: null } | { person: null; group: FoundPeople }
type Known = { userId: string; trust: Trust; isAddressKnown: boolean }

/** Those who can be given a file. */
export function openableIn({ person, group }: Found): Known[] {
  return (person ? [person] : group.people).filter(({ trust }) => trust !== 'changed')
}

const MET: ReadonlySet<Trust> = new Set(['chosen', 'invited', 'compared'])

/**
 * Whether everybody was found under an address that led to them before, with the keys that this vault remembers: then there is nothing to
 * look at before. A known person under an address of which nothing is known may be the server's choice.
 */
export function areKnown({ person, group }: Found): boolean {
  const people: readonly Known[] = person ? [person] : group.people
  return (
    (group?.missing ?? []).length === 0 && people.every(({ trust, isAddressKnown }) => isAddressKnown && MET.has(trust))
  )
}
