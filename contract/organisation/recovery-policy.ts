/** People that one policy of organisation recovery may name. SQL checks the same number. */
export const RECOVERY_HOLDERS_MAX = 10

/**
 * True when this many people may be named and this many of them be needed: at least two of several, or the only one; none of
 * none ends the policy.
 */
export function isRecoveryThreshold(threshold: number, holders: number): boolean {
  if (holders < 2) return threshold === holders
  return threshold >= 2 && threshold <= holders && holders <= RECOVERY_HOLDERS_MAX
}
