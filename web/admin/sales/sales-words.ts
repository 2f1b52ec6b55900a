import { CURRENCY_DECIMALS, type Currency, formatMoney } from '#contract/sales/money.ts'
import { dateLocale } from '#web/lib/format.ts'
import type { Pipeline, Stage } from '#web/lib/remote/vault-client.ts'
import { sales as text } from '#web/messages/sales/sales.ts'

/** The name of a stage, in the language of the person where nobody gave it one. */
export const stageName = ({ name, preset }: Pick<Stage, 'name' | 'preset'>): string =>
  name ?? (preset === null ? '' : text.preset(preset))

export const money = (minor: number, currency: Currency): string => formatMoney(minor, currency, dateLocale() ?? 'en')

export const decimalsOf = (currency: Currency): number => CURRENCY_DECIMALS[currency]

/** `2026-11-21` as people write it; it is the same day everywhere. */
export const dayOf = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(dateLocale(), { dateStyle: 'medium', timeZone: 'UTC' })

/** Today in UTC, as the server counts days. */
export const today = (now: Date): string => now.toISOString().slice(0, 10)

export function personName({ people }: Pipeline, id: string | null): string {
  if (id === null) return text.nobody
  return people.find((person) => person.id === id)?.name ?? text.formerPerson
}

/** For a list to choose from: nobody first. One who has left can still be seen there, and taken away. */
export function peopleOptions({ people }: Pipeline, chosen: string | null): (readonly [string, string])[] {
  const known = people.map(({ id, name }) => [id, name] as const)
  const former = chosen !== null && !people.some(({ id }) => id === chosen)
  return [['', text.nobody], ...(former ? [[chosen, text.formerPerson] as const] : []), ...known]
}
