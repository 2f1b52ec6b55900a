import { useStoreValue } from '#web/lib/remote/store.ts'
import { useLeaveGuard } from '#web/parts/form/use-leave-guard.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { isRunning } from '../../lib/files/transfer-summary.ts'

/** Has the browser ask before the page is left with uploads or downloads under way. */
export function useTransferGuard() {
  const { files } = useVault()
  // Values, not the lists: this runs at the top of the dashboard, which would render again for every piece that was sent.
  const isUploading = useStoreValue(files.uploads, (uploads) => uploads.some(isRunning))
  const isDownloading = useStoreValue(files.downloads, (downloads) => downloads.length > 0)
  useLeaveGuard(isDownloading || isUploading)
}
