import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useStore } from '#web/lib/remote/store.ts'
import { m } from '#web/messages/app.ts'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { FloatingPanel, PanelNote } from '#web/ui/overlay/floating-panel.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import {
  isFinished,
  isRunning,
  newestBatch,
  shownUploads,
  totalProgress,
  transferTitle,
} from '../../lib/files/transfer-summary.ts'
import { NoRoomNotice } from './no-room-notice.tsx'
import { UploadRow } from './upload-row.tsx'
import { useCollapsed } from './use-collapsed.ts'
import type { DownloadProgress } from '#web/lib/remote/vault-client.ts'
import { TransferRow } from '#web/ui/list/transfer-row.tsx'

/** Everything on its way into or out of the vault. */
export function TransferPanel() {
  const text = m.transfers
  const { files } = useVault()
  const uploads = useStore(files.uploads)
  const downloads = useStore(files.downloads)
  const isQuiet = downloads.length === 0 && !uploads.some(isRunning)
  const box = useRef<HTMLElement>(null)
  const { isCollapsed, choose } = useCollapsed(isQuiet, newestBatch(uploads), box)
  const [isAsking, setAsking] = useState(false)
  if (uploads.length === 0 && downloads.length === 0) return null

  const { shown, more } = shownUploads(uploads)
  const unfinished = uploads.filter((upload) => !isFinished(upload) && upload.state !== 'failed')
  const stopAll = () => {
    for (const upload of uploads) if (!isFinished(upload)) files.cancelUpload(upload.id)
    files.clearFinishedUploads()
  }

  return (
    <FloatingPanel
      ref={box}
      label={text.region}
      title={transferTitle(uploads, downloads)}
      actions={
        <>
          <IconButton
            label={isCollapsed ? text.expand : text.collapse}
            aria-expanded={!isCollapsed}
            onClick={() => choose(isCollapsed ? 'open' : 'collapsed')}
          >
            {isCollapsed ? <ChevronUp size={16} aria-hidden="true" /> : <ChevronDown size={16} aria-hidden="true" />}
          </IconButton>
          {uploads.length > 0 && (
            <IconButton label={text.close} onClick={() => (unfinished.length > 0 ? setAsking(true) : stopAll())}>
              <X size={16} aria-hidden="true" />
            </IconButton>
          )}
        </>
      }
      progress={
        <>
          {uploads.some(isRunning) && <Progress label={text.total} value={totalProgress(uploads)} />}
          {!isCollapsed && <NoRoomNotice />}
        </>
      }
      footer={!isCollapsed && <Footer />}
    >
      {!isCollapsed && (
        <>
          {downloads.map((download) => (
            <DownloadRow key={download.id} download={download} />
          ))}
          {shown.map((upload) => (
            <UploadRow key={upload.id} upload={upload} />
          ))}
          {more > 0 && <PanelNote>{text.more(more)}</PanelNote>}
        </>
      )}
      <AlertDialog
        isOpen={isAsking}
        title={text.confirm.title(unfinished.length)}
        text={text.confirm.text}
        confirmLabel={text.confirm.stop}
        cancelLabel={text.confirm.keep}
        onConfirm={stopAll}
        onClose={() => setAsking(false)}
      />
    </FloatingPanel>
  )
}

/** What can be done with several uploads at once; absent while there is nothing to do. */
function Footer() {
  const { files } = useVault()
  const uploads = useStore(files.uploads)
  const failed = uploads.filter(({ state }) => state === 'failed').length
  const hasFinished = shownUploads(uploads).shown.some(isFinished)
  return (
    <>
      {failed > 1 && (
        <Button size="sm" variant="outline" onClick={files.retryFailedUploads}>
          {m.transfers.retryAll}
        </Button>
      )}
      {hasFinished && (
        <Button size="sm" variant="ghost" onClick={files.clearFinishedUploads}>
          {m.transfers.clear}
        </Button>
      )}
    </>
  )
}

function DownloadRow({ download: { name, sizeBytes, doneBytes } }: { download: DownloadProgress }) {
  return (
    <TransferRow
      name={name}
      text={m.transfers.decrypting(doneBytes, sizeBytes)}
      tone="normal"
      progress={sizeBytes > 0 ? { label: m.transfers.progressOf(name), value: doneBytes / sizeBytes } : null}
    />
  )
}
