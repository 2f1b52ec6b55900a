import { useQuery } from '@tanstack/react-query'
import type { TenantPlan } from '#contract/organisation/tenant-plan-ids.ts'
import { TENANT_PLANS } from '#contract/organisation/tenant-plans.ts'
import { usePermissions } from '../rights/use-permissions.ts'
import { useAccountState, useVault } from '../vault/vault-context.ts'
import { planQuery } from './team.queries.ts'

/** The plan of the organisation, for people who manage users; null for others, where billing is off, while it is unknown, and for one that this version does not know. */
export function usePlan(): TenantPlan | null {
  const { people } = useVault()
  const { can } = usePermissions()
  const state = useAccountState()
  const me = state.kind === 'open' ? state.userId : ''
  const { data } = useQuery({ ...planQuery(people, me), enabled: me !== '' && can('manage_users') })
  return typeof data === 'string' && isPlan(data) ? data : null
}

const isPlan = (name: string): name is TenantPlan => Object.hasOwn(TENANT_PLANS, name)
