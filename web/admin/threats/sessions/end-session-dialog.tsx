import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deviceName } from '#contract/devices/device-name.ts'
import { isQuestionLeft } from '#web/lib/account/protection/with-proof.ts'
import { useNow } from '#web/lib/clock.ts'
import { formatTimeAgo, midSentence } from '#web/lib/format.ts'
import type { OrganisationSession } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { policies } from '#web/messages/threats/policies.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { RadioChoices } from '#web/ui/form/radio-choices.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useProtection } from '#web/parts/vault/use-protection.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import type { NameOf } from '../manage/use-people.ts'

const text = policies.sessions
type Props = {
  /** Open while there is one. */
  session: OrganisationSession | null
  nameOf: NameOf
  onClose: () => void
}

/** One session of somebody, or all of them. */
export function EndSessionDialog({ session, nameOf, onClose }: Props) {
  return (
    <Dialog
      isOpen={session !== null}
      onClose={onClose}
      title={session === null ? '' : text.ask(nameOf(session.userId))}
    >
      {session !== null && <EndForm key={session.id} session={session} onDone={onClose} />}
    </Dialog>
  )
}

function EndForm({ session, onDone }: { session: OrganisationSession; onDone: () => void }) {
  const now = useNow()
  const [which, setWhich] = useState<'one' | 'all'>('one')
  const end = useEndSessions(onDone)
  const used = midSentence(formatTimeAgo(new Date(session.lastActiveAt), now))
  const { userId, id: sessionId } = session
  return (
    <Form onSubmit={() => end.mutate(which === 'one' ? { userId, sessionId } : { userId })}>
      <RadioChoices
        label={text.choice}
        choices={[
          { value: 'one', label: text.one, hint: text.oneHint(deviceName(session.userAgent), used) },
          { value: 'all', label: text.all, hint: text.allHint },
        ]}
        value={which}
        onChange={setWhich}
      />
      <Text tone="soft">{text.askText}</Text>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={end.isPending}>
          {end.isPending ? text.busy : text.submit}
        </Button>
        <Button variant="outline" onClick={onDone}>
          {m.common.cancel}
        </Button>
      </div>
    </Form>
  )
}

function useEndSessions(onDone: () => void) {
  const { team } = useVault()
  const { guarded } = useProtection()
  const queries = useQueryClient()
  const end = guarded(team.endSessions)
  return useMutation({
    mutationFn: end,
    onSuccess: (count) => {
      toastDone(count === 0 ? text.gone : text.done(count))
      onDone()
    },
    onError: (error) => {
      if (!isQuestionLeft(error)) toastError(text.endFailed, sentenceFor(error))
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['threats', 'sessions'] }),
  })
}
