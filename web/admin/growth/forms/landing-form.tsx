import { useState } from 'react'
import { FORM_LIMITS } from '#contract/growth/forms.ts'
import type { LandingForm } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { newsletters } from '#web/messages/growth/newsletters.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CodeBlock } from '#web/ui/code/code-block.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { CopyField } from '#web/ui/form/copy-field.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { useAction } from '#web/parts/action/use-action.ts'

const text = newsletters.forms

/** A new form, or other words of one. */
export function LandingFormFields({ form, onDone }: { form: LandingForm | null; onDone: () => void }) {
  const { newsletters: client } = useVault()
  const [isOpen, setOpen] = useState(form?.is_open ?? true)
  const save = useAction(
    ({ title = '', lead = '', consent = '', tag = '' }: Record<string, string>) =>
      client.saveForm(form?.id ?? null, {
        title: title.trim(),
        lead: lead.trim(),
        consent_text: consent.trim(),
        tag: tag.trim() === '' ? null : tag.trim(),
        is_open: isOpen,
      }),
    { done: text.saved, failed: newsletters.failedChange, keys: ['landing-forms'], isQuiet: true, onDone },
  )
  return (
    <Form onSubmit={(fields) => save.mutate(fields)}>
      {save.error && <Notice tone="error">{sentenceFor(save.error)}</Notice>}
      <TextField
        name="title"
        label={text.formTitle}
        maxLength={FORM_LIMITS.titleCharacters}
        autoComplete="off"
        defaultValue={form?.title ?? ''}
      />
      <TextArea
        name="lead"
        label={text.formLead}
        isOptional
        rows={2}
        maxLength={FORM_LIMITS.leadCharacters}
        defaultValue={form?.lead ?? ''}
      />
      <TextArea
        name="consent"
        label={text.consent}
        hint={text.consentHint}
        rows={3}
        maxLength={FORM_LIMITS.consentCharacters}
        defaultValue={form?.consent_text ?? ''}
      />
      <TextField
        name="tag"
        label={text.tag}
        isOptional
        maxLength={FORM_LIMITS.tagCharacters}
        autoComplete="off"
        defaultValue={form?.tag ?? ''}
      />
      <Checkbox label={text.isOpen} checked={isOpen} onCheckedChange={setOpen} />
      <Button type="submit" isBusy={save.isPending} className="self-start">
        {text.save}
      </Button>
    </Form>
  )
}

/** The address of a form, and the code that shows it in another page. */
export function EmbedView({ form: { id } }: { form: LandingForm }) {
  const address = `${window.location.origin}/growth/form/${id}`
  return (
    <div className="flex flex-col gap-4">
      <CopyField
        name="address"
        label={text.address}
        value={address}
        copyLabel={text.copyAddress}
        onCopy={() => void copy(address)}
      />
      <Text tone="soft">{text.frameText}</Text>
      <CodeBlock
        label={text.frame}
        text={`<iframe src="${address}" title="Newsletter" width="100%" height="480"></iframe>`}
      />
    </div>
  )
}

async function copy(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address)
    toastDone(newsletters.settings.copied)
  } catch {
    // Refused by the browser or the person; the text is on the screen.
    toastError(newsletters.failedChange)
  }
}
