import {
  changeTenantPlan,
  createTenant,
  inviteFirstOwner,
  listTenants,
  resumeTenant,
  setTenantLimits,
  suspendTenant,
} from '#vault/tenants/tenants.ts'
import { withApi, withVault } from './bind-calls.ts'

/** Organisations of the installation, for who runs it. The server refuses others. */
export const tenantCalls = {
  ...withVault({ create: createTenant, inviteOwner: inviteFirstOwner }),
  ...withApi({
    list: listTenants,
    suspend: suspendTenant,
    resume: resumeTenant,
    changePlan: changeTenantPlan,
    setLimits: setTenantLimits,
  }),
}
