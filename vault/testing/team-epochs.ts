import { rosterHash, toBase64Url } from '#crypto/index.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { type Person, newPerson } from './person.ts'
import { type MadeEpoch, historyRows, makeEpoch, peopleRows } from './team-space.ts'
import { checkNewEpochs, readTeamHistory } from '../spaces/team-history.ts'

type Role = 'manager' | 'editor' | 'viewer'
export const refused = { name: 'CryptoError', code: 'verify_failed' }

export let ada: Person
export let bob: Person
export let eve: Person
/** Ada's space: Bob becomes a manager in the second epoch, and writes the third. */
export let epochs: MadeEpoch[] = []

/** Three epochs of a space by Ada, in which Bob becomes a manager. For `beforeAll`. */
export async function stageEpochs(): Promise<void> {
  ;[ada, bob, eve] = await Promise.all([newPerson(), newPerson(), newPerson()])
  const first = await makeEpoch({ author: ada, members: roles('manager', 'editor', 'viewer') })
  const second = await makeEpoch({ author: ada, members: roles('manager', 'manager', 'editor'), before: first })
  const third = await makeEpoch({ author: bob, members: roles('manager', 'manager', 'editor'), before: second })
  epochs = [first, second, third]
}

export const roles = (...[a, b, e]: [Role, Role, Role]) => [[ada, a] as const, [bob, b] as const, [eve, e] as const]

export const people = () => peopleRows([ada, bob, eve])

export const read = (of: readonly MadeEpoch[], who = people()) =>
  readTeamHistory(epochs[0]!.spaceId, { epochs: historyRows(of), people: who })

export const check = async (vault: OpenVault, of: readonly MadeEpoch[] = epochs, who = people()) =>
  checkNewEpochs(vault, await read(of, who))

export const seen = async ({ epoch, spaceId, signed }: MadeEpoch) => ({
  [`space/${spaceId}`]: `${epoch}:${toBase64Url(await rosterHash(signed))}`,
})
