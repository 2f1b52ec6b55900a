import { useState } from 'react'
import { ADD_ONS, type AddOn, REQUEST_LIMITS, type RequestKind, TERMS } from '#contract/invoicing/contracts.ts'
import { TENANT_PLAN_IDS } from '#contract/organisation/tenant-plan-ids.ts'
import { TENANT_PLANS } from '#contract/organisation/tenant-plans.ts'
import type { BillingAccount, NewContractRequest } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { contracts as text } from '#web/messages/invoicing/contracts.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { RadioChoices } from '#web/ui/form/radio-choices.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useAction } from '#web/parts/action/use-action.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { INVOICING_KEY } from '../invoicing.queries.ts'
import { useSeatsOfPlans } from './use-seats-of-plans.ts'

const words = text.request

type Props = { kind: RequestKind | null; account: BillingAccount; onClose: () => void }

/** Asks for another plan, term or add-ons. */
export function RequestDialog({ kind, account, onClose }: Props) {
  return (
    <Dialog isOpen={kind !== null} onClose={onClose} title={kind === null ? '' : words.open(kind)}>
      {kind && <RequestForm key={kind} kind={kind} account={account} onClose={onClose} />}
    </Dialog>
  )
}

function presentOf(kind: RequestKind, { plan, term, add_ons: addOns }: BillingAccount): readonly string[] {
  if (kind === 'plan') return [plan]
  if (kind === 'term') return term === null ? [] : [term]
  return addOns
}

function RequestForm({ kind, account, onClose }: Props & { kind: RequestKind }) {
  const { invoicing } = useVault()
  const present = presentOf(kind, account)
  const [wanted, setWanted] = useState<readonly string[]>(present)
  const [isSame, setSame] = useState(false)
  const send = useAction((asked: NewContractRequest) => invoicing.ask(asked), {
    done: words.sent,
    failed: words.failed,
    keys: [INVOICING_KEY],
    onDone: onClose,
    isQuiet: true,
  })
  const submit = ({ note = '' }: Record<string, string>) => {
    const isNew = wanted.length !== present.length || wanted.some((value) => !present.includes(value))
    setSame(!isNew)
    if (isNew) send.mutate({ kind, wanted: [...wanted], note: note.trim() })
  }
  return (
    <Form onSubmit={submit}>
      {send.error && <Notice tone="error">{sentenceFor(send.error)}</Notice>}
      {isSame && <Notice tone="error">{words.same}</Notice>}
      <Wanted kind={kind} wanted={wanted} onChange={setWanted} />
      <TextArea name="note" label={words.note} rows={3} maxLength={REQUEST_LIMITS.noteCharacters} isOptional />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          {text.cancel}
        </Button>
        <Button type="submit" isBusy={send.isPending}>
          {send.isPending ? words.sending : words.send}
        </Button>
      </div>
    </Form>
  )
}

type WantedProps = { kind: RequestKind; wanted: readonly string[]; onChange: (wanted: readonly string[]) => void }

function Wanted({ kind, wanted, onChange }: WantedProps) {
  const seatsOf = useSeatsOfPlans()
  if (kind === 'add_ons') return <AddOns wanted={wanted} onChange={onChange} />
  const choices =
    kind === 'plan'
      ? TENANT_PLAN_IDS.map((id) => ({
          value: id as string,
          label: TENANT_PLANS[id].name as string,
          hint: words.planHint(seatsOf(id)),
        }))
      : TERMS.map((id) => ({ value: id as string, label: text.term(id), hint: '' }))
  return (
    <RadioChoices
      label={text.kind(kind)}
      choices={choices}
      value={wanted[0] ?? ''}
      onChange={(value) => onChange([value])}
    />
  )
}

function AddOns({ wanted, onChange }: Omit<WantedProps, 'kind'>) {
  const toggle = (addOn: AddOn, isChosen: boolean) =>
    onChange(ADD_ONS.filter((one) => (one === addOn ? isChosen : wanted.includes(one))))
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="sr-only">{text.kind('add_ons')}</legend>
      <Text tone="soft">{words.addOnsText}</Text>
      {ADD_ONS.map((addOn) => (
        <Checkbox
          key={addOn}
          label={text.addOn(addOn)}
          hint={text.addOnHint(addOn)}
          checked={wanted.includes(addOn)}
          onCheckedChange={(isChosen) => toggle(addOn, isChosen)}
        />
      ))}
    </fieldset>
  )
}
