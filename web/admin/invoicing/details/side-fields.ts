import { BUYER_LIMITS } from '#contract/invoicing/contracts.ts'
import { COUNTRIES } from '#contract/invoicing/countries.ts'
import { isPlausibleTaxNumber } from '#contract/invoicing/tax-number.ts'
import { contracts as text } from '#web/messages/invoicing/contracts.ts'
import type { SettingsField } from '#web/parts/form/settings.ts'
import { countryName } from '../billing-words.ts'

const words = text.details

type Side = { legal_name: string; address: string; country: string; tax_number: string }

/** Who sells or who pays: name, address, country, tax number. */
export function sideFields<Values extends Side>(): SettingsField<Values>[] {
  const countries = COUNTRIES.map((code) => [code, countryName(code)] as const).toSorted(([, one], [, other]) =>
    one.localeCompare(other),
  )
  return [
    {
      kind: 'text',
      name: 'legal_name',
      label: words.legalName,
      maxLength: BUYER_LIMITS.nameCharacters,
      autoComplete: 'organization',
    },
    {
      kind: 'area',
      name: 'address',
      label: words.address,
      hint: words.addressHint,
      rows: 3,
      maxLength: BUYER_LIMITS.addressCharacters,
      autoComplete: 'street-address',
    },
    {
      kind: 'choice',
      name: 'country',
      label: words.country,
      options: [['', words.choose], ...countries],
      missing: words.countryMissing,
    },
    {
      kind: 'text',
      name: 'tax_number',
      label: words.taxNumber,
      maxLength: BUYER_LIMITS.taxNumberCharacters,
      isOptional: true,
      check: (number, { country }) =>
        number.trim() === '' || country === '' || isPlausibleTaxNumber(number, country) ? null : words.taxNumberWrong,
    },
  ]
}
