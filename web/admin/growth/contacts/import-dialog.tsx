import { useMutation } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { CONTACT_LIMITS } from '#contract/growth/contacts.ts'
import type { ContactImport } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { contacts as text } from '#web/messages/growth/contacts.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { FileInput } from '#web/ui/form/drop-zone.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { PlainRow, PlainRows } from '#web/ui/list/plain-rows.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toastDone } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { useAction } from '#web/parts/action/use-action.ts'
import { GroundField, tagsOf } from './contact-form.tsx'

const words = text.import
/** Enough to see what is wrong with a file. */
const SHOWN_PROBLEMS = 8
const SHOWN_ROWS = 3

type Read = Exclude<ContactImport, { problem: string }>

/** Adds the contacts that a file names, after a look at its rows. */
export function ImportDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.title} isGrowing>
      <ImportList onClose={onClose} />
    </Dialog>
  )
}

function ImportList({ onClose }: { onClose: () => void }) {
  const { contacts } = useVault()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<{ name: string; csv: string } | null>(null)
  const look = useMutation({
    mutationFn: async (csv: string): Promise<ContactImport> =>
      csv.length > CONTACT_LIMITS.importBytes
        ? { problem: 'too_large' }
        : contacts.import({ csv, isPreview: true, ground: null, tags: [] }),
  })
  const read = async ([chosen]: readonly File[]) => {
    if (!chosen) return
    const csv =
      chosen.size > CONTACT_LIMITS.importBytes ? ' '.repeat(CONTACT_LIMITS.importBytes + 1) : await chosen.text()
    setFile({ name: chosen.name, csv })
    look.mutate(csv)
  }
  return (
    <div className="flex flex-col gap-4">
      <Text tone="soft">{words.lead}</Text>
      <FileInput inputRef={input} onFiles={(files) => void read(files)} />
      <Button variant="outline" isBusy={look.isPending} className="self-start" onClick={() => input.current?.click()}>
        <FileUp size={16} aria-hidden="true" />
        {look.isPending ? words.reading : words.choose}
      </Button>
      {file && <Text tone="soft">{words.chosen(file.name)}</Text>}
      {look.error && <Notice tone="error">{sentenceFor(look.error)}</Notice>}
      {look.data && 'problem' in look.data && <Notice tone="error">{words.file(look.data.problem)}</Notice>}
      {file && look.data && 'rows' in look.data && <Preview csv={file.csv} read={look.data} onDone={onClose} />}
    </div>
  )
}

function Preview({ csv, read, onDone }: { csv: string; read: Read; onDone: () => void }) {
  const { contacts } = useVault()
  const [hasAgreed, setAgreed] = useState(false)
  const save = useAction(
    ({ ground, tags }: { ground: string | null; tags: string[] }) =>
      contacts.import({ csv, isPreview: false, ground, tags }),
    {
      done: () => undefined,
      failed: text.failedChange,
      keys: ['contacts'],
      isQuiet: true,
      onDone: (result) => {
        if ('added' in result) toastDone(words.done, words.doneText(result.added, result.changed))
        onDone()
      },
    },
  )
  return (
    <>
      <Findings read={read} />
      {read.rows > 0 && (
        <Form
          onSubmit={({ tags = '', ground = '' }) =>
            save.mutate({ tags: tagsOf(tags), ground: hasAgreed ? ground.trim() : null })
          }
        >
          {save.error && <Notice tone="error">{sentenceFor(save.error)}</Notice>}
          <TextField name="tags" label={words.tags} hint={text.form.tagsHint} isOptional autoComplete="off" />
          <Checkbox label={words.agreed} checked={hasAgreed} onCheckedChange={setAgreed} />
          {hasAgreed && <GroundField />}
          <Button type="submit" isBusy={save.isPending} className="self-start">
            {save.isPending ? words.busy : words.submit(read.rows)}
          </Button>
        </Form>
      )}
    </>
  )
}

function Findings({ read }: { read: Read }) {
  const listed = read.problems.slice(0, SHOWN_PROBLEMS)
  const further = read.problemCount - listed.length
  return (
    <>
      {read.rows > 0 && <Notice tone="info">{words.ready(read.rows, read.known)}</Notice>}
      {read.suppressed > 0 && <Notice tone="attention">{words.suppressed(read.suppressed)}</Notice>}
      {read.leftOut.length > 0 && <Text tone="soft">{words.leftOut(read.leftOut)}</Text>}
      {read.problemCount > 0 && (
        <Notice
          tone="attention"
          action={
            <ul className="list-disc pl-4 font-normal">
              {listed.map(({ row, column, problem }) => (
                <li key={`${row} ${column}`}>{words.row(row, column, problem)}</li>
              ))}
              {further > 0 && <li>{words.furtherRows(further)}</li>}
            </ul>
          }
        >
          {words.wrong(read.problemCount)}
        </Notice>
      )}
      {read.shown.length > 0 && (
        <PlainRows label={words.preview}>
          {read.shown.slice(0, SHOWN_ROWS).map(({ email, name }) => (
            <PlainRow key={email}>{name ? `${name}, ${email}` : email}</PlainRow>
          ))}
        </PlainRows>
      )}
    </>
  )
}
