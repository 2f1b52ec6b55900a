import type { Role } from '#contract/permissions.ts'

/** True with any of the `wanted` roles, or with all of them where `needsAll` says so. */
export function isAdmitted(roles: readonly Role[], wanted: readonly Role[], needsAll: boolean): boolean {
  return needsAll ? wanted.every((role) => roles.includes(role)) : wanted.some((role) => roles.includes(role))
}
