import { useEffect, useState } from 'react'
import type { FileView } from '#web/lib/files/files-types.ts'
import { openPdf, type PdfOutcome } from '#web/lib/pdf/open-pdf.ts'

/** `isPartly`: something on the pages drawn so far is missing. */
type PdfState = (PdfOutcome & { isPartly?: boolean }) | { kind: 'loading' } | { kind: 'failed'; error: unknown }

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
    let isPartly = false
    const onLoss = () => {
      isPartly = true
      setState((now) => (now.kind === 'open' ? { ...now, isPartly } : now))
    }
    openPdf(view, { onFail: fail, onLoss }, signal).then(
      (outcome) => !signal.aborted && setState({ ...outcome, isPartly }),
      fail,
    )
    return () => controller.abort()
  }, [view])
  return state
}
