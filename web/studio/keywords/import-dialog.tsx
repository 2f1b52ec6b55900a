import { KEYWORD_LIMITS } from '#contract/keywords/keywords.ts'
import type { ListPreview, UnreadList } from '#web/lib/remote/vault-client.ts'
import { keywords as text } from '#web/messages/studio/keywords.ts'
import { ImportDialog } from '#web/parts/import/import-dialog.tsx'
import { LineProblems } from '#web/parts/import/line-problems.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useAddress } from './use-address.ts'
import { said } from '../said.ts'
import { useStudioAction } from '../use-studio-action.ts'

const words = text.import
const MAX_SHOWN_KEYWORDS = 5

type Chosen = { id: string; name: string; file: Uint8Array }

/** Takes a list of keywords, after a look at how it is read. */
export function KeywordImportDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { keywords } = useVault()
  return (
    <ImportDialog<{ list: Chosen; found: ListPreview | UnreadList }>
      isOpen={isOpen}
      onClose={onClose}
      title={words.title}
      lead={words.lead}
      maxBytes={KEYWORD_LIMITS.importBytes}
      look={async ({ name, bytes }) => {
        const list = { id: crypto.randomUUID(), name: nameOf(name), file: bytes }
        return { list, found: await keywords.preview(list) }
      }}
      problemOf={(read) => {
        const found = 'found' in read ? read.found : read
        return 'problem' in found ? words.problem(found.problem) : null
      }}
    >
      {({ list, found }) => 'keywords' in found && <Preview list={list} preview={found} onClose={onClose} />}
    </ImportDialog>
  )
}

function Preview({ list, preview, onClose }: { list: Chosen; preview: ListPreview; onClose: () => void }) {
  const { keywords } = useVault()
  const { show } = useAddress()
  const store = useStudioAction(() => keywords.import(list), {
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
      <LineProblems
        count={preview.problemCount}
        lines={preview.problems.map(({ line, problem, column }) => words.line(line, problem, column))}
        words={{ wrong: words.wrong, further: words.furtherLines }}
      />
      {store.error && <Notice tone="error">{said(store.error)}</Notice>}
      <Button
        isBusy={store.isPending}
        className="self-start"
        onClick={() => store.mutate(undefined, { onError: () => toastError(text.error, text.failedAnalysis) })}
      >
        {store.isPending ? words.busy : words.submit(preview.keywords)}
      </Button>
    </>
  )
}

function factsOf({ source, columns, leftOut, shown }: ListPreview): [string, string][] {
  const keywords = shown.slice(0, MAX_SHOWN_KEYWORDS).map(({ keyword }) => keyword)
  return [
    [words.source, text.source(source)],
    [words.columns, columns.map(words.columnOf).join(', ')],
    ...(leftOut.length > 0 ? [[words.leftOut, leftOut.join(', ')] satisfies [string, string]] : []),
    [words.shown, keywords.join(', ')],
  ]
}

/** A project is called as its file, without the ending; a longer name ends in an ellipsis. */
function nameOf(fileName: string): string {
  const name = fileName.replace(/\.[^.]+$/, '').trim()
  const most = KEYWORD_LIMITS.nameCharacters
  return (name.length > most ? `${name.slice(0, most - 1)}…` : name) || words.title
}
