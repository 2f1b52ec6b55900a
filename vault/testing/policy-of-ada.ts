import { type Person, newPerson } from './person.ts'
import { type MadeRevision, TENANT, beginTenant, makeRevision, policyPerson } from './recovery-policy.ts'

export type People = ReturnType<typeof policyPerson>[]
export const refused = { name: 'VaultError', code: 'policy_refused' }
export const changed = { name: 'VaultError', code: 'key_changed' }

export let ada: Person
export let bob: Person
export let eve: Person
export let dan: Person
/** By Ada, for Bob and Eve. */
export let first: MadeRevision

/** A policy by Ada, for Bob and Eve; Dan is a member like them. For `beforeAll`. */
export async function stagePolicy(): Promise<void> {
  beginTenant()
  ;[ada, bob, eve, dan] = await Promise.all([newPerson(), newPerson(), newPerson(), newPerson()])
  first = await makeRevision({ author: ada, holders: [bob, eve] })
}

export const everybody = (): People => [ada, bob, eve].map((person) => policyPerson(person))

export const said = (revisions: readonly MadeRevision[], people: People = everybody()) => ({
  tenant_id: TENANT,
  revisions,
  people,
})

export const seen = ({ revision, hash }: MadeRevision) => ({ policy: `${revision}:${hash}` })
