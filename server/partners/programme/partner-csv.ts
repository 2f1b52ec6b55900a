import { csvHead, csvLine } from '#contract/csv/csv.ts'
import { CURRENCY_DECIMALS, type Currency, decimalOf } from '#contract/sales/money.ts'
import type { PartnerRow } from './partners.sql.ts'

const COLUMNS = [
  'company',
  'contact',
  'email',
  'tier',
  'state',
  'visits',
  'open registrations',
  'commission to pay',
  'notes',
  'added at',
]

/** The first line of the file, after the sign that says it is UTF-8. */
export const csvColumns = (): string => csvHead(COLUMNS)

/** One partner; amounts have a point before their decimals, whatever the language. */
export function csvPartner(partner: PartnerRow): string {
  const owed = Object.entries(partner.open_minor)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([currency, minor]) => `${currency} ${decimalOf(minor, CURRENCY_DECIMALS[currency as Currency] ?? 2)}`)
  return csvLine([
    partner.company,
    partner.contact_name,
    partner.contact_email,
    tierName(partner),
    partner.state,
    String(partner.visits),
    String(partner.open_registrations),
    owed.join(' + '),
    partner.notes,
    partner.created_at.toISOString(),
  ])
}

/** Of a tier that nobody named: as a program reads it, in English. */
function tierName({ tier_name: name, tier_preset: preset }: PartnerRow): string {
  return name ?? `${(preset ?? '').charAt(0).toUpperCase()}${(preset ?? '').slice(1)}`
}
