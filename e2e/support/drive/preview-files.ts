import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import PdfDocument from 'pdfkit'

/** Writes files that browsers have viewers for. @returns the path */
export function writeFile(folder: string, name: string, content: Buffer | string): string {
  const file = path.join(folder, name)
  fs.writeFileSync(file, content)
  return file
}

/** A PNG of one colour. */
export function png(width: number, height: number, [red, green, blue]: readonly [number, number, number]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const row = Buffer.from([0, ...Array.from({ length: width }, () => [red, green, blue]).flat()])
  const pixels = zlib.deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE(zlib.crc32(body), 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

/** A quiet tone, mono, 16 bits, 44.1 kHz: 88 200 bytes a second. */
export function wav(seconds: number): Buffer {
  const samples = 44_100 * seconds
  const sound = Buffer.alloc(44 + samples * 2)
  sound.write('RIFF', 0)
  sound.writeUInt32LE(36 + samples * 2, 4)
  sound.write('WAVEfmt ', 8)
  sound.writeUInt32LE(16, 16)
  sound.writeUInt16LE(1, 20)
  sound.writeUInt16LE(1, 22)
  sound.writeUInt32LE(44_100, 24)
  sound.writeUInt32LE(88_200, 28)
  sound.writeUInt16LE(2, 32)
  sound.writeUInt16LE(16, 34)
  sound.write('data', 36)
  sound.writeUInt32LE(samples * 2, 40)
  for (let at = 0; at < samples; at++) sound.writeInt16LE(Math.round(Math.sin(at / 16) * 900), 44 + at * 2)
  return sound
}

/** One page with a line of text. */
export function pdf(line: string): Buffer {
  return pdfOf(`(${line})`, ['<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'])
}

/** One page that says 日本, in a font that it does not bring, by a table of the standard that every reader has to know. */
export function japanesePdf(): Buffer {
  return pdfOf('<65E5672C>', [
    '<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3 /Encoding /UniJIS-UCS2-H /DescendantFonts [6 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiMin-W3 /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor 7 0 R >>',
    '<< /Type /FontDescriptor /FontName /HeiseiMin-W3 /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
  ])
}

/** One page that is a scan of 10,000 by 7,000 pixels in black and white: a few kilobytes. */
export function hugeScanPdf(): Buffer {
  const [width, height] = [10_000, 7_000]
  const pixels = zlib.deflateSync(Buffer.alloc((width / 8) * height, 0xaa)).toString('latin1')
  const scan = `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /FlateDecode /Length ${pixels.length} >>\nstream\n${pixels}\nendstream`
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
  return pdfOf('( )', [font, scan], {
    resources: '/XObject << /Scan 6 0 R >>',
    after: 'q 612 0 0 792 0 0 cm /Scan Do Q',
  })
}

/** @param fonts the font of the line, and what it refers to, from object 5 on */
function pdfOf(line: string, fonts: readonly string[], { resources = '', after = '' } = {}): Buffer {
  const content = `BT /F1 24 Tf 72 700 Td ${line} Tj ET ${after}`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> RESOURCES >> >>'.replace(
      'RESOURCES',
      resources,
    ),
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ...fonts,
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const end = text.length
  const count = objects.length + 1
  return Buffer.from(
    `${text}xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${end}\n%%EOF\n`,
    'latin1',
  )
}

/** A PDF with so many pages. Each says its number; the first has a link to `https://example.org/` and one to its last page. */
export async function pdfPages(count: number, userPassword?: string): Promise<Buffer> {
  const document = new PdfDocument({ size: 'A4', autoFirstPage: false, ...(userPassword && { userPassword }) })
  const pieces: Buffer[] = []
  document.on('data', (piece: Buffer) => pieces.push(piece))
  const ended = new Promise((resolve) => document.on('end', resolve))
  for (let page = 1; page <= count; page++) {
    document.addPage().fontSize(28).text(`This is page ${page}`, 72, 72)
    document.addNamedDestination(`page ${page}`)
    if (page > 1) continue
    document.fontSize(14).text('To a site', 72, 200, { link: 'https://example.org/' })
    document.text('To the end', 72, 240, { goTo: `page ${count}` })
  }
  document.end()
  await ended
  return Buffer.concat(pieces)
}
