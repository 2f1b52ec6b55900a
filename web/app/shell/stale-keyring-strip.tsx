import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import { useEffect } from 'react'
import { VaultError } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Strip } from '#web/ui/feedback/notice.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useAccountState, useVault } from '#web/parts/vault/vault-context.ts'

const text = m.shell.staleKeyring

/** Shown while the server holds an older keyring than this device has seen: which keys were compared is in there. */
export function StaleKeyringStrip() {
  const { keyring, account: sessionOf } = useVault()
  const account = useAccountState()
  const queries = useQueryClient()
  const userId = account.kind === 'open' ? account.userId : ''
  const { data: stale, error } = useQuery({
    queryKey: ['stale-keyring', userId],
    queryFn: () => keyring.stale(),
    enabled: userId !== '',
    retry: false,
    // Another device may have made a new account key at any time.
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
  const isReplaced = error instanceof VaultError && error.code === 'keys_replaced'
  useEffect(() => {
    if (!isReplaced) return
    const lock = async () => {
      // What waits for upload is kept; the password opens the vault again.
      await sessionOf.lock()
      queries.removeQueries({ queryKey: ['stale-keyring'] })
      toastError(text.replaced, sentenceFor(error))
    }
    void lock()
  }, [isReplaced, error, sessionOf, queries])
  const restore = useMutation({
    mutationFn: () => keyring.restore(),
    onSuccess: () => toastDone(text.restored),
    onError: (error) => toastError(text.failed, sentenceFor(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['stale-keyring'] }),
  })
  if (!stale) return null
  return (
    <Strip Icon={ShieldAlert}>
      <span className="min-w-0">{text.notice}</span>
      <Button variant="outline" size="sm" isBusy={restore.isPending} onClick={() => restore.mutate()}>
        {text.restore}
      </Button>
    </Strip>
  )
}
