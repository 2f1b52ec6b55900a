import { useQuery } from '@tanstack/react-query'
import { LIMITS } from '#contract/limits.ts'
import { NO_POLICIES, type OrganisationPolicies } from '#contract/organisation/policies.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { policiesQuery } from '#web/parts/people/policies.queries.ts'

/** The rules; while they are not known, none. The server refuses in any case. */
export function usePolicies(): OrganisationPolicies {
  return useQuery(policiesQuery(useVault().team)).data?.policies ?? NO_POLICIES
}

/** How long a new password of the signed-in person has to be: the server never sees that of a vault. */
export function usePasswordLimits(): { min: number; max: number } {
  return passwordLimits(usePolicies().leastPassword)
}

/** @param least characters that an organisation wants; null or undefined where it has no rule, or none is known. */
export function passwordLimits(least: number | null | undefined): { min: number; max: number } {
  const { min, max } = LIMITS.passwordCharacters
  return { min: Math.max(min, least ?? 0), max }
}
