import { type StatementPlace, statementKey } from '#ledger/events/statement-entry.ts'
import type { VaultApi } from '../../session/api.ts'
import { VaultError, type VaultErrorCode } from '../../session/vault-error.ts'
import type { KeyLog, KeyState } from './key-log.ts'
import type { Claim } from './listings.ts'

/** A version of a roster or of a policy, as it is known here. */
export type Version = {
  /** SHA-256 of its text. */
  readonly hash: Uint8Array
  /** True for a text that counts for nobody, so that an honest server may not have listed it. */
  readonly isPassedOver?: boolean
}

/** What the log makes of all versions together, the worst first. `newer`: it lists one behind the last. */
type VersionsState = 'log_offline' | 'log_refused' | 'log_late' | 'other' | 'newer' | 'unproved' | 'not_listed'
export type VersionRefusals = Readonly<Record<VersionsState, readonly [code: VaultErrorCode, message: string]>>

const OFFLINE = ['key_log_offline', 'The public log could not be reached.'] as const
const REFUSED = ['key_log_refused', 'The public log is not the one that this device knew.'] as const
const LATE = ['key_log_late', 'Too few witnesses have signed the public log recently.'] as const

/** What is refused for every kind of statement alike. */
export const LOG_REFUSALS = { log_offline: OFFLINE, log_refused: REFUSED, log_late: LATE } as const

/**
 * The rule for statements under which a key is wrapped or content is sealed: a proof that the public log lists each version that is known here
 * with this hash, never another one under its number, and none behind the last. All versions, not the last alone: a former manager could add many
 * to a history of their own. Those before the last are asked for once in a session. What was never listed is waited for, as keys are.
 *
 * @param versions from the first to the newest.
 * @throws {VaultError} one of `refusals`
 */
export async function requireListedVersions(
  api: VaultApi,
  keyLog: KeyLog,
  {
    kind,
    ownerId,
    versions,
    refusals,
  }: Pick<StatementPlace, 'kind' | 'ownerId'> & { versions: readonly Version[]; refusals: VersionRefusals },
): Promise<void> {
  const subjectOf = (version: number) => statementKey({ kind, ownerId, version })
  const known = versions.map(({ hash, isPassedOver = false }, i): Claim => {
    const isSettled = i < versions.length - 1
    return { kind: 'statement', subject: subjectOf(i + 1), hash, isOptional: isPassedOver, isSettled }
  })
  const next: Claim = { kind: 'statement', subject: subjectOf(versions.length + 1), hash: null }
  const states = await keyLog.statesOf(api, [...known, next])
  const state = stateOf(states.slice(0, -1), states.at(-1))
  if (state !== undefined) throw new VaultError(...refusals[state])
}

function stateOf(known: readonly KeyState[], next: KeyState | undefined): VersionsState | undefined {
  const all = [...known, next]
  const has = (state: KeyState) => all.includes(state)
  if (has('log_offline')) return 'log_offline'
  if (has('log_refused')) return 'log_refused'
  if (has('log_late')) return 'log_late'
  if (known.includes('other_keys') || known.includes('replaced')) return 'other'
  if (next === 'other_keys') return 'newer'
  if (has('unproved')) return 'unproved'
  return has('not_listed') ? 'not_listed' : undefined
}
