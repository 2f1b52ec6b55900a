import fs from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { tellsOfLoss } from './pdf-losses.ts'

const require = createRequire(import.meta.url)
const source = fs.readFileSync(require.resolve('pdfjs-dist/legacy/build/pdf.worker.mjs'), 'utf8')

test.each([
  'Image exceeded maximum allowed size and was removed.',
  'Unable to decode image "',
  'Image dimensions are missing, or not numbers.',
  'getOperatorList - ignoring XObject: "',
  'parseShading - ignoring shading: "',
  'Unimplemented annotation type "',
  'Barcodes are not supported',
])('%s is a warning of the pdf.js that is delivered, and tells of a loss', (warning) => {
  expect(source).toContain(warning)
  expect(tellsOfLoss(`Warning: ${warning}`)).toBe(true)
})

test.each([
  'TT: undefined function: ',
  'Indexing all PDF objects',
  'Unable to read document outline.',
  'Cannot substitute the font because of its name: ',
  'Ran out of space in font private use area.',
  'Invalid PDF header version: ',
])('%s is one, and does not', (warning) => {
  expect(source).toContain(warning)
  expect(tellsOfLoss(`Warning: ${warning}`)).toBe(false)
})
