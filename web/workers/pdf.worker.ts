/** Reads PDFs: pdf.js parses here, apart from the page, without keys. It asks the page for bytes of the file, and fetches nothing by itself. */
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
