import { useState } from 'react'
import { CONTACT_LIMITS, IMPORT_COLUMNS, IMPORT_HEADINGS } from '#contract/growth/contacts.ts'
import type { ContactImport } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { contacts as text } from '#web/messages/growth/contacts.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { PlainRow, PlainRows } from '#web/ui/list/plain-rows.tsx'
import { toastDone } from '#web/ui/overlay/toast.tsx'
import { ImportDialog } from '#web/parts/import/import-dialog.tsx'
import { LineProblems } from '#web/parts/import/line-problems.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { useAction } from '#web/parts/action/use-action.ts'
import { GroundField, tagsOf } from './contact-form.tsx'

const words = text.import
const SHOWN_ROWS = 3

type Read = Exclude<ContactImport, { problem: string }>

/** Adds the contacts that a file names, after a look at its rows. */
export function ContactImportDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { contacts } = useVault()
  return (
    <ImportDialog<ContactImport>
      isOpen={isOpen}
      onClose={onClose}
      title={words.title}
      lead={words.lead}
      maxBytes={CONTACT_LIMITS.importBytes}
      columns={{
        options: IMPORT_COLUMNS.map((column) => [column, words.column(column)]),
        known: (heading) => IMPORT_HEADINGS[heading.trim().toLowerCase()],
      }}
      look={({ csv }) => contacts.import({ csv, isPreview: true, ground: null, tags: [] })}
      problemOf={(found) => ('problem' in found ? words.file(found.problem) : null)}
    >
      {(found, { csv }) => 'rows' in found && <Preview csv={csv} read={found} onDone={onClose} />}
    </ImportDialog>
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
  return (
    <>
      {read.rows > 0 && <Notice tone="info">{words.ready(read.rows, read.known)}</Notice>}
      {read.suppressed > 0 && <Notice tone="attention">{words.suppressed(read.suppressed)}</Notice>}
      {read.leftOut.length > 0 && <Text tone="soft">{words.leftOut(read.leftOut)}</Text>}
      <LineProblems
        count={read.problemCount}
        lines={read.problems.map(({ row, column, problem }) => words.row(row, column, problem))}
        words={{ wrong: words.wrong, further: words.furtherRows }}
      />
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
