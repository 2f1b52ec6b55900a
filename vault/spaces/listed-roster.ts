import { fromBase64Url } from '#crypto/index.ts'
import { LOG_REFUSALS, requireListedVersions, type VersionRefusals } from '../ledger/listings/listed-versions.ts'
import type { VaultApi } from '../session/api.ts'
import type { OpenVault } from '../session/open-vault.ts'
import type { OpenTeam } from '../session/team.ts'

const REFUSALS: VersionRefusals = {
  ...LOG_REFUSALS,
  other: [
    'roster_other_listed',
    'The public log lists another list of members of this space, or two under one number.',
  ],
  newer: ['roster_newer_listed', 'The public log lists a newer list of members of this space than the server shows.'],
  unproved: ['roster_unproved', 'The server does not prove that the public log lists the members of this space.'],
  not_listed: ['roster_not_listed', 'The public log does not list the members of this space yet.'],
}

/**
 * Before a key of a space is wrapped or something is sealed under its list of members: the public log has to list exactly this list as the
 * newest, and everything that led to it.
 *
 * @throws {VaultError} one of `REFUSALS`
 */
export function requireListedRoster(
  api: VaultApi,
  { keyLog }: Pick<OpenVault, 'keyLog'>,
  team: OpenTeam,
): Promise<void> {
  const { id: ownerId, rosters, epoch } = team
  const versions = Array.from({ length: epoch }, (_, i) => {
    // Each roster names the one before by its hash.
    const hash = i + 1 === epoch ? fromBase64Url(team.rosterHash) : rosters.get(i + 2)?.previous
    return { hash: hash ?? new Uint8Array() }
  })
  return requireListedVersions(api, keyLog, { kind: 'roster', ownerId, versions, refusals: REFUSALS })
}
