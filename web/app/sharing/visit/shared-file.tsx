import { useMutation } from '@tanstack/react-query'
import { Download, Eye } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { formatBytes } from '#web/lib/format.ts'
import { useStore } from '#web/lib/remote/store.ts'
import type { VisitedFile, VisitedLink } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { StepFrame } from '../../account/step-frame.tsx'
import { PreviewDialog } from '../../drive/preview/preview-dialog.tsx'
import { previewPlan } from '../../drive/preview/preview-kind.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { countSentence, linkFacts } from './link-facts.ts'
import { useLinkVisit } from './use-link-visit.ts'

/** The file behind a link that opened: what it is, and the buttons that show it here and save it. */
export function SharedFile({ link, file }: { link: VisitedLink; file: VisitedFile }) {
  const text = m.link
  const { files } = useVault()
  const { untilMs, left, isClosed, prepare: prepareFile } = useLinkVisit(link)
  const [isPreviewing, setPreviewing] = useState(false)
  const previewButton = useRef<HTMLButtonElement>(null)
  const prepare = useCallback(() => prepareFile(file.id), [prepareFile, file.id])
  const openView = useCallback(() => files.show(prepare, { needsVault: false }), [files, prepare])
  const download = useMutation({ mutationFn: () => files.save(prepare, { needsVault: false }) })

  return (
    <StepFrame title={text.title} seed={link.id}>
      <div>
        <Heading className="wrap-anywhere">{file.name}</Heading>
        <div className="mt-3">
          <FactList facts={linkFacts(link, file.sizeBytes, left)} />
        </div>
      </div>
      {download.error && <Notice tone="error">{text.downloadFailed(sentenceFor(download.error))}</Notice>}
      {download.isSuccess && <Notice tone="done">{text.saved}</Notice>}
      {left !== null && <Text tone="soft">{countSentence(text, left, untilMs)}</Text>}
      {!isClosed && (
        <div className="flex flex-wrap gap-3">
          <Button size="lg" isBusy={download.isPending} onClick={() => download.mutate()}>
            {!download.isPending && <Download size={18} aria-hidden="true" />}
            {download.isPending ? text.downloading : download.isSuccess ? text.again : text.download}
          </Button>
          {previewPlan(file).kind !== 'none' && (
            <Button ref={previewButton} size="lg" variant="outline" onClick={() => setPreviewing(true)}>
              <Eye size={18} aria-hidden="true" />
              {text.preview}
            </Button>
          )}
        </div>
      )}
      {download.isPending && <DownloadState file={file} />}
      <Text tone="hint" size="xs">
        {text.how} {link.sender !== null && text.unsigned}
      </Text>
      <PreviewDialog
        file={isPreviewing ? file : null}
        files={[]}
        openView={openView}
        onShow={() => undefined}
        onDownload={() => download.mutate()}
        onClose={() => setPreviewing(false)}
        gridRef={previewButton}
      />
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
