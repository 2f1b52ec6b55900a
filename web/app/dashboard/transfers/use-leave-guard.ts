import { useEffect } from 'react'
import { useStore } from '#web/lib/store.ts'
import { useVault } from '../../vault-context.ts'
import { isRunning } from './transfer-summary.ts'

/** Has the browser ask before the page is left with uploads or downloads under way. */
export function useLeaveGuard() {
  const { files } = useVault()
  const isUploading = useStore(files.uploads).some(isRunning)
  const isBusy = useStore(files.downloads).length > 0 || isUploading

  useEffect(() => {
    if (!isBusy) return
    const guard = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', guard)
    return () => removeEventListener('beforeunload', guard)
  }, [isBusy])
}
