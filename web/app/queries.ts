import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { reportFailure, onReachable } from '#web/lib/remote/connectivity.ts'
import { VaultError, type AccountClient, type VaultErrorCode } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { toastError } from '#web/ui/overlay/toast.tsx'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The toast for a list that could not be read; without one it fails silently. */
      failed?: string
    }
  }
}

const RETRIES = 2
/** The page itself changes: to the screen that asks for the password, or to the one that says that a space is gone. */
const SHOWN_BY_PAGE: ReadonlySet<VaultErrorCode> = new Set([
  'vault_locked',
  'session_ended',
  'organisation_leaving',
  'organisation_suspended',
  'confirmation_needed',
  'sign_in_way_required',
  'second_factor_required',
  'space_gone',
])

/** Decrypted view models live here, in memory only. */
export const queries = new QueryClient({
  mutationCache: new MutationCache({ onError: readWhatRefused }),
  queryCache: new QueryCache({ onError: (error, { meta }) => toastQueryError(error, meta?.failed) }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < RETRIES && isWorthRetrying(error),
      // The vault answers from memory while offline and says itself when it cannot.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

/** Drops every decrypted name the moment the vault locks or the account signs out. */
export function forgetOnLock(account: AccountClient) {
  account.state.subscribe(() => {
    if (account.state.read().kind !== 'open') queries.clear()
  })
}

/** A tab whose session was ended elsewhere, or is held, notices by the first thing that is refused, be it only the look for news. */
export function leaveWhenEnded(account: AccountClient) {
  let isAsking = false
  const follow = async (act: () => Promise<void>) => {
    isAsking = true
    try {
      await act()
    } catch (error) {
      // Without an answer nothing is known; the next refusal asks again.
      reportFailure(error)
    }
    isAsking = false
  }
  const note = ({ type, action }: { type: string; action?: { type: string; error?: unknown } }) => {
    if (type !== 'updated' || action?.type !== 'error' || isAsking) return
    if (!(action.error instanceof VaultError)) return
    if (['session_ended', 'organisation_leaving', 'organisation_suspended'].includes(action.error.code))
      void follow(account.leaveIfEnded)
    if (['confirmation_needed', 'sign_in_way_required', 'second_factor_required'].includes(action.error.code))
      void follow(account.askToConfirm)
  }
  queries.getQueryCache().subscribe(note)
  queries.getMutationCache().subscribe(note)
}

/** What could not be read for want of an answer is read when there is one. */
export function readAgainWhenReachable() {
  onReachable(() => void queries.invalidateQueries({ predicate: ({ state }) => state.status === 'error' }))
}

/** Somebody who is refused may have been removed from the space, or their changes are paused; the page then says so. */
function readWhatRefused(error: Error): void {
  if (!(error instanceof VaultError)) return
  if (['not_allowed', 'not_found', 'space_gone'].includes(error.code)) {
    void queries.invalidateQueries({ queryKey: ['spaces'] })
  }
  if (error.code === 'changes_paused') void queries.invalidateQueries({ queryKey: ['threats'] })
}

function toastQueryError(error: Error, sentence: string | undefined): void {
  reportFailure(error)
  const isShown = error instanceof VaultError && SHOWN_BY_PAGE.has(error.code)
  if (sentence && !isShown) toastError(m.files.toast.error, m.files.because(sentence, sentenceFor(error)))
}

function isWorthRetrying(error: Error): boolean {
  return !(error instanceof VaultError) || error.code === 'unexpected'
}
