import { formatDateTime } from '#web/lib/format.ts'
import type { ThreatEnforcement } from '#web/lib/remote/vault-client.ts'
import { isInForce } from '#web/lib/remote/vault-client.ts'
import { threatsPage } from '#web/messages/threats/threats-page.ts'

const text = threatsPage.enforced
const endings: Record<string, string> = text.ended

/** How something that the server does ends, or how it ended. */
export function endWords(enforcement: ThreatEnforcement, now: Date): string {
  const { until, liftedHow } = enforcement
  if (liftedHow !== null) return endings[liftedHow] ?? text.over
  if (!isInForce(enforcement, now)) return text.over
  if (enforcement.action === 'pause') return text.untilLifted
  return until === null ? text.untilProof : text.until(formatDateTime(new Date(until)))
}
