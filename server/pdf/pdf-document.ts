import PdfKit from 'pdfkit'

const MARGIN = 56
const FOOTER_Y = 36
const INK = '#0D1B1E'
const SOFT = '#3F5154'
const BRAND = '#0A5F52'
const LINE = '#D5DEDA'
const CELL_PADDING = 4
/** Of the words of a list, behind their bullet. */
const INDENT = 12

export type Column = { title: string; width: number; mono?: boolean; isNumber?: boolean }

type Options = {
  title: string
  /** On each page, beside its number. */
  footer: string
  now: Date
  /** Of its words; those of its own are given with it. */
  language?: string
  page?: (number: number, count: number) => string
  /** Font files to embed, where names need more letters than those of Western Europe. */
  fonts?: { plain: string; bold: string }
}

/**
 * An A4 document that is written from top to bottom. The fonts are the standard ones of PDF unless others are given: the typeface of the app
 * is shipped as WOFF2, whose composed letters the library cannot embed.
 */
export class PdfDocument {
  readonly #pdf: PDFKit.PDFDocument
  readonly #footer: string
  readonly #page: (number: number, count: number) => string
  readonly #fonts: { plain: string; bold: string }
  readonly #done: Promise<Buffer>

  constructor(options: Options) {
    const { title, footer, now, language = 'en-GB' } = options
    this.#footer = footer
    this.#page = options.page ?? ((number, count) => `Page ${number} of ${count}`)
    this.#fonts = options.fonts ?? { plain: 'Helvetica', bold: 'Helvetica-Bold' }
    this.#pdf = new PdfKit({
      size: 'A4',
      margin: MARGIN,
      bufferPages: true,
      lang: language,
      displayTitle: true,
      info: { Title: title, Creator: 'QuantumShield', CreationDate: now },
    })
    const chunks: Buffer[] = []
    this.#done = new Promise((resolve, reject) => {
      this.#pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
      this.#pdf.on('end', () => resolve(Buffer.concat(chunks)))
      this.#pdf.on('error', reject)
    })
    this.#pdf.rect(0, 0, this.#pdf.page.width, 10).fill(BRAND)
    this.#pdf.font(this.#fonts.bold).fontSize(22).fillColor(INK).text(title, MARGIN, MARGIN)
    this.#pdf.moveDown(0.4)
  }

  heading(text: string): void {
    // A heading alone at the foot of a page belongs to the next one.
    this.#room(70)
    this.#pdf.moveDown(0.9).font(this.#fonts.bold).fontSize(13).fillColor(BRAND).text(text, MARGIN)
    this.#pdf.moveDown(0.35)
  }

  paragraph(text: string, { isSoft = false } = {}): void {
    this.#pdf
      .font(this.#fonts.plain)
      .fontSize(10)
      .fillColor(isSoft ? SOFT : INK)
      .text(text, MARGIN, undefined, { width: this.#width, lineGap: 2 })
    this.#pdf.moveDown(0.5)
  }

  list(items: readonly string[]): void {
    this.#pdf.font(this.#fonts.plain).fontSize(10).fillColor(INK)
    const width = this.#width - INDENT
    for (const item of items) {
      // Bullet and words are set at one height, which a page that ends between them would break.
      this.#room(this.#pdf.heightOfString(item, { width, lineGap: 2 }))
      const { y } = this.#pdf
      this.#pdf.text('•', MARGIN, y, { lineBreak: false })
      this.#pdf.text(item, MARGIN + INDENT, y, { width, lineGap: 2 })
    }
    this.#pdf.x = MARGIN
    this.#pdf.moveDown(0.5)
  }

  facts(
    rows: readonly (readonly [string, string])[],
    [fact, value]: readonly [string, string] = ['Fact', 'Value'],
  ): void {
    this.table(
      [
        { title: fact, width: 0.36 },
        { title: value, width: 0.64 },
      ],
      rows,
    )
  }

  /** @param columns whose widths are parts of 1. */
  table(columns: readonly Column[], rows: readonly (readonly string[])[]): void {
    const head = columns.map(({ title }) => title)
    this.#row(columns, head, { isHead: true })
    for (const row of rows) {
      if (this.#row(columns, row, { isHead: false }) === 'no room') {
        this.#pdf.addPage()
        this.#row(columns, head, { isHead: true })
        this.#row(columns, row, { isHead: false })
      }
    }
    this.#pdf.x = MARGIN
    this.#pdf.moveDown(0.6)
  }

  /** Numbers the pages and hands the document over. Nothing can be written after it. */
  finish(): Promise<Buffer> {
    const { start, count } = this.#pdf.bufferedPageRange()
    for (let index = start; index < start + count; index += 1) {
      this.#pdf.switchToPage(index)
      // Text below the margin would otherwise begin a page of its own.
      this.#pdf.page.margins.bottom = 0
      const y = this.#pdf.page.height - FOOTER_Y
      this.#pdf.font(this.#fonts.plain).fontSize(8).fillColor(SOFT)
      this.#pdf.text(this.#footer, MARGIN, y, { width: this.#width - 80, lineBreak: false })
      this.#pdf.text(this.#page(index + 1, count), MARGIN, y, {
        width: this.#width,
        align: 'right',
        lineBreak: false,
      })
    }
    this.#pdf.end()
    return this.#done
  }

  get #width(): number {
    return this.#pdf.page.width - 2 * MARGIN
  }

  #room(points: number): void {
    if (this.#pdf.y + points > this.#pdf.page.height - MARGIN) this.#pdf.addPage()
  }

  #row(columns: readonly Column[], cells: readonly string[], { isHead }: { isHead: boolean }): 'written' | 'no room' {
    const pdf = this.#pdf
    const placed = columns.map((column, index) => {
      const before = columns.slice(0, index).reduce((sum, { width }) => sum + width, 0)
      const x = MARGIN + before * this.#width
      return { column, text: cells[index] ?? '', x, width: column.width * this.#width - 2 * CELL_PADDING }
    })
    const style = (column: Column) =>
      pdf
        .font(isHead ? this.#fonts.bold : column.mono ? 'Courier' : this.#fonts.plain)
        .fontSize(column.mono ? 7.5 : 8.5)
    const heights = placed.map(({ column, text, width }) => style(column).heightOfString(text, { width }))
    const height = Math.max(...heights) + 2 * CELL_PADDING
    if (pdf.y + height > pdf.page.height - MARGIN) {
      if (!isHead) return 'no room'
      pdf.addPage()
    }

    const top = pdf.y
    for (const { column, text, x, width } of placed) {
      style(column)
        .fillColor(isHead ? SOFT : INK)
        .text(text, x + CELL_PADDING, top + CELL_PADDING, { width, align: column.isNumber ? 'right' : 'left' })
    }
    pdf.y = top + height
    pdf
      .moveTo(MARGIN, pdf.y)
      .lineTo(MARGIN + this.#width, pdf.y)
      .lineWidth(isHead ? 1 : 0.5)
      .stroke(LINE)
    return 'written'
  }
}
