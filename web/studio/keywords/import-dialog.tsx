import { useMutation } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { KEYWORD_LIMITS } from '#contract/keywords/keywords.ts'
import type { ListPreview, UnreadList } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { keywords as text } from '#web/messages/studio/keywords.ts'
import { useAction } from '#web/parts/action/use-action.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { FileInput } from '#web/ui/form/drop-zone.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toastDone } from '#web/ui/overlay/toast.tsx'
import { useAddress } from './use-address.ts'

const words = text.import
/** Enough to see what is wrong with a file. */
const MAX_SHOWN_PROBLEMS = 8
const MAX_SHOWN_KEYWORDS = 5

type Chosen = { id: string; name: string; file: Uint8Array }

/** Takes a list of keywords, after a look at how it is read. */
export function ImportDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.title} isGrowing>
      <ImportList onClose={onClose} />
    </Dialog>
  )
}

function ImportList({ onClose }: { onClose: () => void }) {
  const { keywords } = useVault()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<Chosen>()
  const look = useMutation({ mutationFn: (list: Chosen) => keywords.preview(list) })
  const read = useMutation({
    mutationFn: async (file: File): Promise<Chosen | UnreadList> =>
      file.size > KEYWORD_LIMITS.importBytes
        ? { problem: 'too_large' }
        : { id: crypto.randomUUID(), name: nameOf(file.name), file: new Uint8Array(await file.arrayBuffer()) },
    onSuccess: (list) => {
      if ('problem' in list) return
      setChosen(list)
      look.mutate(list)
    },
  })
  const take = ([file]: readonly File[]) => {
    if (!file) return
    setChosen(undefined)
    look.reset()
    read.mutate(file)
  }
  const unread = [read.data, look.data].find((answer) => answer && 'problem' in answer)
  const isBusy = read.isPending || look.isPending
  const failure = read.error ?? look.error
  return (
    <div className="flex flex-col gap-4">
      <Text tone="soft">{words.lead}</Text>
      <FileInput inputRef={input} onFiles={take} />
      <Button variant="outline" isBusy={isBusy} className="self-start" onClick={() => input.current?.click()}>
        <FileUp size={16} aria-hidden="true" />
        {isBusy ? words.reading : words.choose}
      </Button>
      {failure && <Notice tone="error">{sentenceFor(failure)}</Notice>}
      {unread && 'problem' in unread && <Notice tone="error">{words.problem(unread.problem)}</Notice>}
      {chosen && look.data && 'keywords' in look.data && (
        <Preview list={chosen} preview={look.data} onClose={onClose} />
      )}
    </div>
  )
}

function Preview({ list, preview, onClose }: { list: Chosen; preview: ListPreview; onClose: () => void }) {
  const { keywords } = useVault()
  const { show } = useAddress()
  const store = useAction(() => keywords.import(list), {
    done: () => undefined,
    failed: text.failedAnalysis,
    keys: ['keywords'],
    isQuiet: true,
    onDone: (project) => {
      if ('problem' in project) return
      if (project.state === 'done') toastDone(text.complete, text.generated(project.clusters))
      show({ project: project.id, tab: undefined, cluster: undefined })
      onClose()
    },
  })
  return (
    <>
      <Notice tone="info">{words.ready(preview.keywords)}</Notice>
      <FactList isNarrow facts={factsOf(preview)} />
      <Problems preview={preview} />
      {store.error && <Notice tone="error">{sentenceFor(store.error)}</Notice>}
      <Button isBusy={store.isPending} className="self-start" onClick={() => store.mutate(undefined)}>
        {store.isPending ? words.busy : words.submit(preview.keywords)}
      </Button>
    </>
  )
}

function factsOf({ source, encoding, separator, columns, leftOut, shown }: ListPreview): [string, string][] {
  const keywords = shown.slice(0, MAX_SHOWN_KEYWORDS).map(({ keyword }) => keyword)
  return [
    [words.source, text.source(source)],
    [words.encoding, words.encodingOf(encoding)],
    [words.separator, separator === null ? words.noSeparator : words.separators[separator]],
    [words.columns, columns.map(words.columnOf).join(', ')],
    ...(leftOut.length > 0 ? [[words.leftOut, leftOut.join(', ')] satisfies [string, string]] : []),
    [words.shown, keywords.join(', ')],
  ]
}

function Problems({ preview: { problems, problemCount } }: { preview: ListPreview }) {
  if (problemCount === 0) return null
  const listed = problems.slice(0, MAX_SHOWN_PROBLEMS)
  const further = problemCount - listed.length
  return (
    <Notice
      tone="attention"
      action={
        <ul className="list-disc pl-4 font-normal">
          {listed.map(({ line, problem, column }) => (
            <li key={`${line} ${column}`}>{words.line(line, problem, column)}</li>
          ))}
          {further > 0 && <li>{words.furtherLines(further)}</li>}
        </ul>
      }
    >
      {words.wrong(problemCount)}
    </Notice>
  )
}

/** A project is called as its file, without the ending. */
const nameOf = (fileName: string): string =>
  fileName
    .replace(/\.[^.]+$/, '')
    .trim()
    .slice(0, KEYWORD_LIMITS.nameCharacters) || words.title
