import { LIMITS } from '#contract/limits.ts'
import { fromHex } from '#crypto/encoding.ts'
import {
  type AuditEvent,
  type AuditFilter,
  exportAuditEvents,
  recordAuditExport,
  requireAuditExport,
} from '#vault/audit/audit-log.ts'
import { acceptAnchorLog, checkAnchorLog, type CheckedAnchor, type Checker } from '#vault/ledger/anchor-log.ts'
import { acceptLedger, checkLedger, type LedgerReport } from '#vault/ledger/check-ledger.ts'
import { collectEvidence } from '#vault/ledger/collect-evidence.ts'
import type { LedgerProblem } from '#vault/ledger/ended-log.ts'
import { lastTimestamp, type LastTimestamp } from '#vault/ledger/last-timestamp.ts'
import { checkKeys, type CheckedKeys } from '#vault/ledger/listings/listed-keys.ts'
import {
  forgetShown,
  isAnythingDue,
  type ReceiptReport,
  reportReceipts,
  type ShownReceipts,
} from '#vault/ledger/receipts/settle-receipts.ts'
import { readProof } from '#vault/ledger/read-logs.ts'
import type { LogProblem } from '#vault/ledger/watch-log.ts'
import { findPerson } from '#vault/sharing/people.ts'
import { logMemory } from '../device/log-memory.ts'
import { receiptMemory } from '../device/receipts.ts'
import { evidenceArchive } from '../evidence/evidence-archive.ts'
import { evidenceTools } from '../evidence/evidence-tools.ts'
import { tellWaitsTo } from '../key-log.ts'
import { tokenOwner } from '../token-owner.ts'
import { connected, unlocked } from '../vault-state.ts'

/** A bundle as a file, with how many events are in it, and how many were too new. */
export type SavedEvidence = { file: File; events: number; left: number }

/** The log of the organisation as this browser finds it; it needs a session and no key of the vault. */
export const ledgerCalls = {
  async check(events: readonly AuditEvent[]): Promise<LedgerReport> {
    const { userId } = await tokenOwner()
    const from = performance.now()
    const report = await checkLedger(connected(), events, deviceOf(userId))
    return { ...report, tookMs: performance.now() - from }
  },

  /** What became of what the server promised. The log is asked where something is due. */
  async receipts(): Promise<ReceiptReport | undefined> {
    const device = deviceOf((await tokenOwner()).userId)
    if (!(await isAnythingDue(device))) return reportReceipts(device)
    return (await checkLedger(connected(), [], device)).receipts
  },

  /** The newest time stamp of the public log, as far as a browser checks it. */
  async timestamp(): Promise<LastTimestamp | undefined> {
    return lastTimestamp(connected(), deviceOf((await tokenOwner()).userId))
  },

  /** After a person read which promises were broken, and kept the proof. */
  async forgetReceipts(shown: ShownReceipts): Promise<void> {
    await forgetShown(deviceOf((await tokenOwner()).userId), shown)
  },

  /** Whether the public log lists a build of the app. @param manifest the text of `/build.json` */
  async build(manifest: string): Promise<CheckedAnchor> {
    return checkAnchorLog(connected(), newChecker(), manifest)
  },

  /** Whether the public log lists one's own keys, and no others in one's name. */
  async ownKeys(): Promise<CheckedKeys> {
    const { userId, keyFingerprint, bundle } = unlocked()
    const own = { userId, fingerprint: fromHex(keyFingerprint), madeAt: bundle.time }
    return checkKeys(connected(), newChecker(), own)
  },

  /** Whether the public log lists the keys that the server gives out for a colleague. */
  async keysOf(email: string): Promise<CheckedKeys> {
    const api = connected()
    const { userId, fingerprint, bundle } = await findPerson(api, unlocked(), email)
    return checkKeys(api, newChecker(), { userId, fingerprint, madeAt: bundle.time })
  },

  /** Hears that the public log is waited for, until it lists the keys of somebody who is to be given a key, and when that is over. */
  followWaits: tellWaitsTo,

  /** After a person read what is wrong with the public log, and decided to continue with the one that is shown. */
  acceptPublic: (problem: LogProblem | 'another'): Promise<void> => acceptAnchorLog(logMemory, problem),

  /** After a person read what is wrong, and decided. */
  async accept(problem: LedgerProblem | 'witnesses'): Promise<void> {
    const { userId } = await tokenOwner()
    await acceptLedger(problem, { memory: logMemory, userId })
  },

  /**
   * Evidence of the events that match, to be checked by people without an account. `shouldContinue` hears how many are proved.
   * @returns null when it was stopped.
   */
  async evidence(
    filter: AuditFilter,
    shouldContinue: (done: number) => boolean | Promise<boolean>,
  ): Promise<SavedEvidence | null> {
    const stop = new AbortController()
    const onProgress = async (done: number): Promise<void> => {
      if (!(await shouldContinue(done))) stop.abort()
    }
    await requireAuditExport(connected())
    const { userId } = await tokenOwner()
    const [rows, madeAt] = [await matching(filter), new Date()]
    if (!(await shouldContinue(0))) return null
    const device = { memory: logMemory, userId, nowMs: madeAt.getTime() }
    const collecting = { tools: evidenceTools(), signal: stop.signal, onProgress }
    const collected = await collectEvidence(connected(), rows, device, collecting).catch((error: unknown) => {
      if (stop.signal.aborted) return null
      throw error
    })
    if (!collected || !(await shouldContinue(collected.events))) return null
    const { parts, events, left } = collected
    await recordAuditExport(connected(), { events, form: 'evidence' })
    return { file: await evidenceArchive(parts, madeAt), events, left }
  },

  /** To be kept: it needs no server. */
  async proof(event: string): Promise<File> {
    const text = await readProof(connected(), event)
    return new File([text], `${event}.tlog-proof`, { type: 'text/plain' })
  },
}

const deviceOf = (userId: string) => ({
  memory: logMemory,
  receipts: receiptMemory,
  userId,
  nowMs: Date.now(),
})
const newChecker = (): Checker => ({ memory: logMemory, nowMs: Date.now() })
/** Also what one event stands for on the page, and never many more than a bundle holds. */
async function matching(filter: AuditFilter): Promise<AuditEvent[]> {
  const rows: AuditEvent[] = []
  for await (const events of exportAuditEvents(connected(), { ...filter, consequences: undefined })) {
    rows.push(...events)
    if (rows.length > LIMITS.evidenceEvents) break
  }
  return rows
}
