import { useState } from 'react'
import { domainOf } from '#contract/partners/addresses.ts'
import { PARTNER_LIMITS } from '#contract/partners/partners.ts'
import { CURRENCY_DECIMALS, type Currency, unitsOf } from '#contract/sales/money.ts'
import type { RegistrationFields } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { partners as text } from '#web/messages/partners/partners.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useAction } from '../action/use-action.ts'
import { PARTNERS_KEY } from './partners.queries.ts'

const words = text.registrations

type Props = {
  currency: Currency
  /** To choose from; a partner that registers for itself has none. */
  partners?: readonly { id: string; company: string }[]
  register: (id: string, fields: RegistrationFields, partner: string) => Promise<void>
  onDone: () => void
}

/** A customer that a partner is talking to. */
export function RegistrationForm({ currency, partners, register, onDone }: Props) {
  // One for all tries: a second click registers nothing twice.
  const [id] = useState(() => crypto.randomUUID())
  const [partner, setPartner] = useState(partners?.[0]?.id ?? '')
  const decimals = CURRENCY_DECIMALS[currency]
  const add = useAction(
    ({ company = '', domain = '', amount = '', expected = '' }: Record<string, string>) =>
      register(
        id,
        {
          company: company.trim(),
          domain: domainOf(domain) ?? domain,
          amount_minor: unitsOf(amount, decimals) ?? 0,
          expected_on: expected,
        },
        partner,
      ),
    { done: words.added, failed: text.failedChange, keys: [PARTNERS_KEY], onDone, isQuiet: true },
  )
  return (
    <Form onSubmit={(values) => add.mutate(values)}>
      {add.error && <Notice tone="error">{sentenceFor(add.error)}</Notice>}
      {partners && (
        <SelectField
          isInForm
          label={words.partner}
          value={partner}
          onChange={setPartner}
          options={partners.map((one) => [one.id, one.company] as const)}
        />
      )}
      <CustomerFields currency={currency} />
      <Button type="submit" isBusy={add.isPending} className="self-start">
        {words.add}
      </Button>
    </Form>
  )
}

function CustomerFields({ currency }: { currency: Currency }) {
  const decimals = CURRENCY_DECIMALS[currency]
  return (
    <>
      <TextField name="company" label={words.company} maxLength={PARTNER_LIMITS.companyCharacters} autoComplete="off" />
      <TextField
        name="domain"
        label={words.domain}
        hint={words.domainHint}
        validate={(typed) => (domainOf(typed) === null ? words.domainWrong : null)}
        autoCapitalize="none"
        spellCheck={false}
        autoComplete="off"
      />
      <TextField
        name="amount"
        label={words.amount(currency)}
        inputMode="decimal"
        validate={(typed) => {
          const units = unitsOf(typed, decimals)
          return units !== null && units >= 0 ? null : words.amountWrong(decimals)
        }}
        autoComplete="off"
      />
      <TextField
        name="expected"
        type="date"
        min="2000-01-01"
        max="2199-12-31"
        label={words.expected}
        autoComplete="off"
      />
    </>
  )
}
