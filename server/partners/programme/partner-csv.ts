import { CURRENCY_DECIMALS, type Currency, decimalOf } from '#contract/sales/money.ts'
import type { partner } from '#contract/partners/partners-wire.ts'
import type { z } from 'zod'
import type { Cells } from '../../lists/declared-list.ts'

type Row = z.output<typeof partner>

/** Columns of the file; amounts have a point before their decimals, whatever the language. */
export const PARTNER_CELLS: Cells<Row, Row> = {
  company: (row) => row.company,
  contact: (row) => row.contact_name,
  email: (row) => row.contact_email,
  tier: tierName,
  state: (row) => row.state,
  visits: (row) => String(row.visits),
  'open registrations': (row) => String(row.open_registrations),
  'commission to pay': (row) =>
    Object.entries(row.open_minor)
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([currency, minor]) => `${currency} ${decimalOf(minor, CURRENCY_DECIMALS[currency as Currency] ?? 2)}`)
      .join(' + '),
  notes: (row) => row.notes,
  'added at': (row) => row.created_at,
}

/** Of a tier that nobody named: as a program reads it, in English. */
function tierName({ tier_name: name, tier_preset: preset }: Row): string {
  return name ?? `${(preset ?? '').charAt(0).toUpperCase()}${(preset ?? '').slice(1)}`
}
