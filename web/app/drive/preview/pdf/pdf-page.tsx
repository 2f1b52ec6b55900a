import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { m } from '#web/messages/app.ts'
import { PageLink, PageSheet, PageText } from '#web/ui/overlay/page-viewer.tsx'
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PageSize } from './pdf-layout.ts'
import { linksOf, PDF_SCALE, type PdfLink, pageOf } from './pdf-link.ts'
import { usePageCanvas, usePageText } from './use-page-canvas.ts'

const text = m.preview

type Props = {
  pdf: PDFDocumentProxy
  /** From 0. */
  number: number
  top: number
  size: PageSize
  factor: number
  onSize: (number: number, size: PageSize) => void
  onGo: (number: number) => void
}

/** One page: drawn, with its words over it and its links. Gone from the page, it frees what it took. */
export function PdfPage({ pdf, number, top, size, factor, onSize, onGo }: Props) {
  const { page, links } = usePage(pdf, number, onSize)
  const canvas = useRef<HTMLDivElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const isBroken = usePageCanvas(page, factor, canvas)
  usePageText(page, words)
  const go = async (link: PdfLink) => {
    const to = 'destination' in link ? await pageOf(pdf, link.destination) : undefined
    if (to !== undefined) onGo(to)
  }

  return (
    <PageSheet
      label={text.page(number + 1, pdf.numPages)}
      top={top}
      width={Math.floor(size.width * factor)}
      height={Math.floor(size.height * factor)}
      pictureRef={canvas}
      problem={isBroken && text.pageBroken}
    >
      <PageText ref={words} scale={factor * PDF_SCALE} />
      {links.map((link, at) => (
        <PageLink
          key={at}
          edges={link}
          {...('url' in link ? { url: link.url } : { label: text.pageLink, onClick: () => void go(link) })}
        />
      ))}
    </PageSheet>
  )
}

function usePage(pdf: PDFDocumentProxy, number: number, onSize: Props['onSize']) {
  const [page, setPage] = useState<PDFPageProxy>()
  const [links, setLinks] = useState<PdfLink[]>([])
  const tellSize = useEffectEvent(onSize)
  useEffect(() => {
    let isOver = false
    let taken: PDFPageProxy | undefined
    const take = async () => {
      taken = await pdf.getPage(number + 1)
      if (isOver) return
      const { width, height } = taken.getViewport({ scale: PDF_SCALE })
      tellSize(number, { width, height })
      setPage(taken)
      const found = await linksOf(taken)
      if (!isOver) setLinks(found)
    }
    // A page that the file does not have stays empty paper; bytes that cannot be read end the whole preview.
    take().catch(() => undefined)
    return () => {
      isOver = true
      taken?.cleanup()
    }
  }, [pdf, number])
  return { page, links }
}
