import {
  getDocument,
  type PDFDocumentProxy,
  PasswordException,
  PDFDataRangeTransport,
  PDFWorker,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
// oxlint-disable-next-line import/default -- the worker exports nothing, Vite makes its address the default
import workerUrl from '../../workers/pdf.worker.ts?worker&url'
import type { FileView } from '../files/files-types.ts'
import { isPdfLoss } from '../../workers/pdf-losses.ts'
import { startWorker } from '../remote/trusted-worker.ts'
import { PdfData } from './pdf-data.ts'

/** Two segments: small enough that the first page does not wait for much else. */
const RANGE_BYTES = 512 << 10
/** Pixels of one image in a PDF, and bytes of it decoded. What is larger is left out or drawn smaller: a file of a kilobyte can claim anything. */
const MAX_IMAGE_PIXELS = 64 << 20
const MAX_DECODED_BYTES = 256 << 20
const ERRORS_ONLY = 0
const WARNINGS = 1

export type PdfOutcome = { kind: 'open'; pdf: PDFDocumentProxy } | { kind: 'locked' } | { kind: 'unreadable' }

/**
 * Opens a PDF for looking at it. Its bytes are read where they are needed, through the view, so each was verified. Scripts in it do not run:
 * what would run them is not delivered.
 *
 * @param hear.onFail hears once that the file could not be read further, before or after it was opened.
 * @param hear.onLoss hears that something of the file is not drawn, each time.
 * @param signal ends everything that was begun.
 * @throws what starting the worker threw
 */
export async function openPdf(
  view: FileView,
  { onFail, onLoss }: { onFail: (error: unknown) => void; onLoss: () => void },
  signal: AbortSignal,
): Promise<PdfOutcome> {
  const port = await startWorker(workerUrl)
  if (signal.aborted) port.terminate()
  signal.throwIfAborted()
  port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isPdfLoss(data) && !signal.aborted) onLoss()
  })
  // Its warnings stay in the worker, which reads them.
  const worker = PDFWorker.create({ port, verbosity: WARNINGS })
  const task = getDocument({
    range: new ViewRange(view, onFail),
    rangeChunkSize: RANGE_BYTES,
    disableStream: true,
    disableAutoFetch: true,
    worker,
    verbosity: ERRORS_ONLY,
    BinaryDataFactory: PdfData,
    useWorkerFetch: false,
    maxImageSize: MAX_IMAGE_PIXELS,
    canvasMaxAreaInBytes: MAX_DECODED_BYTES,
    enableXfa: false,
  })
  signal.addEventListener('abort', () => {
    // It rejects what still waits, and nobody waits any longer.
    void task.destroy().finally(() => port.terminate())
  })
  try {
    const pdf = await task.promise
    if (await isOnlyXfa(pdf)) onLoss()
    return { kind: 'open', pdf }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof PasswordException) return { kind: 'locked' }
    // Whatever it stumbled over, the bytes were verified: the file itself is not what its name says.
    return { kind: 'unreadable' }
  }
}

/** A form of the kind XFA alone: its pages hold a request to open it in another program. */
async function isOnlyXfa(pdf: PDFDocumentProxy): Promise<boolean> {
  const { info } = (await pdf.getMetadata()) as { info: { IsXFAPresent?: boolean; IsAcroFormPresent?: boolean } }
  return info.IsXFAPresent === true && info.IsAcroFormPresent !== true
}

/** Answers pdf.js with verified bytes of a view. It knows no failure of its own: who opened the file is told. */
class ViewRange extends PDFDataRangeTransport {
  readonly #view: FileView
  readonly #onFail: (error: unknown) => void

  constructor(view: FileView, onFail: (error: unknown) => void) {
    super(view.sizeBytes, null)
    this.#view = view
    this.#onFail = onFail
  }

  override requestDataRange(begin: number, end: number): void {
    this.#answer(begin, end).catch(this.#onFail)
  }

  async #answer(begin: number, end: number): Promise<void> {
    const pieces = await this.#view.read(begin, end)
    const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer())
    this.onDataRange(begin, bytes)
  }
}
