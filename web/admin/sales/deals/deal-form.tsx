import { useState } from 'react'
import { DEAL_LIMITS } from '#contract/sales/deals.ts'
import { decimalOf, MOST_MINOR, unitsOf } from '#contract/sales/money.ts'
import type { Deal, DealFields, Pipeline } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { sales as text } from '#web/messages/sales/sales.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useAction } from '#web/parts/action/use-action.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { SALES_KEY } from '../sales.queries.ts'
import { decimalsOf, peopleOptions } from '../sales-words.ts'
import { ChangedNotice } from './changed-notice.tsx'

const words = text.form

type Props = { pipeline: Pipeline; deal?: Deal; onDone: () => void; onCancel?: () => void }

/** A new deal, or other fields of one that is there. What somebody else stores meanwhile is shown, and not overwritten unseen. */
export function DealForm({ pipeline, deal, onDone, onCancel }: Props) {
  const { sales } = useVault()
  // What the fields began with. The deal may be read again while they are edited.
  const [seen, setSeen] = useState(deal)
  const [version, setVersion] = useState(deal?.version ?? 0)
  const [owner, setOwner] = useState(deal?.owner_id ?? '')
  const save = useAction(
    async (fields: DealFields): Promise<void> => {
      if (deal) await sales.change(deal.id, fields, version)
      else await sales.add(fields, null)
    },
    { done: deal ? words.saved : words.added, failed: text.failedChange, keys: [SALES_KEY], onDone, isQuiet: true },
  )
  const decimals = decimalsOf(pipeline.settings.currency)
  const isChanged = deal !== undefined && seen !== undefined && deal.version !== version
  const take = () => {
    setSeen(deal)
    setVersion(deal?.version ?? 0)
    setOwner(deal?.owner_id ?? '')
    save.reset()
  }
  return (
    // Another version begins the fields again, those that the person did not keep.
    <Form key={seen?.version ?? 0} onSubmit={(values) => save.mutate(fieldsOf(values, owner, decimals))}>
      {save.error && !isChanged && <Notice tone="error">{sentenceFor(save.error)}</Notice>}
      {isChanged && (
        <ChangedNotice
          pipeline={pipeline}
          seen={seen}
          stored={deal}
          onTake={take}
          onKeep={() => {
            setVersion(deal.version)
            save.reset()
          }}
        />
      )}
      <DealFieldsOf deal={seen} pipeline={pipeline} />
      <SelectField
        isInForm
        label={words.owner}
        value={owner}
        onChange={setOwner}
        options={peopleOptions(pipeline, seen?.owner_id ?? null)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={save.isPending} disabled={isChanged}>
          {save.isPending ? words.busy : deal ? words.save : words.submit}
        </Button>
        {onCancel && (
          <Button variant="outline" onClick={onCancel}>
            {words.cancel}
          </Button>
        )}
      </div>
    </Form>
  )
}

function DealFieldsOf({ deal, pipeline }: { deal: Deal | undefined; pipeline: Pipeline }) {
  const { currency } = pipeline.settings
  const decimals = decimalsOf(currency)
  const amount = deal?.amount_minor ?? null
  return (
    <>
      <ContactFields deal={deal} />
      <TextField
        name="amount"
        label={words.amount(currency)}
        inputMode="decimal"
        validate={(typed) => (isAmount(typed, decimals) ? null : words.amountWrong(decimals))}
        defaultValue={amount === null ? '' : decimalOf(amount, decimals)}
        {...common}
      />
      <TextField
        name="closes"
        type="date"
        min="2000-01-01"
        max="2199-12-31"
        label={words.closes}
        defaultValue={deal?.closes_on ?? ''}
        {...common}
      />
    </>
  )
}

const common = { autoComplete: 'off', isOptional: true } as const

function isAmount(typed: string, decimals: number): boolean {
  const units = unitsOf(typed, decimals)
  return typed.trim() === '' || (units !== null && units >= 0 && units <= MOST_MINOR)
}

function ContactFields({ deal }: { deal: Deal | undefined }) {
  return (
    <>
      <TextField
        name="title"
        label={words.name}
        maxLength={DEAL_LIMITS.titleCharacters}
        defaultValue={deal?.title ?? ''}
        autoComplete="off"
      />
      <TextField
        name="name"
        label={words.contactName}
        maxLength={DEAL_LIMITS.nameCharacters}
        defaultValue={deal?.contact_name ?? ''}
        {...common}
      />
      <TextField
        name="email"
        type="email"
        label={words.contactEmail}
        hint={words.contactEmailHint}
        maxLength={DEAL_LIMITS.emailCharacters}
        defaultValue={deal?.contact_email ?? ''}
        {...common}
      />
      <TextField
        name="company"
        label={words.contactCompany}
        maxLength={DEAL_LIMITS.companyCharacters}
        defaultValue={deal?.contact_company ?? ''}
        {...common}
      />
    </>
  )
}

function fieldsOf(values: Record<string, string>, owner: string, decimals: number): DealFields {
  const { title = '', name = '', email = '', company = '', amount = '', closes = '' } = values
  return {
    title: title.trim(),
    contact_name: name.trim(),
    contact_email: email.trim(),
    contact_company: company.trim(),
    amount_minor: amount.trim() === '' ? null : unitsOf(amount, decimals),
    closes_on: closes || null,
    owner_id: owner || null,
  }
}
