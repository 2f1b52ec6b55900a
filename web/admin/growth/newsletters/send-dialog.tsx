import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Newsletter } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { newsletters as text } from '#web/messages/growth/newsletters.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { RadioChoices } from '#web/ui/form/radio-choices.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { useAction } from '#web/parts/action/use-action.ts'
import { audiencesQuery } from './newsletters.queries.ts'

const words = text.send

type Props = { newsletter: Newsletter; isOpen: boolean; onClose: () => void }

/** Now or at a time, after a look at how many get it. */
export function SendDialog({ newsletter, isOpen, onClose }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.title} isGrowing>
      <SendForm newsletter={newsletter} onClose={onClose} />
    </Dialog>
  )
}

function SendForm({ newsletter: { id, audience_id: audience }, onClose }: Omit<Props, 'isOpen'>) {
  const { newsletters } = useVault()
  const [when, setWhen] = useState<'now' | 'later'>('now')
  const { data } = useQuery({ ...audiencesQuery(newsletters), staleTime: 0 })
  const sizes = audience === null ? data?.everybody : data?.audiences.find((one) => one.id === audience)
  const send = useAction((at: string | null) => newsletters.schedule(id, at), {
    done: words.scheduled,
    failed: text.failedChange,
    keys: ['newsletters'],
    isQuiet: true,
    onDone: onClose,
  })
  const submit = ({ at = '' }: Record<string, string>) =>
    send.mutate(when === 'now' ? null : new Date(at).toISOString())
  return (
    <Form onSubmit={submit}>
      {send.error && <Notice tone="error">{sentenceFor(send.error)}</Notice>}
      <Notice tone={sizes?.agreed === 0 ? 'attention' : 'info'}>
        {sizes === undefined
          ? words.counting
          : sizes.agreed === 0
            ? words.nobody
            : words.reach(sizes.agreed, sizes.contacts)}
      </Notice>
      <RadioChoices
        label={words.when}
        choices={[
          { value: 'now', label: words.now, hint: words.nowHint },
          { value: 'later', label: words.later, hint: words.laterHint },
        ]}
        value={when}
        onChange={setWhen}
      />
      {when === 'later' && (
        <TextField
          name="at"
          type="datetime-local"
          label={words.at}
          validate={(value) => (Number.isNaN(Date.parse(value)) ? words.atWrong : null)}
        />
      )}
      <Button type="submit" isBusy={send.isPending} className="self-start">
        {words.submit}
      </Button>
    </Form>
  )
}
