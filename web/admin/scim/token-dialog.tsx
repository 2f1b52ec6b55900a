import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { SCIM } from '#contract/scim.ts'
import { isQuestionLeft } from '#web/lib/account/protection/with-proof.ts'
import type { NewScimToken } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { scim as text } from '#web/messages/scim.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { CopyField } from '#web/ui/form/copy-field.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useProtection } from '#web/parts/vault/use-protection.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { copyText } from './copy-text.ts'
import { scimTokensQuery } from './scim.queries.ts'

const { form, made } = text
const LENGTHS = [
  ['month', 30],
  ['quarter', 90],
  ['year', SCIM.tokenDays.usual],
  ['twoYears', SCIM.tokenDays.most],
] as const

type Props = { isOpen: boolean; onClose: () => void; finalFocus: RefObject<HTMLElement | null> }

/** Makes a token and shows it, this once. */
export function TokenDialog({ isOpen, onClose, finalFocus }: Props) {
  const [token, setToken] = useState<string | null>(null)
  const close = () => {
    setToken(null)
    onClose()
  }
  return (
    <Dialog isOpen={isOpen} onClose={close} title={token === null ? form.title : made.title} finalFocus={finalFocus}>
      {token === null ? <TokenForm onMade={setToken} /> : <MadeToken token={token} onClose={close} />}
    </Dialog>
  )
}

function TokenForm({ onMade }: { onMade: (token: string) => void }) {
  const { scim } = useVault()
  const { guarded } = useProtection()
  const queries = useQueryClient()
  const [days, setDays] = useState<number>(SCIM.tokenDays.usual)
  const [mailsPeople, setMailsPeople] = useState(false)
  const make = useMutation({
    mutationFn: (wanted: NewScimToken) => guarded(scim.make)(wanted),
    onSuccess: onMade,
    onSettled: () => queries.invalidateQueries({ queryKey: scimTokensQuery(scim).queryKey }),
  })
  return (
    <Form onSubmit={({ name = '' }) => make.mutate({ name: name.trim(), days, mailsPeople })}>
      {make.error && !isQuestionLeft(make.error) && <Notice tone="error">{sentenceFor(make.error)}</Notice>}
      <TextField name="name" label={form.name} hint={form.nameHint} maxLength={100} autoComplete="off" />
      <SelectField
        isInForm
        label={form.lasts}
        value={String(days)}
        onChange={(value) => setDays(Number(value))}
        options={LENGTHS.map(([name, count]) => [String(count), form.lengths[name]] as const)}
      />
      <div className="flex flex-col gap-1">
        <Checkbox label={form.mails} checked={mailsPeople} onCheckedChange={setMailsPeople} />
        <Text tone="hint" size="xs">
          {form.mailsHint}
        </Text>
      </div>
      <Button type="submit" isBusy={make.isPending} className="self-start">
        {make.isPending ? form.busy : form.submit}
      </Button>
    </Form>
  )
}

function MadeToken({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <Text tone="soft">{made.text}</Text>
      <CopyField
        name="token"
        label={made.label}
        value={token}
        copyLabel={made.copy}
        onCopy={() => void copyText(token, made.copied)}
      />
      <Button className="self-start" onClick={onClose}>
        {made.close}
      </Button>
    </div>
  )
}
