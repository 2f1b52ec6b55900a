import { inflateSync } from 'node:zlib'

/**
 * The text of a PDF that pdfkit made with standard fonts: the strings of each page, hexadecimal inside `TJ`.
 * Lines that were broken are joined by spaces.
 */
export function pdfText(pdf: Buffer): string {
  const source = pdf.toString('latin1')
  // By their lengths: the last byte of a stream may be that of a line end.
  const streams = [...source.matchAll(/\/Length (\d+)[^>]*>>\s*stream\r?\n/g)].map(({ 0: head, 1: length, index }) =>
    inflate(source.slice(index + head.length, index + head.length + Number(length))),
  )
  const lines = streams.flatMap((stream) =>
    [...stream.matchAll(/\[([^\]]*)\] TJ/g)].map(([, array = '']) =>
      [...array.matchAll(/<([\da-f]*)>/gi)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join(''),
    ),
  )
  return lines.join(' ')
}

function inflate(body: string): string {
  try {
    return inflateSync(Buffer.from(body, 'latin1')).toString('latin1')
  } catch (error) {
    // A stream that is not compressed is no page.
    if (error instanceof Error && 'code' in error) return ''
    throw error
  }
}
