import { expect, test } from 'vitest'
import { kindWords } from '../list/file-icon.tsx'

test('a kind is a word and the ending of the name', () => {
  expect(kindWords({ name: 'sunset.png', mimeType: 'image/png' })).toBe('Image, PNG')
  expect(kindWords({ name: 'Q3.xlsx', mimeType: 'application/vnd.ms-excel' })).toBe('Spreadsheet, XLSX')
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  expect(kindWords({ name: 'Plan.docx', mimeType: word })).toBe('Document, DOCX')
  expect(kindWords({ name: 'feed.xml', mimeType: 'text/xml' })).toBe('Code, XML')
  expect(kindWords({ name: 'contract.pdf', mimeType: 'application/pdf' })).toBe('Document, PDF')
})

test('without an ending that could be one, the word stands alone', () => {
  expect(kindWords({ name: 'LICENSE', mimeType: 'text/plain' })).toBe('Document')
  expect(kindWords({ name: '.env', mimeType: 'application/octet-stream' })).toBe('File')
  expect(kindWords({ name: 'v1.final version', mimeType: 'audio/wav' })).toBe('Audio')
})
