import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { reportFailure } from '#web/lib/remote/connectivity.ts'
import { VaultError, ZipError } from '#web/lib/remote/vault-client.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { pauseQuery } from '../threats.queries.ts'

/** A read that takes so long may be one that a detector slows down: the vault waits and continues by itself, and says nothing. */
const SLOW_MS = 4000
const ASKED_AGAIN_MS = 20_000

/**
 * Has the page say why a read is refused, or takes long: the strip at its top where reading is slowed down, and the page that asks for a confirmation
 * where the session is held.
 */
export function useWatchedReading(): <T>(reading: Promise<T>) => Promise<T> {
  const { account, threats } = useVault()
  const queries = useQueryClient()
  return useCallback(
    async (reading) => {
      const look = () => {
        void queries.fetchQuery({ ...pauseQuery(threats), staleTime: SLOW_MS / 2 }).catch(reportFailure)
      }
      let timer = setTimeout(function again() {
        look()
        timer = setTimeout(again, ASKED_AGAIN_MS)
      }, SLOW_MS)
      try {
        return await reading
      } catch (error) {
        const cause = error instanceof ZipError ? error.cause : error
        const code = cause instanceof VaultError ? cause.code : undefined
        if (code === 'reading_slowed') void queries.invalidateQueries({ queryKey: pauseQuery(threats).queryKey })
        if (code === 'confirmation_needed') await account.askToConfirm().catch(reportFailure)
        throw error
      } finally {
        clearTimeout(timer)
      }
    },
    [account, threats, queries],
  )
}
