import { ChevronLeft, ChevronRight, Download } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router'
import { formatBytes } from '#web/lib/format.ts'
import { m } from '#web/messages/app.ts'
import { FullDialog } from '#web/ui/overlay/full-dialog.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { PreviewBody, type PreviewFile } from './preview-body.tsx'
import { useBackCloses } from '../../use-back-closes.ts'
import type { OpenView } from './use-view.ts'

type Props<File extends PreviewFile> = {
  /** Open while there is one. */
  file: File | null
  /** In the order of the list: the arrows walk through them. */
  files: readonly File[]
  openView: OpenView
  /** Before the size, where the name alone does not say which one it is. */
  note?: string
  onShow: (file: File) => void
  onDownload: (file: File) => void
  onClose: () => void
  /** Takes the focus afterwards. */
  gridRef: RefObject<HTMLElement | null>
}

/** Shows a file decrypted in the page, and its neighbours by arrow keys. */
export function PreviewDialog<File extends PreviewFile>({
  file,
  files,
  openView,
  note,
  onShow,
  onDownload,
  onClose,
  gridRef,
}: Props<File>) {
  const text = m.preview
  useAddress({ file, files, onShow, onClose })
  const at = files.findIndex(({ id }) => id === file?.id)
  const before = at > 0 ? files[at - 1] : undefined
  const after = at >= 0 ? files[at + 1] : undefined
  const walk = (event: KeyboardEvent) => {
    // A player seeks with the same keys.
    if (event.target instanceof HTMLMediaElement || event.altKey || event.ctrlKey || event.metaKey) return
    const to = event.key === 'ArrowLeft' ? before : event.key === 'ArrowRight' ? after : undefined
    if (to) onShow(to)
  }
  const step = (label: string, to: File | undefined, Icon: typeof ChevronLeft) => (
    <IconButton label={label} disabled={!to} focusableWhenDisabled onClick={() => to && onShow(to)}>
      <Icon size={18} aria-hidden="true" />
    </IconButton>
  )

  return (
    <FullDialog
      isOpen={file !== null}
      onClose={onClose}
      title={file?.name ?? ''}
      note={
        file &&
        [
          ...(note ? [note] : []),
          formatBytes(file.sizeBytes),
          ...(at >= 0 ? [text.position(at + 1, files.length)] : []),
        ].join(' · ')
      }
      onKeyDown={walk}
      finalFocus={gridRef}
      actions={
        <>
          {files.length > 1 && step(text.previous, before, ChevronLeft)}
          {files.length > 1 && step(text.next, after, ChevronRight)}
          <IconButton label={text.download} onClick={() => file && onDownload(file)}>
            <Download size={18} aria-hidden="true" />
          </IconButton>
        </>
      }
    >
      {file && <PreviewBody key={file.id} file={file} openView={openView} onDownload={() => onDownload(file)} />}
    </FullDialog>
  )
}

const PARAMETER = 'preview'

/** Says in the address which file is shown: Back closes it, and a reload shows it again. */
function useAddress<File extends PreviewFile>({
  file,
  files,
  onShow,
  onClose,
}: Pick<Props<File>, 'file' | 'files' | 'onShow' | 'onClose'>) {
  const { key, search } = useLocation()
  const query = file ? { query: { name: PARAMETER, value: file.id } } : {}
  const { isWanted } = useBackCloses({ name: PARAMETER, isOpen: file !== null, onClose, ...query })
  const wantedId = isWanted ? new URLSearchParams(search).get(PARAMETER) : null
  const wanted = files.find(({ id }) => id === wantedId)
  // Once for each time that the address is reached: closing it stays a moment at the address.
  const answered = useRef<string>(undefined)
  const show = useEffectEvent((one: File | undefined, at: string) => {
    if (!one || answered.current === at) return
    answered.current = at
    onShow(one)
  })
  useEffect(() => show(wanted, key), [wanted, key])
}
