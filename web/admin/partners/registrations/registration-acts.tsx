import { useState } from 'react'
import { commissionOf } from '#contract/partners/commission.ts'
import { NEXT_OUTCOMES, type Outcome } from '#contract/partners/partners.ts'
import { CURRENCY_DECIMALS, decimalOf, unitsOf } from '#contract/sales/money.ts'
import type { Registration } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { partners as text } from '#web/messages/partners/partners.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useAction } from '#web/parts/action/use-action.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { isAmount, money, rate } from '#web/parts/partners/partner-words.ts'
import { PARTNERS_KEY } from '#web/parts/partners/partners.queries.ts'

const words = text.registrations

/** What may be decided now; each decision says first what follows from it. */
export function RegistrationActs({ registration }: { registration: Registration }) {
  const [asked, setAsked] = useState<Outcome | null>(null)
  const isTaken = registration.conflicts.some(({ state }) => state === 'approved')
  const outcomes = NEXT_OUTCOMES[registration.state].filter((outcome) => outcome !== 'approved' || !isTaken)
  const close = () => setAsked(null)
  return (
    <div className="flex flex-wrap gap-1.5">
      {outcomes.map((outcome) => (
        <Button
          key={outcome}
          size="sm"
          variant="outline"
          aria-label={words.decideOne(outcome, registration.company)}
          onClick={() => setAsked(outcome)}
        >
          {words.decide(outcome)}
        </Button>
      ))}
      <Dialog
        isOpen={asked !== null}
        onClose={close}
        title={asked === null ? '' : words.ask[asked](registration.company)}
      >
        {asked !== null && <Decision registration={registration} outcome={asked} onDone={close} />}
      </Dialog>
    </div>
  )
}

type Props = { registration: Registration; outcome: Outcome; onDone: () => void }

function Decision({ registration, outcome, onDone }: Props) {
  const { partners } = useVault()
  // What the person saw when they pressed the button.
  const [{ id, version, currency, amount_minor: expected, basis_points: basisPoints }] = useState(registration)
  const decimals = CURRENCY_DECIMALS[currency]
  const [typed, setTyped] = useState(decimalOf(expected, decimals))
  const isWon = outcome === 'won'
  const won = isWon && isAmount(typed, currency) ? unitsOf(typed, decimals) : null
  const decide = useAction(() => partners.decide(id, { outcome, wonMinor: won, version }), {
    done: words.decided,
    failed: text.failedChange,
    keys: [PARTNERS_KEY],
    onDone,
    isQuiet: true,
  })
  return (
    <Form onSubmit={() => decide.mutate(undefined)}>
      {decide.error && <Notice tone="error">{sentenceFor(decide.error)}</Notice>}
      <Text tone="soft">{words.askText[outcome]}</Text>
      {isWon && (
        <TextField
          name="amount"
          label={words.wonAmount(currency)}
          inputMode="decimal"
          value={typed}
          onValueChange={setTyped}
          validate={(value) => (isAmount(value, currency) ? null : words.amountWrong(decimals))}
          autoComplete="off"
        />
      )}
      {won !== null && basisPoints !== null && (
        <Text tone="soft" size="sm">
          {words.earns(money(commissionOf(won, basisPoints), currency), rate(basisPoints))}
        </Text>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={decide.isPending}>
          {words.decide(outcome)}
        </Button>
        <Button variant="outline" onClick={onDone}>
          {text.cancel}
        </Button>
      </div>
    </Form>
  )
}
