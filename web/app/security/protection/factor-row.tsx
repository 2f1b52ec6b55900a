import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDateTime } from '#web/lib/format.ts'
import type { AuthenticatorApp, SecondFactors } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { PlainRow, PlainRows } from '#web/ui/list/plain-rows.tsx'
import { Span } from '#web/ui/layout/text.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { factorsQuery } from '../security.queries.ts'
import { AddAppDialog } from './add-app-dialog.tsx'
import { ProtectionRow, type Seen } from './protection-row.tsx'
import { RemovableRow } from './removable-row.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { useProtection } from '#web/parts/vault/use-protection.ts'

const words = m.protection.factors
const reason = m.security.score.reasons.factor

/** Authenticator apps of the account, and the codes for the day that the phone is gone. */
export function FactorRow() {
  const factors = useQuery(factorsQuery(useVault().protection))
  const [dialog, setDialog] = useState<'add' | 'first-codes' | 'codes' | null>(null)
  const hasApps = (factors.data?.apps.length ?? 0) > 0
  const action = (
    <Button variant="outline" onClick={() => setDialog('add')} disabled={!factors.data}>
      {hasApps ? words.addAnother : words.add}
    </Button>
  )

  return (
    <>
      <ProtectionRow name={words.title} lead={words.lead} action={action} query={factors} check="factor">
        {(data) => seenOf(data, () => setDialog('codes'))}
      </ProtectionRow>
      <AddAppDialog
        isOpen={dialog === 'add'}
        taken={factors.data?.apps.map(({ name }) => name) ?? []}
        // A phone that gets lost is the rule, not the exception: codes come at once, and the dialog stays until they are there.
        onAdded={() => setDialog(factors.data?.recoveryCodes?.remaining ? null : 'first-codes')}
        onClose={() => setDialog(null)}
      />
      <RecoveryCodesDialog
        isOpen={dialog === 'codes' || dialog === 'first-codes'}
        areFirst={dialog === 'first-codes'}
        onClose={() => setDialog(null)}
      />
    </>
  )
}

function seenOf(data: SecondFactors, onCodes: () => void): Seen {
  if (data.apps.length === 0) return { state: 'lacking', fact: words.none }
  const hasCodes = (data.recoveryCodes?.remaining ?? 0) > 0
  return {
    state: hasCodes ? 'on' : 'attention',
    text: hasCodes ? reason.good : m.protection.codes.lacking,
    items: <FactorItems data={data} onCodes={onCodes} />,
  }
}

function FactorItems({ data: { apps, recoveryCodes }, onCodes }: { data: SecondFactors; onCodes: () => void }) {
  const codes = m.protection.codes
  return (
    <PlainRows label={words.title}>
      {apps.map((app) => (
        <AppRow key={app.id} app={app} isLast={apps.length === 1} />
      ))}
      <PlainRow
        action={
          <Button variant="outline" size="sm" onClick={onCodes}>
            {recoveryCodes ? codes.renew : codes.make}
          </Button>
        }
      >
        <strong className="font-semibold">{codes.row}</strong>
        <Span tone={recoveryCodes?.remaining ? 'hint' : 'copper'} size="xs" className="mt-0.5 block">
          {recoveryCodes ? codes.left(recoveryCodes.remaining, recoveryCodes.total) : codes.none}
        </Span>
      </PlainRow>
    </PlainRows>
  )
}

function AppRow({ app, isLast }: { app: AuthenticatorApp; isLast: boolean }) {
  const protection = useProtection()
  return (
    <RemovableRow
      name={app.name ?? words.unnamed}
      words={words}
      question={isLast ? words.removeLastText : words.removeText}
      onRemove={() => protection.removeFactor(app.id)}
      detail={
        <Span tone="hint" size="xs" className="mt-0.5 block">
          {m.protection.added(formatDateTime(new Date(app.createdAt)))}
        </Span>
      }
    />
  )
}
