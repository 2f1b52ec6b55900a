import { useEffect, useState } from 'react'
import type { FileView } from '#web/lib/files/files-types.ts'
import { openPdf, type PdfOutcome } from '#web/lib/pdf/open-pdf.ts'

type PdfState = PdfOutcome | { kind: 'loading' } | { kind: 'failed'; error: unknown }

/** Opens a PDF, and closes it with the component. Whatever cannot be read ends it: a page with holes would look whole. */
export function usePdf(view: FileView): PdfState {
  const [state, setState] = useState<PdfState>({ kind: 'loading' })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const fail = (error: unknown) => {
      if (signal.aborted) return
      setState({ kind: 'failed', error })
      controller.abort()
    }
    openPdf(view, fail, signal).then((outcome) => !signal.aborted && setState(outcome), fail)
    return () => controller.abort()
  }, [view])
  return state
}
