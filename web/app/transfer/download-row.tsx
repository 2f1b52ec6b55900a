import type { DownloadProgress } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { TransferRow } from '#web/ui/list/transfer-row.tsx'

export function DownloadRow({ download: { name, sizeBytes, doneBytes } }: { download: DownloadProgress }) {
  return (
    <TransferRow
      name={name}
      text={m.transfers.decrypting(doneBytes, sizeBytes)}
      tone="normal"
      progress={sizeBytes > 0 ? { label: m.transfers.progressOf(name), value: doneBytes / sizeBytes } : null}
    />
  )
}
