import { expect, test } from 'vitest'
import { checkText } from './text-checks.ts'

const rulesOf = (given: Parameters<typeof checkText>[0]) => Object.fromEntries(checkText(given).rules)

test('a text is looked at for what editors look for', () => {
  const text =
    '# T\n\n## Secure file sharing at work\n\nSecure file sharing helps 71 % of 1,204 clinics. It is simple.\n'
  const checks = checkText({
    title: 'Secure file sharing for clinics and labs',
    text,
    keyword: 'secure file sharing',
    meta: 'x'.repeat(130),
  })
  expect(Object.values(Object.fromEntries(checks.rules))).toEqual([true, true, true, true, true, true])
  expect(checks).toMatchObject({ words: 11, minutes: 1, numbers: ['71 %', '1,204'] })
})

test('what is missing is open', () => {
  const text = `## Other\n\n${'word '.repeat(60)}.`
  expect(rulesOf({ title: 'Short', text, keyword: 'keys', meta: '' })).toEqual({
    titleLength: false,
    keywordInTitle: false,
    keywordEarly: false,
    keywordInHeading: false,
    meta: false,
    sentences: false,
  })
  expect(rulesOf({ title: '', text: '', keyword: '', meta: '' })['keywordInTitle']).toBe(false)
})

test('figures of a plan are none of a text that is published', () => {
  const text = '# Share\n\n> No language model: brief\n\n- Words: about 1200 (6 min to read)\n'
  expect(checkText({ title: 'Share', text, keyword: '', meta: '' }).numbers).toEqual([])
})
