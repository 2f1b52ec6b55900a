import { useRef, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { useStore } from '#web/lib/remote/store.ts'
import type { OpenedRequest, SentFile } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { requests as requestWords } from '#web/messages/requests.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { TOUCH, useMedia } from '#web/lib/media.ts'
import { DropFrame, DropZone, FileInput } from '#web/ui/form/drop-zone.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { RowList } from '#web/ui/list/row-list.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { toastError } from '#web/ui/overlay/toast.tsx'
import { StepFrame } from '../../account/step-frame.tsx'
import { useWindowDrop } from '../../drive/upload/use-window-drop.ts'
import { useLeaveGuard } from '#web/parts/form/use-leave-guard.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { SentFileRow } from './sent-file-row.tsx'

const text = requestWords.sender

/** Who asks for what, and where their files are sent. */
export function SendFiles({ id, request }: { id: string; request: OpenedRequest }) {
  const files = useStore(useVault().sender.files).filter(({ requestId }) => requestId === id)
  const isBusy = files.some(isInTransit)
  useLeaveGuard(isBusy)
  const left = leftAfter(request, files)
  const sent = files.filter(({ state }) => state === 'sent').length

  return (
    <StepFrame title={request.title} seed={id} isWide>
      {request.note && <Text className="whitespace-pre-wrap wrap-anywhere">{request.note}</Text>}
      <FactList
        facts={[
          [text.from, [request.name, request.email].filter(Boolean).join(' · ') || text.fromHidden],
          [text.expires, formatDateTime(new Date(request.expiresAt))],
          [text.left, text.leftValue(left.files, left.bytes)],
        ]}
      />
      <ChooseFiles id={id} request={request} isBusy={isBusy} isFull={left.files === 0 && !isBusy} />
      <SentFiles files={files} />
      <div aria-live="polite">{sent > 0 && !isBusy && <Notice tone="done">{text.allSent(sent)}</Notice>}</div>
      <Text tone="hint" size="xs">
        {text.how} {(request.name || request.email) && text.unsigned}
      </Text>
    </StepFrame>
  )
}

type Choosing = { id: string; request: OpenedRequest; isBusy: boolean; isFull: boolean }

function ChooseFiles({ id, request, isBusy, isFull }: Choosing) {
  const { sender } = useVault()
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const send = (chosen: readonly File[]) =>
    sender.send(id, chosen, { maxFileBytes: request.maxFileBytes, sender: name })
  const isTouch = useMedia(TOUCH)
  const isOver = useWindowDrop(({ files: dropped, folders }) => {
    if (folders.length > 0) toastError(m.files.toast.error, text.noFolders)
    if (dropped.length > 0) send(dropped)
  })
  return (
    <>
      {isFull ? (
        <Text tone="soft">{text.full}</Text>
      ) : (
        <>
          <TextField
            name="name"
            label={text.yourName}
            hint={text.yourNameHint}
            isOptional
            autoComplete="name"
            maxLength={LIMITS.personNameCharacters}
            value={name}
            onValueChange={setName}
          />
          <DropZone
            label={text.choose}
            title={text.drop}
            text={isOver ? text.dropActive : isTouch ? text.touchText : text.dropText}
            isActive={isOver}
            isBusy={isBusy}
            onPress={() => input.current?.click()}
            badges={<Badge>{text.largest(Math.min(request.maxFileBytes, request.bytesLeft))}</Badge>}
          />
        </>
      )}
      <FileInput inputRef={input} onFiles={send} isMultiple />
      {isOver && <DropFrame title={text.dropActive} target={request.title} />}
    </>
  )
}

function SentFiles({ files }: { files: readonly SentFile[] }) {
  if (files.length === 0) return null
  return (
    <RowList label={text.list}>
      {files.map((file) => (
        <SentFileRow key={file.id} file={file} />
      ))}
    </RowList>
  )
}

const isInTransit = ({ state }: SentFile): boolean => state === 'waiting' || state === 'sending'

/** What a request still takes besides the files that this page has sent or is sending; what failed takes no room. */
export function leftAfter(
  { filesLeft, bytesLeft }: Pick<OpenedRequest, 'filesLeft' | 'bytesLeft'>,
  sent: readonly SentFile[],
): { files: number; bytes: number } {
  const counted = sent.filter(({ state }) => state !== 'failed')
  const bytes = counted.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  return { files: Math.max(0, filesLeft - counted.length), bytes: Math.max(0, bytesLeft - bytes) }
}
