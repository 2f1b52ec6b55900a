import { queryOptions } from '@tanstack/react-query'
import type { AuditEvent, CheckedKeys, VaultClient } from '#web/lib/remote/vault-client.ts'

/** An event gets its place within a second, and its checkpoint two seconds later. */
const PENDING_MS = 2_500
const LOOK_EVERY_MS = 60_000
/** New keys are listed within seconds, or a minute where witnesses sign. */
const LISTED_SOON_MS = 15_000
/** Of a promise that was broken, the second look says so. */
const RECEIPTS_EVERY_MS = 120_000
const KEYS_EVERY_MS = 3_600_000

/** What this browser finds out about the log of the organisation, and about some events in it. */
export function ledgerQuery(ledger: VaultClient['ledger'], events: readonly AuditEvent[]) {
  return queryOptions({
    queryKey: ['ledger', events.map(({ id }) => id)],
    queryFn: async ({ signal }) => {
      const report = await ledger.check(events)
      // A check whose page was left tells nothing: opening the page again starts one of its own, instead of waiting for what was read before.
      signal.throwIfAborted()
      return report
    },
    staleTime: 0,
    refetchInterval: ({ state }) =>
      [...(state.data?.events.values() ?? [])].some((one) => one.state === 'pending') ? PENDING_MS : LOOK_EVERY_MS,
    // The rows of the page before would be marked by what is known of others.
    placeholderData: (before) => before,
  })
}

/** What the public log lists of one's own keys: looked at whenever the vault is opened, and each hour. */
export function ownKeysQuery(ledger: VaultClient['ledger'], userId: string) {
  return queryOptions({
    queryKey: ['listed-keys', userId],
    queryFn: () => ledger.ownKeys(),
    staleTime: KEYS_EVERY_MS,
    refetchInterval: ({ state }) => (isWaitedFor(state.data) ? LISTED_SOON_MS : KEYS_EVERY_MS),
  })
}

/** What became of what the server promised: looked at every few minutes, on whichever page. */
export function receiptsQuery(ledger: VaultClient['ledger'], userId: string) {
  return queryOptions({
    queryKey: ['ledger', 'receipts', userId],
    queryFn: async () => (await ledger.receipts()) ?? null,
    refetchInterval: RECEIPTS_EVERY_MS,
  })
}

/** Looked at when a person asks: an authority is asked once a day. */
export function timestampQuery(ledger: VaultClient['ledger']) {
  return queryOptions({
    queryKey: ['ledger', 'timestamp'],
    queryFn: async () => (await ledger.timestamp()) ?? null,
    staleTime: LOOK_EVERY_MS,
  })
}

export function keysOfQuery(ledger: VaultClient['ledger'], email: string) {
  return queryOptions({
    queryKey: ['listed-keys', 'of', email],
    queryFn: () => ledger.keysOf(email),
    staleTime: 0,
    refetchInterval: ({ state }) => (isWaitedFor(state.data) ? LISTED_SOON_MS : false),
  })
}

const isWaitedFor = (checked: CheckedKeys | undefined): boolean =>
  checked?.listing === 'not_listed' || checked?.listing === 'withheld'
