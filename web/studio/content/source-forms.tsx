import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatOf, SOURCE_LIMITS, type SourceFormat } from '#contract/sources/sources.ts'
import type { NewSource } from '#web/lib/remote/vault-client.ts'
import { sources as words } from '#web/messages/studio/sources.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { FileInput } from '#web/ui/form/drop-zone.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { toastDone } from '#web/ui/overlay/toast.tsx'
import { said } from '../said.ts'
import { useStudioAction } from '../use-studio-action.ts'

type Props = { onDone: () => void }

/** Stores a source; the form shows why one is refused. */
export function useAdding({ onDone }: Props) {
  const { sources } = useVault()
  return useStudioAction((source: NewSource) => sources.add(source), {
    done: () => undefined,
    failed: words.addFailed,
    keys: ['studio-sources'],
    isQuiet: true,
    onDone: (count) => {
      toastDone(words.added(count))
      onDone()
    },
  })
}

export function PasteForm({ onDone }: Props) {
  const add = useAdding({ onDone })
  return (
    <Form
      onSubmit={({ name = '', text = '' }: { name?: string; text?: string }) =>
        add.mutate({ kind: 'pasted', name: name.trim(), text })
      }
    >
      {add.error && <Notice tone="error">{said(add.error)}</Notice>}
      <NameField />
      <TextArea name="text" label={words.fields.text} rows={14} />
      <Button type="submit" isBusy={add.isPending} className="self-start">
        {words.store}
      </Button>
    </Form>
  )
}

export function NameField({ name }: { name?: string }) {
  return (
    <TextField
      name="name"
      label={words.fields.name}
      hint={words.fields.nameHint}
      maxLength={SOURCE_LIMITS.nameCharacters}
      autoComplete="off"
      {...(name === undefined ? {} : { defaultValue: name })}
    />
  )
}

type Chosen = { name: string; format: SourceFormat; content: string }

export function FileForm({ onDone }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const add = useAdding({ onDone })
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const take = async ([file]: readonly File[]) => {
    if (!file) return
    add.reset()
    const read = await readFile(file)
    setChosen('problem' in read ? null : read)
    setProblem('problem' in read ? read.problem : null)
  }
  return (
    <Form
      onSubmit={({ name = '' }: { name?: string }) =>
        chosen && add.mutate({ kind: 'file', ...chosen, name: name.trim() })
      }
    >
      <Text tone="soft">{words.chooseHint}</Text>
      <FileInput inputRef={input} onFiles={(files) => void take(files)} />
      <Button variant="outline" className="self-start" onClick={() => input.current?.click()}>
        <FileUp size={16} aria-hidden="true" />
        {words.choose}
      </Button>
      {problem !== null && <Notice tone="error">{problem}</Notice>}
      {add.error && <Notice tone="error">{said(add.error)}</Notice>}
      {chosen && (
        <>
          <NameField key={chosen.name} name={chosen.name} />
          <Button type="submit" isBusy={add.isPending} className="self-start">
            {words.store}
          </Button>
        </>
      )}
    </Form>
  )
}

async function readFile(file: File): Promise<Chosen | { problem: string }> {
  const format = formatOf(file.name)
  if (!format) return { problem: words.badFormat }
  if (file.size > SOURCE_LIMITS.bytes) return { problem: words.tooLarge }
  const content = base64Of(new Uint8Array(await file.arrayBuffer()))
  return { name: file.name, format, content }
}

/** In pieces: a megabyte is more than a function takes as arguments. */
function base64Of(bytes: Uint8Array): string {
  const PIECE = 0x80_00
  let binary = ''
  for (let at = 0; at < bytes.length; at += PIECE) binary += String.fromCodePoint(...bytes.subarray(at, at + PIECE))
  return btoa(binary)
}
