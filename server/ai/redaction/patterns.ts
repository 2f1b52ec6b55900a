import net from 'node:net'
import type { RedactionKind } from '#contract/studio/models.ts'

type Pattern = { kind: RedactionKind; pattern: RegExp; isMeant?: (found: string) => boolean }

/** Personal data and secrets that have a form; the first that matches a place counts. Names have none: see `redact`. */
export const PATTERNS: readonly Pattern[] = [
  { kind: 'SECRET', pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g },
  { kind: 'SECRET', pattern: /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g },
  { kind: 'SECRET', pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g },
  {
    kind: 'SECRET',
    pattern: /\b(?:sk|pk|rk)[-_][\w-]{20,}|\bgh[pousr]_\w{30,}|\bxox[abeprs]-[\w-]{10,}|\bAIza[\w-]{35}/g,
  },
  { kind: 'EMAIL', pattern: /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}.-]{1,190}\.\p{L}{2,24}/gu },
  { kind: 'IBAN', pattern: /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/g, isMeant: isIban },
  { kind: 'CARD', pattern: /(?<![\d-])\d(?:[ -]?\d){12,18}(?![\d-])/g, isMeant: isCard },
  { kind: 'SSN', pattern: /(?<![\d-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])/g },
  { kind: 'IP', pattern: /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.]*\d)/g, isMeant: (text) => net.isIPv4(text) },
  { kind: 'IP', pattern: /(?<![\w:])[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?![\w:])/gi, isMeant: isIpv6 },
  // With a plus, a bracket, or in groups as numbers of the United States; a row of digits alone is an order or an amount.
  {
    kind: 'PHONE',
    pattern:
      /(?<![\w+])(?:\+\d{1,3}[ .-]?)?\(\d{1,5}\)[ .-]?\d{2,12}(?:[ .-]?\d{2,12}){0,4}|(?<![\w+])\+\d{1,12}(?:[ .\-/]?\d{1,12}){0,6}|(?<![\w.-])\d{3}[ .-]\d{3}[ .-]\d{4}(?![\w-])/g,
    isMeant: (text) => digitsOf(text).length >= 8 && digitsOf(text).length <= 15,
  },
]

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

/** Whether the last digit fits the others, by ISO/IEC 7812-1 (Luhn). */
function isCard(text: string): boolean {
  const digits = digitsOf(text)
  if (/^(\d)\1+$/.test(digits)) return false
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, at) => {
      const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return digits.length >= 13 && digits.length <= 19 && sum % 10 === 0
}

/** Whether the two check digits fit, by ISO 13616 (the remainder by 97 is 1). */
function isIban(text: string): boolean {
  const plain = text.replaceAll(' ', '')
  if (plain.length < 15 || plain.length > 34) return false
  const moved = plain.slice(4) + plain.slice(0, 4)
  const remainder = Array.from(moved).reduce((rest, character) => {
    const value = Number.parseInt(character, 36)
    return (rest * (value > 9 ? 100 : 10) + value) % 97
  }, 0)
  return remainder === 1
}

function isIpv6(text: string): boolean {
  return net.isIPv6(text) && /[0-9a-f]/i.test(text)
}
