import { SlidersHorizontal } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { formatLimit } from '#web/lib/format.ts'
import type { NewRequest } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { requests as requestWords } from '#web/messages/requests.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { useAccountState } from '#web/parts/vault/vault-context.ts'
import { useFolderTree } from '../drive/use-drive.ts'
import { NewPasswordField } from '../sharing/new-password-field.tsx'
import { numberIn, numberProblem } from '../sharing/share-fields.ts'
import { folderChoices } from './folder-choices.ts'

const text = requestWords.dialog
const MEGABYTE = 1024 * 1024
const TOP = ''
const DAYS = { min: 1, max: 90 }
const FILES = { min: 1, max: 1000 }
const MEGABYTES = { min: 1, max: 1_000_000 }
const START = { days: 14, files: 20, megabytes: 1024 }

type Props = {
  folderId: string | null
  isBusy: boolean
  onSubmit: (wanted: NewRequest) => void
  fieldRef: RefObject<HTMLInputElement | null>
}

/** What is asked for and until when; behind the options how much, a password, and what the sender sees of who asks. */
export function RequestForm({ folderId, isBusy, onSubmit, fieldRef }: Props) {
  const state = useAccountState()
  const tree = useFolderTree()
  const [folder, setFolder] = useState(folderId ?? TOP)
  // Once open they stay open: nothing that was set is out of sight.
  const [hasOptions, setOptions] = useState(false)
  const me = state.kind === 'open' ? { name: state.firstName, email: state.email } : { name: '', email: '' }

  const submit = (values: Record<string, string>) => {
    const { title = '', note = '', password = '', senderName = me.name, senderEmail = me.email } = values
    onSubmit({
      title: title.trim(),
      note: note.trim(),
      folderId: folder === TOP ? null : folder,
      days: numberIn(values['days']) ?? START.days,
      maxFiles: numberIn(values['files']) ?? START.files,
      maxBytes: (numberIn(values['megabytes']) ?? START.megabytes) * MEGABYTE,
      password: password === '' ? null : password,
      name: senderName.trim(),
      email: senderEmail.trim(),
    })
  }
  return (
    <Form onSubmit={submit}>
      <TextField
        ref={fieldRef}
        name="title"
        label={text.name}
        hint={text.nameHint}
        maxLength={200}
        autoComplete="off"
        validate={(value) => (value.trim() === '' && value !== '' ? m.common.required : null)}
      />
      <TextArea name="note" label={text.note} isOptional rows={2} maxLength={2000} />
      <SelectField
        isInForm
        label={text.folder}
        value={folder}
        onChange={setFolder}
        options={[[TOP, m.shell.myFiles], ...folderChoices(tree)]}
      />
      <NumberField name="days" label={text.days} range={DAYS} start={START.days} />
      {hasOptions ? <OptionFields {...me} /> : <UsualOptions {...me} onOpen={() => setOptions(true)} />}
      <Text tone="hint" size="xs">
        {text.promise}
      </Text>
      <Button type="submit" isBusy={isBusy} className="self-start">
        {isBusy ? text.busy : text.submit}
      </Button>
    </Form>
  )
}

type Sender = { name: string; email: string }

/** What holds while the options are not opened. */
function UsualOptions({ name, email, onOpen }: Sender & { onOpen: () => void }) {
  return (
    <div className="flex flex-col items-start gap-1">
      <Text tone="soft">
        {text.usual(START.files, formatLimit(START.megabytes * MEGABYTE))}{' '}
        {text.seenAs([name, email].filter(Boolean).join(' · '))}
      </Text>
      <Button variant="ghost" className="-ml-3.5" onClick={onOpen}>
        <SlidersHorizontal size={15} aria-hidden="true" />
        {text.options}
      </Button>
    </div>
  )
}

function OptionFields({ name, email }: Sender) {
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField ref={first} name="files" label={text.maxFiles} range={FILES} start={START.files} />
        <NumberField name="megabytes" label={text.maxMegabytes} range={MEGABYTES} start={START.megabytes} />
      </div>
      <NewPasswordField label={text.password} hint={text.passwordHint} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="senderName"
          label={text.senderName}
          isOptional
          hint={text.shown}
          maxLength={100}
          autoComplete="off"
          defaultValue={name}
        />
        <TextField
          name="senderEmail"
          type="email"
          label={text.senderEmail}
          isOptional
          maxLength={254}
          autoComplete="off"
          defaultValue={email}
        />
      </div>
    </>
  )
}

type NumberProps = {
  name: string
  label: string
  range: { min: number; max: number }
  start: number
  ref?: RefObject<HTMLInputElement | null>
}

function NumberField({ name, label, range, start, ref }: NumberProps) {
  return (
    <TextField
      {...(ref ? { ref } : {})}
      name={name}
      label={label}
      defaultValue={start}
      inputMode="numeric"
      autoComplete="off"
      validate={numberProblem(range)}
    />
  )
}
