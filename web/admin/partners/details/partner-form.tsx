import { useState } from 'react'
import { PARTNER_LIMITS, PARTNER_STATES, type PartnerState } from '#contract/partners/partners.ts'
import type { Partner, PartnerFields, Programme } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { partners as text } from '#web/messages/partners/partners.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { useAction } from '#web/parts/action/use-action.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { tierName } from '#web/parts/partners/partner-words.ts'
import { PARTNERS_KEY } from '#web/parts/partners/partners.queries.ts'
import { ChangedPartner } from './changed-partner.tsx'

const words = text.form

type Props = { programme: Programme; partner?: Partner; onDone: () => void; onCancel?: () => void }

/** What is stored, what the fields began with, and what was chosen beside them. */
function useEditedPartner(programme: Programme, partner: Partner | undefined) {
  // What the fields began with. The partner may be read again while they are edited.
  const [seen, setSeen] = useState(partner)
  const [version, setVersion] = useState(partner?.version ?? 0)
  const [tier, setTier] = useState(partner?.tier_id ?? programme.tiers[0]?.id ?? '')
  const [state, setState] = useState<PartnerState>(partner?.state ?? 'active')
  const keep = () => setVersion(partner?.version ?? 0)
  const take = () => {
    setSeen(partner)
    keep()
    if (partner) setTier(partner.tier_id)
    if (partner) setState(partner.state)
  }
  return { seen, version, tier, setTier, state, setState, keep, take }
}

/** A new partner, or other fields of one that is there. What somebody else stores meanwhile is shown, and not overwritten unseen. */
export function PartnerForm({ programme, partner, onDone, onCancel }: Props) {
  const { partners } = useVault()
  // One for all tries: a second click adds nothing twice.
  const [id] = useState(() => crypto.randomUUID())
  const edited = useEditedPartner(programme, partner)
  const { seen, version, tier, state } = edited
  const save = useAction(
    async (fields: PartnerFields): Promise<void> => {
      if (partner) await partners.change(partner.id, fields, version)
      else await partners.add(id, fields)
    },
    {
      done: partner ? words.saved : words.added,
      failed: text.failedChange,
      keys: [PARTNERS_KEY],
      onDone,
      isQuiet: true,
    },
  )
  const isChanged = partner !== undefined && seen !== undefined && partner.version !== version
  const settle = (how: () => void) => () => {
    how()
    save.reset()
  }
  return (
    // Another version begins the fields again, those that the person did not keep.
    <Form key={seen?.version ?? 0} onSubmit={(values) => save.mutate({ ...fieldsOf(values), tier_id: tier, state })}>
      {save.error && !isChanged && <Notice tone="error">{sentenceFor(save.error)}</Notice>}
      {isChanged && (
        <ChangedPartner seen={seen} stored={partner} onTake={settle(edited.take)} onKeep={settle(edited.keep)} />
      )}
      <CompanyFields partner={seen} />
      <ChosenFields programme={programme} edited={edited} />
      <TextArea
        name="notes"
        label={words.notes}
        hint={words.notesHint}
        rows={3}
        maxLength={PARTNER_LIMITS.notesCharacters}
        defaultValue={seen?.notes ?? ''}
        isOptional
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={save.isPending} disabled={isChanged}>
          {save.isPending ? words.busy : partner ? words.save : words.submit}
        </Button>
        {onCancel && (
          <Button variant="outline" onClick={onCancel}>
            {text.cancel}
          </Button>
        )}
      </div>
    </Form>
  )
}

type Chosen = { programme: Programme; edited: ReturnType<typeof useEditedPartner> }

function ChosenFields({ programme, edited: { tier, setTier, state, setState } }: Chosen) {
  return (
    <>
      <SelectField
        isInForm
        label={words.tier}
        value={tier}
        onChange={setTier}
        options={programme.tiers.map((one) => [one.id, tierName(one.name, one.preset)] as const)}
      />
      <SelectField
        isInForm
        label={words.state}
        value={state}
        onChange={(chosen) => setState(PARTNER_STATES.find((one) => one === chosen) ?? state)}
        options={PARTNER_STATES.map((one) => [one, text.state(one)] as const)}
      />
      <Text tone="hint" size="xs">
        {words.stateHint}
      </Text>
    </>
  )
}

function CompanyFields({ partner }: { partner: Partner | undefined }) {
  return (
    <>
      <TextField
        name="company"
        label={words.company}
        maxLength={PARTNER_LIMITS.companyCharacters}
        defaultValue={partner?.company ?? ''}
        autoComplete="off"
      />
      <TextField
        name="contact"
        label={words.contactName}
        maxLength={PARTNER_LIMITS.nameCharacters}
        defaultValue={partner?.contact_name ?? ''}
        autoComplete="off"
        isOptional
      />
      <TextField
        name="email"
        type="email"
        label={words.contactEmail}
        maxLength={PARTNER_LIMITS.emailCharacters}
        defaultValue={partner?.contact_email ?? ''}
        autoComplete="off"
        isOptional
      />
    </>
  )
}

function fieldsOf(values: Record<string, string>): Omit<PartnerFields, 'tier_id' | 'state'> {
  const { company = '', contact = '', email = '', notes = '' } = values
  return {
    company: company.trim(),
    contact_name: contact.trim(),
    contact_email: email.trim(),
    notes: notes.trim(),
  }
}
