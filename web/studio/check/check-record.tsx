import { FileCheck, FileUp } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import type { RecordCheck } from '#web/lib/remote/vault-client.ts'
import { records as words } from '#web/messages/studio/records.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { FileInput } from '#web/ui/form/drop-zone.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { said } from '../said.ts'
import { useStudioAction } from '../use-studio-action.ts'
import { sentencesOf } from './sentences-of.ts'

/** Has a text checked with its record, by who has both. */
export function CheckRecord() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <FileCheck size={16} aria-hidden="true" />
        {words.open}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={words.title}>
        <CheckForm />
      </Dialog>
    </>
  )
}

function CheckForm() {
  const { drafts } = useVault()
  const [text, setText] = useState('')
  const [record, setRecord] = useState('')
  const check = useStudioAction(() => drafts.check(text, record), {
    done: () => undefined,
    failed: words.failed,
    keys: [],
    isQuiet: true,
  })
  /** Takes the outcome away: it is about the texts before. */
  const change = (set: (value: string) => void) => (value: string) => {
    check.reset()
    set(value)
  }
  return (
    <Form onSubmit={() => check.mutate(undefined)}>
      <Text tone="soft">{words.lead}</Text>
      <Source name="text" label={words.text} choose={words.chooseText} value={text} onChange={change(setText)} />
      <Source
        name="record"
        label={words.record}
        choose={words.chooseRecord}
        value={record}
        onChange={change(setRecord)}
      />
      {check.error && <Notice tone="error">{said(check.error)}</Notice>}
      {check.data && <Verdict found={check.data} />}
      <Button
        type="submit"
        isBusy={check.isPending}
        disabled={text.trim() === '' || record.trim() === ''}
        className="self-start"
      >
        {words.check}
      </Button>
    </Form>
  )
}

type SourceProps = { name: string; label: string; choose: string; value: string; onChange: (value: string) => void }

/** A text that is pasted, or read from a file. */
function Source({ name, label, choose, value, onChange }: SourceProps) {
  const input: RefObject<HTMLInputElement | null> = useRef(null)
  const take = async ([file]: readonly File[]) => file && onChange(await file.text())
  return (
    <div className="flex flex-col gap-2">
      <TextArea name={name} label={label} required={false} isMono rows={5} value={value} onValueChange={onChange} />
      <FileInput inputRef={input} onFiles={(files) => void take(files)} />
      <Button variant="outline" size="sm" className="self-start" onClick={() => input.current?.click()}>
        <FileUp size={14} aria-hidden="true" />
        {choose}
      </Button>
    </div>
  )
}

function Verdict({ found }: { found: RecordCheck }) {
  const { tone, sentence, facts } = sentencesOf(found)
  return (
    <div className="flex flex-col gap-3">
      <Notice tone={tone}>{sentence}</Notice>
      {facts.length > 0 && (
        <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-3">{name}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
