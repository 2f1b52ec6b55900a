import { removedAfter } from '#ledger/events/removed-after.ts'
import { formatCount } from '#web/lib/format.ts'
import type { AuditEvent } from '#web/lib/remote/vault-client.ts'
import { retention } from '#web/messages/audit/retention.ts'

/** In the place of who it was; undefined where that is still there. */
export function removedWho({ details }: AuditEvent): string | undefined {
  const { who } = removedAfter(details)
  return who === undefined ? undefined : retention.removed(formatCount(who))
}

/** What was removed of an event after its time; undefined where nothing was. */
export function removedSentence({ details }: AuditEvent): string | undefined {
  const { who, where } = removedAfter(details)
  if (who !== undefined) return retention.removedText(formatCount(who))
  return where === undefined ? undefined : retention.whereRemovedText(formatCount(where))
}
