import { expect, test } from 'vitest'
import { checkFileName, nameThatFits, safeFileName, safePersonName } from './file-name.ts'

test.each([
  ['report.pdf', 'report.pdf'],
  ['../../etc/passwd', '.._.._etc_passwd'],
  ['a\\b.txt', 'a_b.txt'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['line\nbreak\u0000.txt', 'linebreak.txt'],
  ['cafe\u0301.txt', 'caf\u00e9.txt'],
  ['  \u05e9\u05dc\u05d5\u05dd.txt ', '\u05e9\u05dc\u05d5\u05dd.txt'],
])('%j is stored as %j', (given, name) => {
  expect(checkFileName(given)).toEqual({ name })
})

test.each(['', '   ', '.', '..', '\u202e'])('%j is no name', (given) => {
  expect(checkFileName(given)).toEqual({ problem: 'empty' })
})

test('255 bytes are a name, 256 are not', () => {
  expect(checkFileName('\u00e9'.repeat(127) + 'x')).toEqual({ name: '\u00e9'.repeat(127) + 'x' })
  expect(checkFileName('\u00e9'.repeat(128))).toEqual({ problem: 'too_long' })
})

test.each([
  ['  Anna\nMüller ', 'AnnaMüller'],
  ['\u202eannA\u202c', 'annA'],
  ['é'.repeat(150), 'é'.repeat(100)],
  ['\u200b \ufeff', undefined],
  ['   ', undefined],
])('a name that somebody gives, %j, is shown as %j', (given, shown) => {
  expect(safePersonName(given)).toBe(shown)
})

test.each([
  ['é'.repeat(125) + 'x.txt', ' (2)', 'é'.repeat(123) + ' (2).txt'],
  ['report.pdf', ' (2)', 'report (2).pdf'],
  // A letter of several signs is not cut in two.
  ['x'.repeat(240) + '👩‍👩‍👧', ' (2)', 'x'.repeat(240) + ' (2)'],
  ['a.' + 'b'.repeat(260), '', 'a.' + 'b'.repeat(253)],
  ['.profile', ' (2)', '.profile (2)'],
])('%j with %j fits as %j', (name, suffix, fitting) => {
  expect(nameThatFits(name, suffix)).toBe(fitting)
  expect(checkFileName(fitting)).toEqual({ name: fitting })
})

test('a name of another person that is too long is cut, not replaced', () => {
  expect(safeFileName('é'.repeat(130) + '.pdf')).toBe('é'.repeat(125) + '.pdf')
})
