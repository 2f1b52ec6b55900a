import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { markup } from '../markup.ts'
import { isNobodys } from './nobodys-mail.ts'
import { PayloadSeal } from './payload-seal.ts'
import { confirmationMail, emailChangeMail } from './templates.ts'

test('what people typed is escaped in the HTML of a mail', () => {
  const mail = emailChangeMail({
    url: 'https://vault.example/?a=1&b="',
    code: '123456',
    email: 'ada@example.test',
    newEmail: '<b>@example.test',
  })

  expect(mail.html).toContain('&lt;b&gt;@example.test')
  expect(mail.html).toContain('href="https://vault.example/?a=1&amp;b=&quot;"')
})

test('a mail fetches nothing and carries no style that a strict policy blocks', () => {
  const mail = confirmationMail({ url: 'https://vault.example/', code: '123456' })

  expect(mail.html).not.toMatch(/<img|<link|<script|<style|style=/)
  expect(mail.text).toContain('123456')
  expect(mail.subject).not.toMatch(/[\r\n]/)
})

test('markup made by us is not escaped twice', () => {
  const entries = ['a', '<b>'].map((text) => markup`<li>${text}</li>`)

  expect(markup`<ul>${entries}</ul>`.text).toBe('<ul><li>a</li>\n<li>&lt;b&gt;</li></ul>')
})

test('a sealed payload opens under the same secret only, and not when changed', () => {
  const seal = new PayloadSeal(randomBytes(32))
  const sealed = seal.seal('a live link')

  expect(seal.open(sealed)).toBe('a live link')
  expect(() => new PayloadSeal(randomBytes(32)).open(sealed)).toThrow()
  expect(() => seal.open(sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA'))).toThrow()
})

test.each([
  ['ada@probe.invalid', true],
  ['Ada@Fjordlight.INVALID', true],
  ['ada@invalid', true],
  ['ada@invalid.example', false],
  ['ada.invalid@vault.example', false],
  ['ada@notinvalid', false],
  ['ada@office.test', false],
])('nothing is sent to %s: %s', (address, isLost) => {
  expect(isNobodys(address)).toBe(isLost)
})
