import type { SecurityFacts } from '#web/lib/remote/vault-client.ts'

export type ScoreReason = 'keys' | 'recovery' | 'factor' | 'email' | 'theft' | 'idle'
type ScoreCheck = { reason: ScoreReason; points: number; isPassed: boolean }
export type SecurityScore = {
  /** 0 to 100: the points of the checks that passed. */
  percent: number
  /** The keys of the vault exist, so what is stored is sealed with them. */
  hasKeys: boolean
  checks: readonly ScoreCheck[]
}

/** What each check is worth: most where losing it costs the files or the account. Together 100. */
const POINTS: Record<ScoreReason, number> = { keys: 25, recovery: 20, factor: 25, email: 10, theft: 10, idle: 10 }

/** A kit that nobody looked at for this long may be lost. */
const KIT_CHECK_MS = 180 * 24 * 60 * 60 * 1000

export function scoreOf(facts: SecurityFacts, now: Date): SecurityScore {
  const passes: Record<ScoreReason, boolean> = {
    keys: facts.hasVault,
    recovery: facts.hasRecoveryWords && isKitKnown(facts, now),
    // A passkey is another way in; it keeps nobody out who has the password. Without recovery codes a lost phone locks its owner out.
    factor: facts.secondFactors > 0 && facts.recoveryCodes > 0,
    email: facts.isEmailConfirmed,
    theft: !isStolenSincePassword(facts),
    idle: facts.idleSessions === 0,
  }
  const checks = (Object.keys(POINTS) as ScoreReason[]).map((reason) => ({
    reason,
    points: POINTS[reason],
    isPassed: passes[reason],
  }))
  const percent = checks.reduce((sum, { points, isPassed }) => sum + (isPassed ? points : 0), 0)
  return { percent, hasKeys: facts.hasVault, checks }
}

/** Whether words of the kit were typed back lately. */
export function isKitKnown({ recoveryCheckedAt }: SecurityFacts, now: Date): boolean {
  return recoveryCheckedAt !== null && now.getTime() - Date.parse(recoveryCheckedAt) <= KIT_CHECK_MS
}

/** A password set after the theft shuts the thief out; one that was set before may be what leaked. */
export function isStolenSincePassword({ stolenAt, passwordSetAt }: SecurityFacts): boolean {
  if (stolenAt === null) return false
  return passwordSetAt === null || Date.parse(passwordSetAt) <= Date.parse(stolenAt)
}
