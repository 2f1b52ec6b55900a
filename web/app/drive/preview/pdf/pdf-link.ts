import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** CSS pixels in a point, which PDFs count in. */
export const PDF_SCALE = 96 / 72

type Destination = string | unknown[]
/** A place on a page that leads on: to an address elsewhere, or to a page of the same file. Edges in per cent of the page. */
export type PdfLink = { left: number; top: number; width: number; height: number } & (
  | { url: string }
  | { destination: Destination }
)
/** What pdf.js says of an annotation, as far as a link needs it. Its `url` is absolute, and of http, https, mailto, ftp or tel. */
type Annotation = { subtype?: string; rect?: number[]; url?: string; dest?: Destination | null }

export async function linksOf(page: PDFPageProxy): Promise<PdfLink[]> {
  const viewport = page.getViewport({ scale: 1 })
  const { width, height } = viewport
  const annotations = (await page.getAnnotations({ intent: 'display' })) as Annotation[]
  return annotations.flatMap(({ subtype, rect, url, dest }) => {
    if (subtype !== 'Link' || !rect) return []
    const target = url ? { url } : dest ? { destination: dest } : undefined
    if (!target) return []
    const [left = 0, bottom = 0, right = 0, top = 0] = rect
    const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(left, bottom) as number[]
    const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(right, top) as number[]
    return [
      {
        ...target,
        left: (100 * Math.min(x1, x2)) / width,
        top: (100 * Math.min(y1, y2)) / height,
        width: (100 * Math.abs(x2 - x1)) / width,
        height: (100 * Math.abs(y2 - y1)) / height,
      },
    ]
  })
}

/** Number from 0 of the page that a destination names; undefined where the file names none of its pages. */
export async function pageOf(pdf: PDFDocumentProxy, destination: Destination): Promise<number | undefined> {
  try {
    const [page] = (typeof destination === 'string' ? await pdf.getDestination(destination) : destination) ?? []
    if (typeof page === 'number') return page
    return typeof page === 'object' && page !== null
      ? await pdf.getPageIndex(page as { num: number; gen: number })
      : undefined
  } catch {
    // The file is somebody's, and may name what it does not have.
    return undefined
  }
}
