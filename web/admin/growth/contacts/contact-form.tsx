import { useState } from 'react'
import { CONTACT_LIMITS } from '#contract/growth/contacts.ts'
import type { Contact, ContactFields } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { contacts as text } from '#web/messages/growth/contacts.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { useAction } from '#web/parts/action/use-action.ts'

const words = text.form
const PHONE = /^\+?[\d\s()./-]*$/

/** `a; b` as a list. */
export const tagsOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[;|]/)
      .map((tag) => tag.trim().slice(0, CONTACT_LIMITS.tagCharacters))
      .filter(Boolean),
  ),
]

type Props = { contact?: Contact; onDone: () => void }

/** A new contact, or other fields of one that is there: its address stays. */
export function ContactForm({ contact, onDone }: Props) {
  const { contacts } = useVault()
  const [hasAgreed, setAgreed] = useState(false)
  const save = useAction(
    ({ email, ground, fields }: { email: string; ground: string; fields: ContactFields }) =>
      contact
        ? contacts.change(contact.id, fields)
        : contacts.add({ ...fields, email, ground: hasAgreed ? ground : null }),
    {
      done: contact ? words.saved : words.added,
      failed: text.failedChange,
      keys: ['contacts'],
      onDone,
      isQuiet: true,
    },
  )
  const submit = ({
    email = '',
    name = '',
    company = '',
    phone = '',
    tags = '',
    ground = '',
  }: Record<string, string>) =>
    save.mutate({
      email: email.trim(),
      ground: ground.trim(),
      fields: { name: name.trim(), company: company.trim(), phone: phone.trim(), tags: tagsOf(tags) },
    })
  return (
    <Form onSubmit={submit}>
      {save.error && <Notice tone="error">{sentenceFor(save.error)}</Notice>}
      {!contact && (
        <TextField
          name="email"
          type="email"
          label={words.email}
          maxLength={CONTACT_LIMITS.emailCharacters}
          autoComplete="off"
        />
      )}
      <FieldsOf contact={contact} />
      {!contact && <Checkbox label={words.agreed} checked={hasAgreed} onCheckedChange={setAgreed} />}
      {hasAgreed && <GroundField />}
      <Button type="submit" isBusy={save.isPending} className="self-start">
        {save.isPending ? words.busy : contact ? words.save : words.submit}
      </Button>
    </Form>
  )
}

function FieldsOf({ contact }: { contact: Contact | undefined }) {
  const common = { autoComplete: 'off', isOptional: true } as const
  return (
    <>
      <TextField
        name="name"
        label={words.name}
        maxLength={CONTACT_LIMITS.nameCharacters}
        defaultValue={contact?.name ?? ''}
        {...common}
      />
      <TextField
        name="company"
        label={words.company}
        maxLength={CONTACT_LIMITS.companyCharacters}
        defaultValue={contact?.company ?? ''}
        {...common}
      />
      <TextField
        name="phone"
        label={words.phone}
        maxLength={CONTACT_LIMITS.phoneCharacters}
        validate={(value) => (PHONE.test(value.trim()) ? null : words.phoneWrong)}
        defaultValue={contact?.phone ?? ''}
        {...common}
      />
      <TextField
        name="tags"
        label={words.tags}
        hint={words.tagsHint}
        maxLength={1000}
        defaultValue={contact?.tags.join('; ') ?? ''}
        {...common}
      />
    </>
  )
}

/** In words, and stored: without it nobody counts as having agreed. */
export function GroundField() {
  return (
    <TextArea
      name="ground"
      label={words.ground}
      hint={words.groundHint}
      rows={3}
      maxLength={CONTACT_LIMITS.groundCharacters}
    />
  )
}
