// First of all: schemas read this as they are made.
import '#web/workers/zod-without-eval.ts'
import { listAuditEvents, listAuditPeople } from '#vault/audit/audit-log.ts'
import { readOverview, readWaits } from '#vault/organisation/overview.ts'
import { isOfOperator, listRoleEnds, listRoles } from '#vault/organisation/roles.ts'
import { listScimTokens } from '#vault/organisation/scim-tokens.ts'

/** Calls that go to the worker at home. Here the page asks itself: nothing of it needs a key. */
export const enteredCalls = {
  audit: { list: listAuditEvents, people: listAuditPeople },
  roles: { list: listRoles, isOfOperator, ends: listRoleEnds },
  scim: { list: listScimTokens },
  team: { overview: readOverview, waits: readWaits },
}
