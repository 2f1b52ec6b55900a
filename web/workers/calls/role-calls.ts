import { listRoles } from '#vault/organisation/roles.ts'
import { withApi } from './bind-calls.ts'

/** What the signed-in person may do. */
export const roleCalls = withApi({ list: listRoles })
