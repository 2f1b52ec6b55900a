import { type Check, noneOf, skipped } from '../check.ts'
import { readOnly } from '../probe.ts'
import { secretsInScripts } from '../scripts-of-pages.ts'
import { listTextTables, newestTexts } from './kept-texts.sql.ts'

/** Rows of each table that are looked through: the newest. */
const ROWS = 2000
/** Thirteen to nineteen digits, in groups or not; not a part of an identifier. */
const NUMBER = /(?<![\w-])\d(?:[ -]?\d){12,18}(?![\w-])/g

/** PAY-09 */
export const holdsNoCards: Check = async (context) => {
  const found: string[] = []
  let rows = 0
  const tables = await readOnly(context, async (db) => {
    const listed = await listTextTables(db)
    for (const one of listed) {
      const texts = await newestTexts(db, one, ROWS)
      rows += texts.length
      if (texts.some(holdsCard)) found.push(`the number of a card in ${one.table}`)
    }
    return listed.map(({ table }) => table)
  })
  const inScripts = await secretsInScripts()
  if (!inScripts && found.length === 0) return skipped('not_built')
  const { found: shown, scripts } = inScripts ?? { found: [], scripts: 0 }
  found.push(...shown.map((name) => `a secret key in ${name}`))
  return noneOf(found, 'Something is kept or delivered that must not be', {
    tables: tables.length,
    rows,
    scripts,
  })
}

/** Telephone numbers, as they are dialled from abroad. */
const TELEPHONE = /\+\d(?:[ -]?\d)*/g
/** Numbers of bank accounts, whose digits in groups may pass for those of a card. */
const ACCOUNT = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4}){3,8}\b/g

/** Whether a text names a card. */
export const holdsCard = (text: string): boolean =>
  (text.replaceAll(TELEPHONE, '').replaceAll(ACCOUNT, withoutAccount).match(NUMBER) ?? []).some(isCardNumber)

/** Leaves what stands after the number of an account, in capitals as well: the name of the bank. */
function withoutAccount(text: string): string {
  const groups = text.split(' ')
  for (let count = groups.length; count > 0; count--)
    if (isAccount(groups.slice(0, count).join(''))) return groups.slice(count).join(' ')
  return text
}

/** By the check digits of ISO 13616: its first four characters last and letters as numbers from 10 on, it is 1 modulo 97. */
function isAccount(text: string): boolean {
  const digits = (text.slice(4) + text.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n === 1n
}

/** By the check digit that every card has (Luhn). */
function isCardNumber(text: string): boolean {
  const digits = Array.from(text.replaceAll(/\D/g, ''), Number).toReversed()
  // Zeros pass as well, and are no card.
  if (new Set(digits).size < 2) return false
  // Those of cards begin with 2 to 6; milliseconds since 1970 with 1.
  if (!/^[2-6]/.test(text)) return false
  const sum = digits.reduce((total, digit, at) => total + (at % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0)
  return sum % 10 === 0
}
