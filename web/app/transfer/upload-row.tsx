import { Pause, Play, RotateCcw, X } from 'lucide-react'
import { memo, useRef } from 'react'
import { useStore } from '#web/lib/remote/store.ts'
import type { UploadItem } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { FileInput } from '#web/ui/form/drop-zone.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { TransferRow } from '#web/ui/list/transfer-row.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { uploadText } from '../../lib/files/transfer-summary.ts'

const TONE = { failed: 'failed', sealed: 'done', paused: 'waiting', resumable: 'attention' } as const

/** Drawn again only when its own upload changed: a batch has many. */
export const UploadRow = memo(function UploadRow({ upload }: { upload: UploadItem }) {
  const { name, state, sentBytes, sizeBytes } = upload
  const hasProgress = state === 'uploading' || state === 'paused'
  return (
    <TransferRow
      name={name}
      text={uploadText(upload)}
      tone={state in TONE ? TONE[state as keyof typeof TONE] : 'normal'}
      progress={
        hasProgress && sizeBytes > 0 ? { label: m.transfers.progressOf(name), value: sentBytes / sizeBytes } : null
      }
    >
      <Continue upload={upload} />
      <Cancel upload={upload} />
    </TransferRow>
  )
})

/** The one thing that makes this upload continue, or stop for now. */
function Continue({ upload: { id, name, state, sizeBytes } }: { upload: UploadItem }) {
  const { files } = useVault()
  const maxFileBytes = useStore(files.maxFileBytes)
  const chooser = useRef<HTMLInputElement>(null)
  const text = m.transfers

  switch (state) {
    case 'encrypting':
    case 'uploading':
      return (
        <IconButton label={text.pause(name)} onClick={() => files.pauseUpload(id)}>
          <Pause size={16} aria-hidden="true" />
        </IconButton>
      )
    case 'paused':
      return (
        <IconButton label={text.resume(name)} onClick={() => files.resumeUpload(id)}>
          <Play size={16} aria-hidden="true" />
        </IconButton>
      )
    case 'failed':
      // A file that is too large stays too large.
      if (sizeBytes > maxFileBytes) return null
      return (
        <IconButton label={text.retry(name)} onClick={() => files.resumeUpload(id)}>
          <RotateCcw size={16} aria-hidden="true" />
        </IconButton>
      )
    case 'resumable':
      return (
        <>
          <IconButton label={text.choose(name)} onClick={() => chooser.current?.click()}>
            <Play size={16} aria-hidden="true" />
          </IconButton>
          <FileInput inputRef={chooser} onFiles={([file]) => file && files.resumeUpload(id, file)} />
        </>
      )
    case 'waiting':
    case 'sealed':
    case 'cancelled':
      return null
  }
}

function Cancel({ upload: { id, name, state } }: { upload: UploadItem }) {
  const { files } = useVault()
  if (state === 'sealed' || state === 'cancelled') return null
  return (
    <IconButton label={m.transfers.cancel(name)} tone="quiet" onClick={() => files.cancelUpload(id)}>
      <X size={16} aria-hidden="true" />
    </IconButton>
  )
}
