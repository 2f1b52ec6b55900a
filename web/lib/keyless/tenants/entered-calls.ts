// First of all: schemas read this as they are made.
import '#web/workers/zod-without-eval.ts'
import { z } from 'zod'
import { type Standing, STANDINGS } from '#contract/scim.ts'
import { listAuditEvents, listAuditPeople } from '#vault/audit/audit-log.ts'
import { readOverview, readWaits } from '#vault/organisation/overview.ts'
import { isOfOperator, listRoleEnds, listRoles } from '#vault/organisation/roles.ts'
import { listScimTokens } from '#vault/organisation/scim-tokens.ts'
import type { VaultApi } from '#vault/session/api.ts'
import { readAll } from '#vault/session/read-all.ts'

const person = z.object({
  user_id: z.uuid(),
  email: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  roles: z.array(z.string()),
  last_active_at: z.string().nullable(),
  removed_at: z.string().nullable(),
})
const standing = z.object({ user_id: z.uuid(), standing: z.enum(STANDINGS) })

/** Somebody of an entered organisation, as its administrators see them without a vault. */
export type EnteredPerson = {
  id: string
  name: string
  email: string
  roles: readonly string[]
  standing: Standing
  /** ISO 8601. */
  lastActiveAt: string | null
  removedAt: string | null
}

async function listPeople(api: VaultApi): Promise<EnteredPerson[]> {
  const [people, standings] = await Promise.all([
    readAll(api, person, 'rpc/team_members?order=first_name.nullslast,last_name,email,user_id', {}),
    readAll(api, standing, 'rpc/member_standings?order=user_id', {}),
  ])
  const standingOf = new Map(standings.map((one) => [one.user_id, one.standing]))
  return people.map((one) => ({
    id: one.user_id,
    name: [one.first_name, one.last_name].filter(Boolean).join(' '),
    email: one.email ?? '',
    roles: one.roles,
    standing: standingOf.get(one.user_id) ?? 'active',
    lastActiveAt: one.last_active_at,
    removedAt: one.removed_at,
  }))
}

/** Calls that go to the worker at home. Here the page asks itself: nothing of it needs a key. */
export const enteredCalls = {
  audit: { list: listAuditEvents, people: listAuditPeople },
  entered: { people: listPeople },
  roles: { list: listRoles, isOfOperator, ends: listRoleEnds },
  scim: { list: listScimTokens },
  team: { overview: readOverview, waits: readWaits },
}
