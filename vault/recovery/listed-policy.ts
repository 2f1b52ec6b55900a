import {
  LOG_REFUSALS,
  requireListedVersions,
  type Version,
  type VersionRefusals,
} from '../ledger/listings/listed-versions.ts'
import type { VaultApi } from '../session/api.ts'
import type { OpenVault } from '../session/open-vault.ts'
import type { VaultErrorCode } from '../session/vault-error.ts'

const REFUSALS: VersionRefusals = {
  ...LOG_REFUSALS,
  other: ['policy_other_listed', 'The public log lists another policy of this organisation, or two under one number.'],
  newer: ['policy_newer_listed', 'The public log lists a newer policy of this organisation than the server shows.'],
  unproved: ['policy_unproved', 'The server does not prove that the public log lists the policy of this organisation.'],
  not_listed: ['policy_not_listed', 'The public log does not list the policy of this organisation yet.'],
}

/** @throws {VaultError} one of these, for a policy that the log does not list as it is shown. */
export const POLICY_REFUSALS: readonly VaultErrorCode[] = [
  'policy_other_listed',
  'policy_newer_listed',
  'policy_unproved',
  'policy_not_listed',
]

/** Every policy that the server shows of an organisation, from the first. */
export type PolicyVersions = { readonly tenantId: string; readonly versions: readonly Version[] }

/**
 * Before an account key is wrapped under a policy, and before the next is decided: the public log has to list exactly these policies, and none behind
 * the last.
 *
 * @throws {VaultError} one of `POLICY_REFUSALS`, `key_log_refused`, `key_log_late` or `key_log_offline`
 */
export function requireListedPolicy(
  api: VaultApi,
  { keyLog }: Pick<OpenVault, 'keyLog'>,
  { tenantId: ownerId, versions }: PolicyVersions,
): Promise<void> {
  return requireListedVersions(api, keyLog, { kind: 'policy', ownerId, versions, refusals: REFUSALS })
}
