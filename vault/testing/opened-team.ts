import type { OpenVault } from '../session/open-vault.ts'
import { HostileServer } from './hostile-server.ts'
import { type Person, newPerson, vaultOf } from './person.ts'
import { type MadeEpoch, historyRows, makeEpoch, peopleRows, summaryFor } from './team-space.ts'
import { type TeamSummary, openTeam } from '../spaces/open-team.ts'
import type { OpenTeam } from '../session/team.ts'

export const refused = { name: 'VaultError', code: 'space_refused' }

export let ada: Person
export let bob: Person
export let eve: Person
/** Two epochs by Ada; Eve is an editor in the first and a viewer in the second. */
export let epochs: MadeEpoch[] = []

/** Two epochs of a space by Ada, with Bob as an editor and Eve as a viewer. For `beforeAll`. */
export async function stageTeam(): Promise<void> {
  ;[ada, bob, eve] = await Promise.all([newPerson(), newPerson(), newPerson()])
  const members = [[ada, 'manager'] as const, [bob, 'editor'] as const]
  const first = await makeEpoch({ author: ada, members: [...members, [eve, 'editor']] })
  const labels = { [bob.userId]: { email: 'bob@signed.example', name: 'Bob Signed' } }
  const plan = {
    author: ada,
    members: [...members, [eve, 'viewer'] as const],
    before: first,
    name: 'Council',
    labels,
  }
  epochs = [first, await makeEpoch(plan)]
}

export const newest = () => epochs.at(-1)!

export const people = () => peopleRows([ada, bob, eve])

export const serve = (of: readonly MadeEpoch[], who: unknown = people()) =>
  new HostileServer({ 'rpc/team_space_history': historyRows(of), 'rpc/team_space_people': who })

export async function open(
  of: readonly MadeEpoch[] = epochs,
  { vault, summary, who }: { vault?: OpenVault; summary?: Partial<TeamSummary>; who?: unknown } = {},
): Promise<OpenTeam> {
  const own = vault ?? (await vaultOf(eve))
  const server = await serve(of, who).keep(own)
  return openTeam(server, own, { ...summaryFor(eve, of.at(-1)!), ...summary })
}
