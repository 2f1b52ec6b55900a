import { FolderDown } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { formatBytes } from '#web/lib/format.ts'
import { useStore } from '#web/lib/remote/store.ts'
import type { VisitedFile, VisitedLink } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { StepFrame } from '../../account/step-frame.tsx'
import { PreviewDialog } from '../../drive/preview/preview-dialog.tsx'
import { previewPlan } from '../../drive/preview/preview-kind.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { countSentence, linkFacts } from './link-facts.ts'
import { SharedFileRows } from './shared-file-rows.tsx'
import { useSaveShared } from './use-save-shared.ts'
import { useLinkVisit } from './use-link-visit.ts'

/** The files behind a link to several: what they are, one by one to look at or save, and all of them as an archive. */
export function SharedFiles({ link }: { link: VisitedLink }) {
  const text = m.link
  const { files: client } = useVault()
  const visit = useLinkVisit(link)
  const { prepare, left, untilMs, isClosed } = visit
  const { save, damaged, problem, saved, saving } = useSaveShared(link, visit)
  const [shown, setShown] = useState<VisitedFile | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const openView = useCallback((id: string) => client.show(() => prepare(id), { needsVault: false }), [client, prepare])
  const there = link.files.filter(({ id, isMissing }) => !isMissing && !damaged.has(id))
  const missing = link.files.filter(({ isMissing }) => isMissing).length
  const title = link.several?.name ?? text.several.files(link.files.length)

  return (
    <StepFrame title={text.several.title} seed={link.id} isWide>
      <div>
        <Heading className="wrap-anywhere">{title}</Heading>
        <div className="mt-3">
          <FactList facts={linkFacts(link, totalOf(link.files), left)} />
        </div>
      </div>
      {missing > 0 && <Notice tone="attention">{text.several.missingText(missing)}</Notice>}
      {problem !== null && <Notice tone="error">{text.downloadFailed(problem)}</Notice>}
      {saved !== null && <Notice tone="done">{text.several.saved(saved)}</Notice>}
      {left !== null && <Text tone="soft">{countSentence(text.several, left, untilMs)}</Text>}
      {!isClosed && there.length > 1 && (
        <SaveAll link={link} there={there} saving={saving} onSave={() => save(there)} />
      )}
      {saving !== null && <SaveState name={title} />}
      <div ref={list} tabIndex={-1} className="outline-none">
        <SharedFileRows
          files={link.files}
          damaged={damaged}
          isClosed={isClosed}
          saving={saving}
          onPreview={setShown}
          onSave={(file) => save([file])}
        />
      </div>
      <Text tone="hint" size="xs">
        {text.several.how} {link.sender !== null && text.unsigned}
      </Text>
      <PreviewDialog
        file={shown}
        files={there.filter((file) => previewPlan(file).kind !== 'none')}
        openView={openView}
        onShow={setShown}
        onDownload={(file) => save([file])}
        onClose={() => setShown(null)}
        gridRef={list}
      />
    </StepFrame>
  )
}

type SaveAllProps = { link: VisitedLink; there: readonly VisitedFile[]; saving: string | null; onSave: () => void }

/** Saves what is there as one archive. */
function SaveAll({ link, there, saving, onSave }: SaveAllProps) {
  const text = m.link
  const all = there.length === link.files.length ? text.several.all : text.several.rest(there.length)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button size="lg" isBusy={saving === 'all'} disabled={saving !== null} onClick={onSave}>
        {saving !== 'all' && <FolderDown size={18} aria-hidden="true" />}
        {saving === 'all' ? text.downloading : all}
      </Button>
      <Text tone="soft" size="xs">
        {text.several.zip} {formatBytes(totalOf(there))}
      </Text>
    </div>
  )
}

const totalOf = (files: readonly VisitedFile[]): number => files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)

function SaveState({ name }: { name: string }) {
  const { files } = useVault()
  const [running] = useStore(files.downloads)
  if (!running) return null
  const { doneBytes, sizeBytes } = running
  return (
    <div className="flex flex-col gap-1.5">
      <Text tone="soft" size="xs" className="tabular-nums">
        {m.link.decrypting(formatBytes(doneBytes), formatBytes(sizeBytes))}
      </Text>
      <Progress label={m.link.progress(name)} value={sizeBytes === 0 ? 1 : doneBytes / sizeBytes} />
    </div>
  )
}
