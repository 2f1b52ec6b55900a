import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TenantPlan } from '#contract/organisation/tenant-plan-ids.ts'
import { TENANT_PLANS } from '#contract/organisation/tenant-plans.ts'
import { isQuestionLeft } from '#web/lib/account/protection/with-proof.ts'
import { type Tenant, VaultError } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { tenants as text } from '#web/messages/tenants.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useProtection } from '#web/parts/vault/use-protection.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'

type TenantLimits = { people: number | null; bytes: number | null; version: number }

/** What is done about an organisation; each says its outcome in a toast, and the list is read again. */
export function useTenantActs() {
  const { tenants } = useVault()
  const { guarded } = useProtection()
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: ['tenants'] })
  const failed = (title: string) => (error: Error) => {
    if (!isQuestionLeft(error)) toastError(title, sayWhy(error))
  }
  const create = useMutation({
    mutationFn: (wanted: { name: string; plan: TenantPlan; email: string }) => guarded(tenants.create)(wanted),
    onSuccess: (_, { email }) => toastDone(text.new.done, text.new.doneText(email)),
    onError: failed(text.new.failed),
    onSettled,
  })
  const inviteOwner = useMutation({
    mutationFn: (wanted: { id: string; email: string }) => guarded(tenants.inviteOwner)(wanted),
    onSuccess: (_, { email }) => toastDone(text.owner.done, text.new.doneText(email)),
    onError: failed(text.owner.failed),
    onSettled,
  })
  const changePlan = useMutation({
    mutationFn: ({ id, tier, plan }: Pick<Tenant, 'id' | 'tier'> & { plan: TenantPlan }) =>
      guarded(tenants.changePlan)({ id, plan, expected: tier }),
    onSuccess: (_, { plan }) => toastDone(text.plan.done(TENANT_PLANS[plan].name)),
    onError: failed(text.plan.failed),
    onSettled,
  })
  const setLimits = useMutation({
    mutationFn: ({ id, ...limits }: Pick<Tenant, 'id'> & TenantLimits) => guarded(tenants.setLimits)(id, limits),
    onSuccess: () => toastDone(text.limits.done, text.limits.doneText),
    onError: failed(text.limits.failed),
    onSettled,
  })
  const suspend = useMutation({
    mutationFn: ({ id, reason }: Pick<Tenant, 'id' | 'name'> & { reason: string }) =>
      guarded(tenants.suspend)(id, reason),
    onSuccess: (_, { name }) => toastDone(text.suspend.done(name)),
    onError: failed(text.suspend.failed),
    onSettled,
  })
  const resume = useMutation({
    mutationFn: ({ id }: Pick<Tenant, 'id' | 'name'>) => guarded(tenants.resume)(id),
    onSuccess: (_, { name }) => toastDone(text.resume.done(name), text.resume.doneText),
    onError: failed(text.resume.failed),
    onSettled,
  })
  return { create, inviteOwner, changePlan, setLimits, suspend, resume }
}

const sayWhy = (error: Error): string =>
  error instanceof VaultError && error.code === 'account_exists' ? text.new.taken : sentenceFor(error)
