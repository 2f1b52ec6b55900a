import { useState } from 'react'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { NewLinkView } from './new-link-view.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { DOWNLOADS, LINK_DAYS, numberIn, numberProblem, textIn } from './share-fields.ts'
import { type Shareable, useSharingActions } from './use-sharing-actions.ts'

const DEFAULT_DAYS = 7

/** Makes a link to one file and shows it once. */
export function ShareByLink({ file }: { file: Shareable }) {
  const text = m.sharing.link
  const { shareByLink } = useSharingActions()
  const [address, setAddress] = useState<string | null>(null)
  if (address !== null) return <NewLinkView address={address} onAnother={() => setAddress(null)} />

  const create = ({ days, password = '', limit, sender }: Record<string, string>) => {
    const wanted = {
      fileId: file.id,
      days: numberIn(days) ?? DEFAULT_DAYS,
      password: password === '' ? null : password,
      maxDownloads: numberIn(limit),
      sender: textIn(sender),
    }
    shareByLink.mutate({ wanted, name: file.name }, { onSuccess: setAddress })
  }
  return (
    <Form onSubmit={create}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="days"
          label={text.days}
          hint={text.daysHint}
          defaultValue={DEFAULT_DAYS}
          inputMode="numeric"
          autoComplete="off"
          validate={numberProblem(LINK_DAYS)}
        />
        <TextField
          name="limit"
          label={text.limit}
          isOptional
          inputMode="numeric"
          autoComplete="off"
          validate={numberProblem(DOWNLOADS)}
        />
      </div>
      <NewPasswordField label={text.password} hint={text.passwordHint} />
      <TextField
        name="sender"
        label={text.sender}
        isOptional
        hint={text.senderHint}
        maxLength={100}
        autoComplete="off"
      />
      <Text tone="hint" size="xs">
        {text.promise}
      </Text>
      <Button type="submit" isBusy={shareByLink.isPending} className="self-start">
        {shareByLink.isPending ? text.busy : text.submit}
      </Button>
    </Form>
  )
}
