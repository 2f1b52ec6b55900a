/** Reads PDFs: pdf.js parses here, apart from the page, without keys. It asks the page for bytes of the file, and fetches nothing by itself. */
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
import { type PdfLoss, tellsOfLoss } from './pdf-losses.ts'

// pdf.js says in a warning alone what it leaves out; the page tells the person.
console.warn = (warning: unknown) => {
  if (typeof warning === 'string' && tellsOfLoss(warning)) postMessage({ isPdfLoss: true } satisfies PdfLoss)
}
