import { useStore } from '#web/lib/store.ts'
import { useLeaveGuard } from '../../use-leave-guard.ts'
import { useVault } from '../../vault-context.ts'
import { isRunning } from './transfer-summary.ts'

/** Has the browser ask before the page is left with uploads or downloads under way. */
export function useTransferGuard() {
  const { files } = useVault()
  const isUploading = useStore(files.uploads).some(isRunning)
  useLeaveGuard(useStore(files.downloads).length > 0 || isUploading)
}
