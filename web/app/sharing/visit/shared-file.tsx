import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { formatBytes, formatDateTime } from '#web/lib/format.ts'
import { useStore } from '#web/lib/remote/store.ts'
import type { VisitedFile } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { StepFrame } from '../../account/step-frame.tsx'
import { useVault } from '../../vault-context.ts'

/** The file behind a link that opened: what it is, and the button that saves it. */
export function SharedFile({ id, file }: { id: string; file: VisitedFile }) {
  const text = m.link
  const { files, visit } = useVault()
  const [savedTimes, setSavedTimes] = useState(0)
  const download = useMutation({
    mutationFn: () => files.save(() => visit.prepareDownload(id), { needsVault: false }),
    onSuccess: () => setSavedTimes((times) => times + 1),
  })
  const left = file.downloadsLeft === null ? null : Math.max(0, file.downloadsLeft - savedTimes)

  return (
    <StepFrame title={text.title} seed={id}>
      <div>
        <Heading className="wrap-anywhere">{file.name}</Heading>
        <div className="mt-3">
          <FactList facts={factsOf({ ...file, downloadsLeft: left })} />
        </div>
      </div>
      {download.error && <Notice tone="error">{text.downloadFailed(sentenceFor(download.error))}</Notice>}
      {download.isSuccess && <Notice tone="done">{text.saved}</Notice>}
      {left === 0 && <Text tone="soft">{text.usedUp}</Text>}
      {left !== 0 && (
        <Button size="lg" isBusy={download.isPending} onClick={() => download.mutate()}>
          {!download.isPending && <Download size={18} aria-hidden="true" />}
          {download.isPending ? text.downloading : download.isSuccess ? text.again : text.download}
        </Button>
      )}
      {download.isPending && <DownloadState file={file} />}
      <Text tone="hint" size="xs">
        {text.how} {file.sender !== null && text.unsigned}
      </Text>
    </StepFrame>
  )
}

function DownloadState({ file }: { file: VisitedFile }) {
  const { files } = useVault()
  const [running] = useStore(files.downloads)
  const doneBytes = running?.doneBytes ?? 0
  return (
    <div className="flex flex-col gap-1.5">
      <Text tone="soft" size="xs" className="tabular-nums">
        {m.link.decrypting(formatBytes(doneBytes), formatBytes(file.sizeBytes))}
      </Text>
      <Progress label={m.link.progress(file.name)} value={file.sizeBytes === 0 ? 1 : doneBytes / file.sizeBytes} />
    </div>
  )
}

function factsOf(file: VisitedFile): [string, string][] {
  const text = m.link
  return [
    [text.size, formatBytes(file.sizeBytes)],
    [text.sender, file.sender ?? text.senderHidden],
    [text.expires, formatDateTime(new Date(file.expiresAt))],
    ...(file.downloadsLeft === null ? [] : [[text.left, text.leftValue(file.downloadsLeft)] as [string, string]]),
  ]
}
