import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SEO_LIMITS } from '#contract/seo/findings.ts'
import { type RedirectFields, redirectProblem } from '#contract/seo/redirects.ts'
import type { SiteRedirect } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { seo } from '#web/messages/seo/seo.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { toastDone } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'

const text = seo.redirects

/** A new redirect, or another target of one. Its old address is its name. */
export function RedirectForm({ redirect, onDone }: { redirect: SiteRedirect | null; onDone: () => void }) {
  const client = useVault().seo
  const queries = useQueryClient()
  const [isPermanent, setPermanent] = useState(redirect?.is_permanent ?? true)
  const [from, setFrom] = useState(redirect?.from_path ?? '')
  const save = useMutation({
    mutationFn: (fields: RedirectFields) => client.saveRedirect(fields),
    onSuccess: () => {
      toastDone(text.saved)
      onDone()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['seo', 'redirects'] }),
  })
  const check = (field: 'from' | 'to') => (value: unknown) => {
    const typed = String(value).trim()
    // The other address has a field of its own to be wrong in.
    const problem = redirectProblem(field === 'from' ? { from: typed, to: '/' } : { from: from.trim(), to: typed })
    const isHere = field === 'from' ? problem === 'bad_from' : problem !== undefined && problem !== 'bad_from'
    return isHere && problem ? seo.problem(problem) : null
  }
  return (
    <Form onSubmit={({ to = '' }) => save.mutate({ from: from.trim(), to: to.trim(), isPermanent })}>
      {save.error && <Notice tone="error">{sentenceFor(save.error)}</Notice>}
      <TextField
        name="from"
        label={text.from}
        isMono
        maxLength={SEO_LIMITS.addressCharacters}
        autoComplete="off"
        placeholder="/old-page"
        value={from}
        onChange={(event) => setFrom(event.currentTarget.value)}
        readOnly={redirect !== null}
        validate={check('from')}
      />
      <TextField
        name="to"
        label={text.to}
        hint={text.toHint}
        isMono
        maxLength={SEO_LIMITS.addressCharacters}
        autoComplete="off"
        defaultValue={redirect?.to_address ?? ''}
        validate={check('to')}
      />
      <Checkbox label={text.permanent} hint={text.permanentHint} checked={isPermanent} onCheckedChange={setPermanent} />
      <Button type="submit" isBusy={save.isPending} className="self-start">
        {text.save}
      </Button>
    </Form>
  )
}
