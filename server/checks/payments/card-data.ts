import { type Check, noneOf, skipped } from '../check.ts'
import { readOnly } from '../probe.ts'
import { secretsInScripts } from '../scripts-of-pages.ts'

/** What a table of billing may hold, and is looked through: the newest. */
const ROWS = 2000
const TABLES = [
  'billing.customers',
  'billing.events',
  'billing.orphaned_customers',
  'billing.sandbox_events',
  'public.subscriptions',
]
/** Thirteen to nineteen digits, in groups or not; not a part of an identifier. */
const NUMBER = /(?<![\w-])\d(?:[ -]?\d){12,18}(?![\w-])/g

/** PAY-09 */
export const holdsNoCards: Check = async (context) => {
  const found: string[] = []
  await readOnly(context, async (db) => {
    for (const table of TABLES) {
      const { rows } = await db.query<{ row: string }>({
        text: `select t::text as row from ${table} as t limit ${ROWS}`,
      })
      if (rows.some(({ row }) => (row.match(NUMBER) ?? []).some(isCardNumber)))
        found.push(`the number of a card in ${table}`)
    }
  })
  const inScripts = await secretsInScripts()
  if (!inScripts && found.length === 0) return skipped('not_built')
  const { found: shown, scripts } = inScripts ?? { found: [], scripts: 0 }
  found.push(...shown.map((name) => `a secret key in ${name}`))
  return noneOf(found, 'Something is kept or delivered that must not be', { tables: TABLES.length, scripts })
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
