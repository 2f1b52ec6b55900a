/** Posted to the page, next to the messages of pdf.js, when something of a file is not drawn. */
export type PdfLoss = { isPdfLoss: true }

export const isPdfLoss = (data: unknown): data is PdfLoss =>
  typeof data === 'object' && data !== null && 'isPdfLoss' in data && data.isPdfLoss === true

/**
 * Warnings of pdf.js 6.5 that tell of content that is not drawn: pictures that are too large, damaged or of unknown kind, filters, forms,
 * shadings, glyphs and whole objects that it skips. What it mends, replaces by a similar font, or ignores without a mark on the page is none.
 */
const LOSSES = [
  /maximum allowed size and was removed/,
  /Image dimensions are missing/,
  /Unable to decode image/,
  /ignoring the rest of the image/,
  /(reached the end of the image|unexpected) data/,
  /BMP image decoding failed/,
  /Bits per component is not correct/,
  /Unsupported (\/|SMask|XFA)/,
  /Unimplemented (annotation|widget|ColorSpace)/,
  /Filter ".*" is not supported/,
  /Barcodes are not supported/,
  /getOperatorList - ignoring/,
  /ignoring (shading|pattern|sub-stream|XObject|ColorSpace|ToUnicode)/i,
  /parseAppearanceStream - ignoring/,
  /ignoring .* glyph/,
  /Type3 font resource .* is not available/,
  /loadFont - (translateFont|lookup) failed/,
  /Invalid stream/,
  /Unknown command/,
  /Skipping /,
  /annotation may not render correctly/,
] as const

/** @param warning as pdf.js writes it to the console. */
export const tellsOfLoss = (warning: string): boolean => LOSSES.some((loss) => loss.test(warning))
