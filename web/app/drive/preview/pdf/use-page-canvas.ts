import { useEffect, useState, type RefObject } from 'react'
import { type PDFPageProxy, RenderingCancelledException, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { PDF_SCALE } from './pdf-link.ts'

/** What a canvas may have: iOS draws none above 16 Mpx, and each takes four bytes a pixel. */
const MAX_PIXELS = 12 << 20

/** Draws a page in a factor; what was drawn before stays until the next is there. @returns whether it could not be drawn */
export function usePageCanvas(
  page: PDFPageProxy | undefined,
  factor: number,
  holder: RefObject<HTMLElement | null>,
): boolean {
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    if (!page) return
    const { width, height } = page.getViewport({ scale: factor * PDF_SCALE })
    const sharpness = Math.min(devicePixelRatio, Math.sqrt(MAX_PIXELS / (width * height)))
    const canvas = document.createElement('canvas')
    canvas.className = 'size-full'
    canvas.ariaHidden = 'true'
    const viewport = page.getViewport({ scale: factor * PDF_SCALE * sharpness })
    canvas.width = Math.max(1, Math.floor(viewport.width))
    canvas.height = Math.max(1, Math.floor(viewport.height))
    const task = page.render({ canvas, viewport })
    task.promise.then(
      () => holder.current?.replaceChildren(canvas),
      (error: unknown) => !(error instanceof RenderingCancelledException) && setBroken(true),
    )
    return () => task.cancel()
  }, [page, factor, holder])
  return isBroken
}

/** Lays the words of a page over it, unseen: to be selected, copied and read aloud. */
export function usePageText(page: PDFPageProxy | undefined, holder: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const container = holder.current
    if (!page || !container) return
    const layer = new TextLayer({
      textContentSource: page.streamTextContent(),
      container,
      viewport: page.getViewport({ scale: PDF_SCALE }),
    })
    // A page whose words cannot be read is still a picture; a cancelled one is gone.
    layer.render().catch(() => container.replaceChildren())
    return () => {
      layer.cancel()
      container.replaceChildren()
    }
  }, [page, holder])
}
