import { BUYER_LIMITS } from '#contract/invoicing/contracts.ts'
import { COUNTRIES } from '#contract/invoicing/countries.ts'
import { isPlausibleTaxNumber } from '#contract/invoicing/tax-number.ts'
import { contracts as text } from '#web/messages/invoicing/contracts.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { countryName } from '../billing-words.ts'

const words = text.details

type Side = { legal_name: string; address: string; country: string; tax_number: string }
type Props = {
  side: Side | null
  country: string
  onCountry: (country: string) => void
  /** The form was sent without one. */
  isCountryMissing: boolean
}

/** Who sells or who pays: name, address, country, tax number. */
export function SideFields({ side, country, onCountry, isCountryMissing }: Props) {
  const countries = COUNTRIES.map((code) => [code, countryName(code)] as const).toSorted(([, one], [, other]) =>
    one.localeCompare(other),
  )
  return (
    <>
      <TextField
        name="legal_name"
        label={words.legalName}
        maxLength={BUYER_LIMITS.nameCharacters}
        defaultValue={side?.legal_name ?? ''}
        autoComplete="organization"
      />
      <TextArea
        name="address"
        label={words.address}
        hint={words.addressHint}
        rows={3}
        maxLength={BUYER_LIMITS.addressCharacters}
        defaultValue={side?.address ?? ''}
        autoComplete="street-address"
      />
      <SelectField
        isInForm
        label={words.country}
        value={country}
        onChange={onCountry}
        options={[['', words.choose], ...countries]}
      />
      {isCountryMissing && country === '' && <Notice tone="error">{words.countryMissing}</Notice>}
      <TextField
        name="tax_number"
        label={words.taxNumber}
        maxLength={BUYER_LIMITS.taxNumberCharacters}
        defaultValue={side?.tax_number ?? ''}
        autoComplete="off"
        spellCheck={false}
        isOptional
        validate={(number) =>
          number.trim() === '' || country === '' || isPlausibleTaxNumber(number, country) ? null : words.taxNumberWrong
        }
      />
    </>
  )
}
