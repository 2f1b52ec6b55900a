import { useState } from 'react'
import { BUYER_LIMITS } from '#contract/invoicing/contracts.ts'
import type { Buyer, BuyerFields } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { contracts as text } from '#web/messages/invoicing/contracts.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { CardSection } from '#web/ui/layout/card.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { useAction } from '#web/parts/action/use-action.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { countryName } from '../billing-words.ts'
import { INVOICING_KEY } from '../invoicing.queries.ts'
import { ChangedNotice } from './changed-notice.tsx'
import { SideFields } from './side-fields.tsx'
import { useSeen } from './use-seen.ts'

const words = text.details

/** Who pays, as invoices say it. What somebody else stored meanwhile is shown before it is overwritten. */
export function BuyerForm({ stored }: { stored: Buyer | null }) {
  const { shown, seen, version, isChanged, take, keep, saved } = useSeen(stored)
  return (
    <CardSection aria-label={words.title} className="flex max-w-2xl flex-col gap-4 p-4">
      <Heading>{words.title}</Heading>
      <Text tone="soft">{words.text}</Text>
      {isChanged && stored && <ChangedNotice changes={changesOf(seen, stored)} onTake={take} onKeep={keep} />}
      <Fields key={shown?.version ?? 0} shown={shown} version={version} onSaved={saved} />
    </CardSection>
  )
}

type FieldsProps = { shown: Buyer | null; version: number; onSaved: (saved: Buyer) => void }

function Fields({ shown, version, onSaved }: FieldsProps) {
  const { invoicing } = useVault()
  const [country, setCountry] = useState(shown?.country ?? '')
  const [isSent, setSent] = useState(false)
  const save = useAction(
    async (fields: BuyerFields) => {
      await invoicing.saveBuyer(fields, version)
      return { ...fields, version: version + 1 }
    },
    { done: () => words.saved, failed: words.failed, keys: [INVOICING_KEY], onDone: onSaved, isQuiet: true },
  )
  const submit = (given: Record<string, string>) => {
    setSent(true)
    const field = (name: string): string => (given[name] ?? '').trim()
    if (country !== '')
      save.mutate({
        legal_name: field('legal_name'),
        address: field('address'),
        country,
        tax_number: field('tax_number'),
        purchase_reference: field('purchase_reference'),
        email: field('email').toLowerCase(),
      })
  }
  return (
    <Form onSubmit={submit}>
      {save.error && <Notice tone="error">{sentenceFor(save.error)}</Notice>}
      <SideFields side={shown} country={country} onCountry={setCountry} isCountryMissing={isSent} />
      <TextField
        name="purchase_reference"
        label={words.reference}
        maxLength={BUYER_LIMITS.referenceCharacters}
        defaultValue={shown?.purchase_reference ?? ''}
        autoComplete="off"
        isOptional
      />
      <TextField
        name="email"
        type="email"
        label={words.email}
        maxLength={BUYER_LIMITS.emailCharacters}
        defaultValue={shown?.email ?? ''}
        autoComplete="off"
        spellCheck={false}
        validate={(email) => (/^\S+@\S+$/.test(email.trim()) ? null : m.common.emailInvalid)}
      />
      <Button type="submit" className="self-start" isBusy={save.isPending}>
        {save.isPending ? words.saving : words.save}
      </Button>
    </Form>
  )
}

function changesOf(seen: Buyer | null, stored: Buyer): (readonly [string, string])[] {
  const named = (buyer: Buyer): Record<string, string> => ({
    [words.legalName]: buyer.legal_name,
    [words.address]: buyer.address,
    [words.country]: countryName(buyer.country),
    [words.taxNumber]: buyer.tax_number,
    [words.reference]: buyer.purchase_reference,
    [words.email]: buyer.email,
  })
  const before = seen ? named(seen) : {}
  return Object.entries(named(stored)).filter(([name, value]) => before[name] !== value)
}
