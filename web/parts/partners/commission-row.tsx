import { useState } from 'react'
import { PARTNER_LIMITS } from '#contract/partners/partners.ts'
import { useNow } from '#web/lib/clock.ts'
import type { OwnCommission } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { partners as text } from '#web/messages/partners/partners.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useAction } from '../action/use-action.ts'
import { useVault } from '../vault/vault-context.ts'
import { dayOf, money, rate } from './partner-words.ts'
import { PARTNERS_KEY } from './partners.queries.ts'

const words = text.commissions

type Props = {
  commission: OwnCommission & { partner?: string }
  canPay?: boolean
  /** In a list of several partners. */
  hasPartner?: boolean
}

/** What a partner earned with a customer, and whether it was paid. */
export function CommissionRow({ commission, canPay = false, hasPartner = false }: Props) {
  const { company, partner, amount_minor: amount, won_minor: won, currency, basis_points: basisPoints } = commission
  const isPaid = commission.state === 'paid'
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 text-sm">
      <div className="min-w-52 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold wrap-anywhere tabular-nums">
          {money(amount, currency)}
          <Badge tone={isPaid ? 'plain' : 'copper'}>{isPaid ? words.paid : words.open}</Badge>
        </p>
        <Text tone="soft" size="xs" className="wrap-anywhere tabular-nums">
          {[
            ...(hasPartner && partner !== undefined ? [partner] : []),
            company,
            words.facts(rate(basisPoints), money(won, currency), dayOf(commission.earned_on)),
          ].join(' · ')}
        </Text>
        {commission.paid_on !== null && (
          <Text tone="soft" size="xs" className="wrap-anywhere tabular-nums">
            {[words.paidOn(dayOf(commission.paid_on)), commission.paid_note].filter(Boolean).join(' · ')}
          </Text>
        )}
      </div>
      {canPay && !isPaid && <PayButton commission={commission} />}
    </li>
  )
}

function PayButton({ commission }: { commission: OwnCommission }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button size="sm" variant="outline" aria-label={words.payOne(commission.company)} onClick={() => setOpen(true)}>
        {words.pay}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={words.payTitle(money(commission.amount_minor, commission.currency))}
      >
        <PayForm commission={commission} onDone={close} />
      </Dialog>
    </>
  )
}

function PayForm({ commission: { id, earned_on: earned }, onDone }: { commission: OwnCommission; onDone: () => void }) {
  const { partners } = useVault()
  const today = useNow().toISOString().slice(0, 10)
  const pay = useAction(({ day = '', note = '' }: Record<string, string>) => partners.pay(id, day, note.trim()), {
    done: words.didPay,
    failed: text.failedChange,
    keys: [PARTNERS_KEY],
    onDone,
    isQuiet: true,
  })
  return (
    <Form onSubmit={(values) => pay.mutate(values)}>
      {pay.error && <Notice tone="error">{sentenceFor(pay.error)}</Notice>}
      <Text tone="soft">{words.payText}</Text>
      <TextField name="day" type="date" label={words.day} min={earned} max={today} defaultValue={today} />
      <TextField
        name="note"
        label={words.note}
        hint={words.noteHint}
        maxLength={PARTNER_LIMITS.paidNoteCharacters}
        autoComplete="off"
        isOptional
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={pay.isPending}>
          {words.submit}
        </Button>
        <Button variant="outline" onClick={onDone}>
          {text.cancel}
        </Button>
      </div>
    </Form>
  )
}
