import { useMutation } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { decodeList } from '#contract/csv/decode-list.ts'
import { headingsOf, withHeadings } from '#contract/csv/headings.ts'
import type { CsvEncoding } from '#contract/keywords/keywords.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { list as text } from '#web/messages/list.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { FileInput } from '#web/ui/form/drop-zone.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { type ColumnRules, ColumnChoice } from './column-choice.tsx'

const words = text.imports
/** Names, the same in every language. */
const ENCODINGS: Record<CsvEncoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
}

/** A file that was chosen; `csv`: its text, with the headings that people chose for its columns. */
export type ImportedList = { name: string; bytes: Uint8Array; csv: string }

export type FileProblem = 'too_large' | 'not_text'

type Props<Found> = {
  title: string
  lead: string
  maxBytes: number
  /** Columns that people may choose; without them they are read as the file calls them. */
  columns?: ColumnRules
  /** Returns what would be imported, and changes nothing. */
  look: (list: ImportedList) => Promise<Found>
  /** Returns why a file cannot be read; null where it can. */
  problemOf: (found: Found | { problem: FileProblem }) => string | null
  /** What would be imported, and the button that does it. */
  children: (found: Found, list: ImportedList) => ReactNode
}

/** Imports a list of a file, after a look at how it is read. */
export function ImportDialog<Found>({
  isOpen,
  onClose,
  ...props
}: Props<Found> & { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={props.title} isGrowing>
      <ImportList {...props} />
    </Dialog>
  )
}

type Decoded = { name: string; bytes: Uint8Array; text: string; encoding: CsvEncoding }

function ImportList<Found>({ lead, maxBytes, columns, look, problemOf, children }: Omit<Props<Found>, 'title'>) {
  const input = useRef<HTMLInputElement>(null)
  const [list, setList] = useState<ImportedList | null>(null)
  const looking = useMutation({ mutationFn: look })
  const show = (next: ImportedList) => {
    setList(next)
    looking.mutate(next)
  }
  const read = useMutation({
    mutationFn: (file: File) => decode(file, maxBytes),
    onSuccess: (file) => 'text' in file && show({ name: file.name, bytes: file.bytes, csv: file.text }),
  })
  const take = ([file]: readonly File[]) => {
    if (!file) return
    setList(null)
    looking.reset()
    read.mutate(file)
  }
  const isBusy = read.isPending || looking.isPending
  const failure = read.error ?? looking.error
  const unread = read.data && 'problem' in read.data ? problemOf(read.data) : looking.data && problemOf(looking.data)
  const file = read.data && 'text' in read.data ? read.data : undefined
  return (
    <div className="flex flex-col gap-4">
      <Text tone="soft">{lead}</Text>
      <FileInput inputRef={input} onFiles={take} />
      <Button variant="outline" isBusy={isBusy} className="self-start" onClick={() => input.current?.click()}>
        <FileUp size={16} aria-hidden="true" />
        {isBusy ? words.reading : words.choose}
      </Button>
      {file && <FileFacts file={file} />}
      {file && columns && (
        <ColumnChoice
          key={file.name}
          text={file.text}
          rules={columns}
          onChange={(headings) => show({ name: file.name, bytes: file.bytes, csv: withHeadings(file.text, headings) })}
        />
      )}
      {failure && <Notice tone="error">{sentenceFor(failure)}</Notice>}
      {unread && <Notice tone="error">{unread}</Notice>}
      {list && looking.data && unread === null && children(looking.data, list)}
    </div>
  )
}

function FileFacts({ file: { name, text: csv, encoding } }: { file: Decoded }) {
  const { separator } = headingsOf(csv)
  return (
    <FactList
      isNarrow
      facts={[
        [words.file, name],
        [words.encoding, ENCODINGS[encoding]],
        [words.separator, separator === null ? words.noSeparator : words.separators[separator]],
      ]}
    />
  )
}

async function decode(file: File, maxBytes: number): Promise<Decoded | { problem: FileProblem }> {
  if (file.size > maxBytes) return { problem: 'too_large' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const decoded = decodeList(bytes)
  return decoded ? { name: file.name, bytes, ...decoded } : { problem: 'not_text' }
}
