import { expect, test } from 'vitest'
import { contact } from '#web/messages/site/contact.ts'

test('a time to answer is promised only where the operator set one', () => {
  expect(contact.sentText(24)).toBe("Thank you for your interest. We'll get back to you within 24 hours.")
  expect(contact.promise(24)).toBe('We answer within 24 hours.')
  expect(contact.sentText(null)).not.toMatch(/\d/)
  expect(contact.promise(1)).toBe('We answer within 1 hour.')
})
