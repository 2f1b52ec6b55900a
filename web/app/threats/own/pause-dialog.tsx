import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Pause } from '#web/lib/remote/vault-client.ts'
import { threats } from '#web/messages/threats/threats.ts'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toastDone } from '#web/ui/overlay/toast.tsx'
import { PasswordDialog } from '../../security/protection/password-dialog.tsx'
import { factorsQuery } from '../../security/security.queries.ts'
import { useAccountState, useVault } from '#web/parts/vault/vault-context.ts'
import { ProveByCode } from '../prove-by-code.tsx'
import { ReasonList } from '#web/parts/threats/reason-list.tsx'
import { wordsOf } from './pause-words.ts'

type Props = { pause: Pause; isOpen: boolean; onClose: () => void }

/** The person shows that it was them, which ends the pause at once. */
export function PauseDialog({ pause, isOpen, onClose }: Props) {
  const { protection } = useVault()
  const text = wordsOf(pause)
  const onProven = useLifted(pause, onClose)
  if (pause.takesPassword) {
    return (
      <PasswordDialog
        isOpen={isOpen}
        onClose={onClose}
        title={text.confirm}
        lead={[text.lead, text.password]}
        submit={threats.confirm.submit}
        busy={threats.confirm.busy}
        onPassword={async (password) => {
          await protection.provePerson(password)
          onProven()
        }}
      />
    )
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={text.confirm}>
      <PauseProof pause={pause} onProven={onProven} />
    </Dialog>
  )
}

function PauseProof({ pause, onProven }: { pause: Pause; onProven: () => void }) {
  const { protection, threats: client } = useVault()
  const state = useAccountState()
  const { data: factors, isPending } = useQuery(factorsQuery(protection))
  const { noticed } = threats.confirm
  const { reasons } = pause
  return (
    <div className="flex flex-col gap-4">
      <Text tone="soft">{wordsOf(pause).lead}</Text>
      {reasons.length > 0 && (
        <section aria-label={noticed} className="flex flex-col gap-2 text-sm">
          <Heading look="small">{noticed}</Heading>
          <ReasonList reasons={reasons} />
        </section>
      )}
      {/* Which way is offered first depends on whether there is an app; without an answer there is always the mailbox. */}
      {!isPending && (
        <ProveByCode
          email={state.kind === 'open' ? state.email : ''}
          apps={factors?.apps ?? []}
          onMailedCode={(code) => client.confirmByCode(code)}
          onAppCode={protection.proveByApp}
          onProven={onProven}
        />
      )}
    </div>
  )
}

function useLifted(pause: Pause, onClose: () => void) {
  const queries = useQueryClient()
  const text = wordsOf(pause)
  return () => {
    onClose()
    toastDone(text.lifted, text.liftedText)
    void queries.invalidateQueries({ queryKey: ['threats'] })
  }
}
