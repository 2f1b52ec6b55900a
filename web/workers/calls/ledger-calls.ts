import { fromHex } from '#crypto/encoding.ts'
import type { AuditEvent } from '#vault/audit/audit-log.ts'
import { checkAnchorLog, type CheckedAnchor, type Checker } from '#vault/ledger/anchor-log.ts'
import { acceptLedger, checkLedger, type LedgerProblem, type LedgerReport } from '#vault/ledger/check-ledger.ts'
import { checkKeys, type CheckedKeys } from '#vault/ledger/listed-keys.ts'
import { readProof } from '#vault/ledger/read-logs.ts'
import { findPerson } from '#vault/sharing/people.ts'
import { logMemory } from '../device/log-memory.ts'
import { tokenOwner } from '../token-owner.ts'
import { connected, unlocked } from '../vault-state.ts'

/** The log of the organisation as this browser finds it; it needs a session and no key of the vault. */
export const ledgerCalls = {
  async check(events: readonly AuditEvent[]): Promise<LedgerReport> {
    const { userId } = await tokenOwner()
    return checkLedger(connected(), events, { memory: logMemory, userId, nowMs: Date.now() })
  },

  /** Whether the public log lists a build of the app. @param manifest the text of `/build.json` */
  async build(manifest: string): Promise<CheckedAnchor> {
    return checkAnchorLog(connected(), newChecker(), manifest)
  },

  /** Whether the public log lists one's own keys, and no others in one's name. */
  async ownKeys(): Promise<CheckedKeys> {
    const { userId, keyFingerprint } = unlocked()
    return checkKeys(connected(), newChecker(), { userId, fingerprint: fromHex(keyFingerprint) })
  },

  /** Whether the public log lists the keys that the server gives out for a colleague. */
  async keysOf(email: string): Promise<CheckedKeys> {
    const api = connected()
    return checkKeys(api, newChecker(), await findPerson(api, unlocked(), email))
  },

  /** After a person read what is wrong, and decided. */
  async accept(problem: LedgerProblem | 'witnesses'): Promise<void> {
    const { userId } = await tokenOwner()
    await acceptLedger(problem, { memory: logMemory, userId })
  },

  /** To be kept: it needs no server. */
  async proof(event: string): Promise<File> {
    const text = await readProof(connected(), event)
    return new File([text], `${event}.tlog-proof`, { type: 'text/plain' })
  },
}

const newChecker = (): Checker => ({ memory: logMemory, nowMs: Date.now() })
