import { useEffect } from 'react'
import { useStore } from '#web/lib/store.ts'
import { useVault } from '../../vault-context.ts'
import { isRunning } from './transfer-summary.ts'

/** Has the browser ask before the page is left with uploads under way. */
export function useLeaveGuard() {
  const { files } = useVault()
  const isBusy = useStore(files.uploads).some(isRunning)

  useEffect(() => {
    if (!isBusy) return
    const guard = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', guard)
    return () => removeEventListener('beforeunload', guard)
  }, [isBusy])
}
