import { crc32, deflateSync } from 'node:zlib'

/** A file that a program for its type opens. */
export type DemoFile = { name: string; type: string; bytes: Buffer<ArrayBuffer> }

/** Width and height of pictures, in pixels. */
const PICTURE_PIXELS = 96
const MAX_LINES = 40

export function textFile(name: string, lines: readonly string[]): DemoFile {
  return { name, type: 'text/plain', bytes: Buffer.from(`${lines.join('\n')}\n`) }
}

export function tableFile(name: string, rows: readonly (readonly (string | number)[])[]): DemoFile {
  return { name, type: 'text/csv', bytes: Buffer.from(rows.map((row) => `${row.join(',')}\r\n`).join('')) }
}

/** A gradient with a grid. @param hue 0 to 255, so that pictures differ */
export function pictureFile(name: string, hue: number): DemoFile {
  const rows = Array.from({ length: PICTURE_PIXELS }, (_, y) => {
    const row = Buffer.alloc(1 + PICTURE_PIXELS * 3)
    for (let x = 0; x < PICTURE_PIXELS; x++) {
      const light = x % 16 === 0 || y % 16 === 0 ? 60 : 0
      row.set([(hue + light) % 256, Math.min(255, 80 + x + light), Math.min(255, 90 + y + light)], 1 + x * 3)
    }
    return row
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(PICTURE_PIXELS, 0)
  header.writeUInt32BE(PICTURE_PIXELS, 4)
  // Eight bits for each of red, green and blue.
  header.set([8, 2], 8)
  const parts = [
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return { name, type: 'image/png', bytes: Buffer.concat(parts) }
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** One page of A4. @param lines of ASCII */
export function pdfFile(name: string, lines: readonly string[]): DemoFile {
  const shown = lines.slice(0, MAX_LINES).map((line) => `(${line.replaceAll(/[\\()]/g, '\\$&')}) Tj T*`)
  const page = `BT /F1 12 Tf 16 TL 72 770 Td ${shown.join('\n')} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${end}`
  return { name, type: 'application/pdf', bytes: Buffer.from(text, 'latin1') }
}
