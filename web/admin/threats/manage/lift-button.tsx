import { useState } from 'react'
import type { ThreatEnforcement } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { threatsPage } from '#web/messages/threats/threats-page.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { threatNames } from '#web/parts/threats/threat-names.ts'
import { subjectWords } from './subject-words.ts'
import { type NameOf, useMyId } from './use-people.ts'
import { useThreatWrite } from './use-threat-write.ts'
import { useProtection } from '#web/parts/vault/use-protection.ts'

const text = threatsPage.enforced
type Props = { enforcement: ThreatEnforcement; nameOf: NameOf }

/** Takes back what the server does, after a question. Nobody lifts what concerns themselves, except for their devices: they show that it was them, like everybody else. */
export function LiftButton({ enforcement, nameOf }: Props) {
  const { threats } = useVault()
  const { guarded } = useProtection()
  const [isAsked, setAsked] = useState(false)
  const lift = useThreatWrite(guarded(threats.lift), { done: text.lifted, failed: text.liftFailed })
  const what = threatNames.enforcement(enforcement.action)
  const about = subjectWords(enforcement, nameOf)
  const isOwn = enforcement.userId === useMyId() && enforcement.action !== 'pause'
  if (isOwn) {
    return (
      <Text size="xs" tone="soft" className="max-w-60">
        {text.own}
      </Text>
    )
  }
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        isBusy={lift.isPending}
        aria-label={text.liftOf(what, about)}
        onClick={() => setAsked(true)}
      >
        {text.lift}
      </Button>
      <AlertDialog
        isOpen={isAsked}
        title={text.ask(what)}
        text={text.askText(about)}
        confirmLabel={text.askSubmit}
        cancelLabel={m.common.cancel}
        onConfirm={() => lift.mutate(enforcement.id)}
        onClose={() => setAsked(false)}
      />
    </>
  )
}
