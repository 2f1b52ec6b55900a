import type { EventState, LedgerReport } from '#web/lib/remote/vault-client.ts'

/** `unchecked`: something is wrong with the ledger itself, so nothing is compared with it. Undefined while it is being checked. */
export type ShownState = EventState | { readonly state: 'unchecked' } | undefined
export type StateOf = (eventId: string) => ShownState

/** What this browser found out about each event. */
export function statesIn(report: LedgerReport | undefined): StateOf {
  const hasProblem = report?.log !== undefined && 'problem' in report.log
  return (eventId) => report?.events.get(eventId) ?? (hasProblem ? { state: 'unchecked' } : undefined)
}
