import { Download } from 'lucide-react'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { formatBytes } from '#web/lib/format.ts'
import { useStore } from '#web/lib/remote/store.ts'
import type { FileView } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { AudioViewer, ImageViewer, TextViewer, VideoViewer, ViewerCenter } from '#web/ui/overlay/viewer.tsx'
import { FileIcon } from '../list/file-icon.tsx'
import { type PreviewPlan, previewPlan } from './preview-kind.ts'
import { decodeText, SHOWN_TEXT_BYTES } from './preview-text.ts'
import { type OpenView, useRead, useView } from './use-view.ts'

const text = m.preview

/** What can be looked at. */
export type PreviewFile = { id: string; name: string; mimeType: string; sizeBytes: number }
type Props = { file: PreviewFile; openView: OpenView; onDownload: () => void }

/** One file, with the viewer for its kind; or why there is none. */
export function PreviewBody({ file, openView, onDownload }: Props) {
  const plan = previewPlan(file)
  const nothing = (title: string, more: string) => (
    <Nothing file={file} title={title} text={more} onDownload={onDownload} />
  )
  if (plan.kind === 'none') {
    return nothing(plan.because === 'large' ? text.large : text.unknown, text.unknownText)
  }
  if (file.sizeBytes === 0) return nothing(text.empty, '')
  return (
    <OpenFile
      file={file}
      openView={openView}
      plan={plan}
      unreadable={nothing(text.notAsNamed, text.notAsNamedText)}
      locked={nothing(text.locked, text.lockedText)}
      onDownload={onDownload}
    />
  )
}

type ShownPlan = Exclude<PreviewPlan, { kind: 'none' }>
type Refusals = { unreadable: ReactNode; locked: ReactNode }
type OpenProps = Props & { plan: ShownPlan } & Refusals

function OpenFile({ file, openView, plan, unreadable, locked, onDownload }: OpenProps) {
  const { value: view, error } = useView(openView, file.id)
  if (error !== undefined) return <Failed error={error} />
  if (!view) return <Loading />
  const viewer = { view, plan, unreadable }
  if (plan.kind === 'text') return <TextPreview {...viewer} onDownload={onDownload} />
  if (plan.kind === 'pdf')
    return <PdfFile view={view} unreadable={unreadable} locked={locked} onDownload={onDownload} />
  return plan.kind === 'image' ? <ImagePreview {...viewer} /> : <Played {...viewer} />
}

type ViewerProps = { view: FileView; plan: ShownPlan; unreadable: ReactNode }

function TextPreview({ view, unreadable, onDownload }: ViewerProps & { onDownload: () => void }) {
  const { value, error } = useRead(async () => {
    const pieces = await view.read(0, SHOWN_TEXT_BYTES)
    return decodeText(new Uint8Array(await new Blob(pieces).arrayBuffer()), view.sizeBytes > SHOWN_TEXT_BYTES)
  })
  if (error !== undefined) return <Failed error={error} />
  if (value === undefined) return <Loading />
  if (value === null) return unreadable
  return (
    <>
      {value.isGuessed && <Partly text={text.guessed} onDownload={onDownload} />}
      {view.sizeBytes > SHOWN_TEXT_BYTES && (
        <div className="p-3">
          <Notice tone="info">{text.beginning(formatBytes(SHOWN_TEXT_BYTES), formatBytes(view.sizeBytes))}</Notice>
        </div>
      )}
      <TextViewer label={text.text} text={value.text} />
    </>
  )
}

function ImagePreview({ view, plan, unreadable }: ViewerProps) {
  const [isUnreadable, setUnreadable] = useState(false)
  const { value: blob, error } = useRead(async () => new Blob(await view.read(0, view.sizeBytes), { type: plan.type }))
  const src = useObjectUrl(blob)
  if (error !== undefined) return <Failed error={error} />
  if (isUnreadable) return unreadable
  return src ? <ImageViewer src={src} name={view.name} onError={() => setUnreadable(true)} /> : <Loading />
}

/** The program that draws PDFs is as large as the rest of the app, so it is loaded when it is needed. */
function PdfFile({ view, onDownload, ...refusals }: { view: FileView; onDownload: () => void } & Refusals) {
  const { value: viewer, error } = useRead(() => import('./pdf/pdf-preview.tsx'))
  if (error !== undefined) return <Failed error={error} />
  if (!viewer) return <Loading />
  return (
    <viewer.PdfPreview
      view={view}
      loading={<Loading />}
      renderFailed={(problem) => <Failed error={problem} />}
      partly={<Partly text={text.partly} onDownload={onDownload} />}
      {...refusals}
    />
  )
}

/** Sound and film: read piece by piece through the service worker. */
function Played({ view, plan, unreadable }: ViewerProps) {
  const [isUnreadable, setUnreadable] = useState(false)
  const problem = useStore(view.problem)
  const { value: src, error = problem } = useRead(() => view.address(plan.type))
  if (error !== undefined) return <Failed error={error} />
  if (isUnreadable) return unreadable
  if (!src) return <Loading />
  const player = { src, name: view.name, onError: () => setUnreadable(true) }
  if (plan.kind === 'video') return <VideoViewer {...player} />
  return (
    <ViewerCenter>
      <FileIcon mimeType={plan.type} size={64} />
      <AudioViewer {...player} />
    </ViewerCenter>
  )
}

/** Less than the file is shown: what is missing, and the way to the whole. */
function Partly({ text: sentence, onDownload }: { text: string; onDownload: () => void }) {
  return (
    <div className="p-3">
      <Notice tone="info">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <span>{sentence}</span>
          <Button variant="outline" size="sm" onClick={onDownload}>
            <Download size={16} aria-hidden="true" />
            {m.files.action.download}
          </Button>
        </span>
      </Notice>
    </div>
  )
}

function Loading() {
  return (
    <ViewerCenter>
      <Spinner size={28} />
      <output className="text-sm">{text.loading}</output>
    </ViewerCenter>
  )
}

function Failed({ error }: { error: unknown }) {
  return (
    <ViewerCenter>
      <Notice tone="error">{m.files.because(text.failed, sentenceFor(error))}</Notice>
    </ViewerCenter>
  )
}

type NothingProps = Omit<Props, 'openView'> & { title: string; text: string }

function Nothing({ file, title, text: more, onDownload }: NothingProps) {
  return (
    <ViewerCenter>
      <FileIcon mimeType={file.mimeType} size={64} />
      <div>
        <Text size="lead" className="font-semibold">
          {title}
        </Text>
        {more && <Text tone="soft">{more}</Text>}
      </div>
      <Button onClick={onDownload}>
        <Download size={16} aria-hidden="true" />
        {m.files.action.download}
      </Button>
    </ViewerCenter>
  )
}

/** An address of these bytes within the page, as long as the component is there. */
function useObjectUrl(blob: Blob | undefined): string | undefined {
  const url = useMemo(() => blob && URL.createObjectURL(blob), [blob])
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  return url
}
