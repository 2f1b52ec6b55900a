import { createRequire } from 'node:module'
import PdfKit from 'pdfkit'

const INK = '#0D1B1E'
const SOFT = '#3F5154'
const BRAND = '#0A5F52'
const MARGIN = 64

const { resolve } = createRequire(import.meta.url)
/** Latin, Greek and Cyrillic; the standard fonts of PDF have Western European letters only. */
const REGULAR = resolve('pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf')
const BOLD = resolve('pdfjs-dist/standard_fonts/LiberationSans-Bold.ttf')

export type Certificate = {
  name: string
  /** Printed in place of a name whose letters the typeface does not have. */
  email: string
  organisation: string
  course: string
  version: number
  completedAt: Date
  correct: number
  questions: number
  code: string
  /** Where anybody checks it. */
  url: string
}

/** A certificate on one page, A4 across. */
export function certificatePdf(certificate: Certificate): Promise<Buffer> {
  const { course, completedAt } = certificate
  const pdf = new PdfKit({
    size: 'A4',
    layout: 'landscape',
    margin: MARGIN,
    lang: 'en-GB',
    displayTitle: true,
    info: { Title: `Certificate: ${course}`, Creator: 'QuantumShield', CreationDate: completedAt },
  })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolveDone, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolveDone(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  pdf.registerFont('regular', REGULAR).registerFont('bold', BOLD)
  draw(pdf, certificate)
  pdf.end()
  return done
}

function draw(pdf: PDFKit.PDFDocument, certificate: Certificate): void {
  const { organisation, course, version, completedAt, correct, questions, code, url } = certificate
  const { width, height } = pdf.page
  const line = (text: string, size: number, { isBold = false, isSoft = false, gap = 0.5 } = {}) =>
    pdf
      .font(isBold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(isSoft ? SOFT : INK)
      .text(text, MARGIN, undefined, { width: width - 2 * MARGIN, align: 'center' })
      .moveDown(gap)
  pdf.rect(0, 0, width, 12).fill(BRAND)
  pdf
    .rect(28, 36, width - 56, height - 64)
    .lineWidth(1)
    .stroke(BRAND)
  pdf.y = 84
  line('Certificate of completion', 28, { isBold: true, gap: 0.9 })
  line('This certifies that', 13, { isSoft: true })
  line(printable(pdf, certificate), 26, { isBold: true })
  line('completed the course', 13, { isSoft: true })
  line(course, 20, { isBold: true })
  const day = completedAt.toISOString().slice(0, 10)
  line(`on ${day}, with ${correct} of ${questions} answers right (version ${version} of the course)`, 13)
  if (hasLetters(pdf, organisation)) line(`for ${organisation}`, 13, { gap: 1.4 })
  pdf.y = Math.max(pdf.y, 400)
  line(code, 18, { isBold: true, gap: 0.3 })
  pdf
    .font('regular')
    .fontSize(10)
    .fillColor(BRAND)
    .text(`Check this certificate: ${url}`, MARGIN, undefined, {
      width: width - 2 * MARGIN,
      align: 'center',
      link: url,
    })
}

function printable(pdf: PDFKit.PDFDocument, { name, email }: Certificate): string {
  if (hasLetters(pdf, name)) return name
  return email || 'the person who holds this code'
}

/** pdfkit keeps the font it opened, with what it has glyphs for, under a name that its types leave out. */
type OpenFont = { font?: { hasGlyphForCodePoint: (codePoint: number) => boolean } }

function hasLetters(pdf: PDFKit.PDFDocument, text: string): boolean {
  pdf.font('bold')
  const { font } = (pdf as unknown as { _font: OpenFont })._font
  return Array.from(text).every((letter) => font?.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) ?? false)
}
