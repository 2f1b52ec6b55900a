import { useEffect } from 'react'
import { ledger } from '#web/messages/ledger.ts'
import { toastBusy } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'

/** Says, for as long as it takes, that the public log is waited for: something is to be wrapped or sealed, and what it depends on is not listed yet. */
export function useKeyWaits(): void {
  const vault = useVault()
  useEffect(() => {
    const close: (() => void)[] = []
    const over = (): void => close.splice(0).forEach((one) => one())
    void vault.ledger.followWaits((isWaiting) => {
      over()
      if (isWaiting) close.push(toastBusy(ledger.keys.waiting))
    })
    return over
  }, [vault])
}
