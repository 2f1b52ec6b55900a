import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { FileView } from '#web/lib/files/files-types.ts'
import { m } from '#web/messages/app.ts'
import { PageViewer } from '#web/ui/overlay/page-viewer.tsx'
import { factorOf, GAP_PX, layOut, type PageSize, pageAt, shownPages, stepFrom, type Zoom } from './pdf-layout.ts'
import { PdfPage } from './pdf-page.tsx'
import { useKeptPlace } from './use-kept-place.ts'
import { usePdf } from './use-pdf.ts'
import { useRoom } from './use-room.ts'

const text = m.preview

type Props = {
  view: FileView
  loading: ReactNode
  locked: ReactNode
  unreadable: ReactNode
  renderFailed: (error: unknown) => ReactNode
  /** Stands above the pages when something of them is not drawn. */
  partly: ReactNode
}

/** A PDF as pages, drawn as they come into sight. Loaded when the first one is opened. */
export function PdfPreview({ view, loading, locked, unreadable, renderFailed, partly }: Props) {
  const state = usePdf(view)
  if (state.kind === 'loading') return loading
  if (state.kind === 'failed') return renderFailed(state.error)
  if (state.kind === 'locked') return locked
  if (state.kind === 'unreadable') return unreadable
  return (
    <>
      {state.isPartly && partly}
      <Pages pdf={state.pdf} name={view.name} />
    </>
  )
}

/** A4, until the first page says otherwise. */
const USUAL: PageSize = { width: 794, height: 1123 }

function Pages({ pdf, name }: { pdf: PDFDocumentProxy; name: string }) {
  const scroller = useRef<HTMLElement>(null)
  const [zoom, setZoom] = useState<Zoom>('auto')
  const [known, setKnown] = useState<ReadonlyMap<number, PageSize>>(new Map())
  const room = useRoom(scroller)
  const usual = known.get(0) ?? known.values().next().value ?? USUAL
  const factor = factorOf(zoom, usual.width, room.width)
  const layout = useMemo(() => {
    const sizes = Array.from({ length: pdf.numPages }, (_, at) => known.get(at) ?? usual)
    return layOut(sizes, factor)
  }, [pdf, known, usual, factor])
  const top = useKeptPlace(scroller, layout)
  const current = pageAt(layout, top + room.height / 3)
  const go = (number: number) => {
    const to = Math.min(pdf.numPages - 1, Math.max(0, number))
    scroller.current?.scrollTo({ top: (layout.tops[to] ?? 0) - GAP_PX })
  }
  const step = (direction: 1 | -1) => setZoom(stepFrom(factor, direction))
  useKeys({
    PageDown: () => go(current + 1),
    PageUp: () => go(current - 1),
    Home: () => go(0),
    End: () => go(pdf.numPages - 1),
    '+': () => step(1),
    '=': () => step(1),
    '-': () => step(-1),
    '0': () => setZoom('auto'),
  })

  return (
    <PageViewer
      label={text.pdf(name)}
      words={text.pages}
      page={current + 1}
      count={pdf.numPages}
      percent={Math.round(factor * 100)}
      width={layout.width}
      height={layout.height}
      scrollerRef={scroller}
      onPage={(page) => go(page - 1)}
      onZoom={step}
      onFit={() => setZoom('width')}
    >
      {room.width > 0 &&
        shownPages(layout, top, top + room.height).map((number) => (
          <PdfPage
            key={number}
            pdf={pdf}
            number={number}
            top={layout.tops[number] ?? 0}
            size={known.get(number) ?? usual}
            factor={factor}
            onSize={(at, size) => setKnown((all) => (all.has(at) ? all : new Map(all).set(at, size)))}
            onGo={go}
          />
        ))}
    </PageViewer>
  )
}

/** Keys that turn and zoom pages wherever the focus is, but not while somebody types or asks the browser for something. */
function useKeys(actions: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof HTMLInputElement) return
    const action = actions[event.key]
    if (!action) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
