import { QueryClient } from '@tanstack/react-query'
import { VaultError, type AccountClient } from '#web/lib/vault-client.ts'

const RETRIES = 2

/** Decrypted view models live here, in memory only. */
export const queries = new QueryClient({
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

function isWorthRetrying(error: Error): boolean {
  return !(error instanceof VaultError) || error.code === 'unexpected'
}
