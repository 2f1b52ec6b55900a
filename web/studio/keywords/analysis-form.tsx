import { FileUp, Tags } from 'lucide-react'
import { useRef, useState } from 'react'
import { KEYWORD_LIMITS, splitSeeds } from '#contract/keywords/keywords.ts'
import { useNow } from '#web/lib/clock.ts'
import { keywords as text } from '#web/messages/studio/keywords.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { CardSection } from '#web/ui/layout/card.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { KeywordImportDialog } from './import-dialog.tsx'
import { TermsDialog } from './terms-dialog.tsx'
import { useAddress } from './use-address.ts'
import { said } from '../said.ts'
import { useStudioAction } from '../use-studio-action.ts'

const words = text.form
type Open = 'import' | 'terms' | undefined

/** Asks for a name and seeds, and begins an analysis. */
export function AnalysisForm() {
  const start = useStart()
  const [open, setOpen] = useState<Open>()
  const [problem, setProblem] = useState<string | null>(null)
  const today = words.namePlaceholder(useNow().toISOString().slice(0, 10))
  const submit = ({ name = '', seeds: typed = '' }: Record<string, string>) => {
    const seeds = splitSeeds(typed)
    const wrong = problemOf(seeds)
    setProblem(wrong)
    if (wrong === null)
      start.mutate(
        { name: name.trim() || today, seeds },
        { onError: () => toastError(text.error, text.failedAnalysis) },
      )
  }
  return (
    <CardSection aria-label={words.title} className="flex flex-col gap-4 p-4">
      <Heading>{words.title}</Heading>
      <Form onSubmit={submit}>
        <TextField
          name="name"
          label={words.name}
          isOptional
          placeholder={today}
          maxLength={KEYWORD_LIMITS.nameCharacters}
          autoComplete="off"
        />
        <TextArea
          name="seeds"
          label={words.seeds}
          hint={words.seedsHint}
          rows={5}
          required={false}
          problem={problem}
          onValueChange={() => setProblem(null)}
        />
        {start.error && <Notice tone="error">{said(start.error)}</Notice>}
        <Button type="submit" isBusy={start.isPending}>
          {start.isPending ? words.busy : words.submit}
        </Button>
      </Form>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" onClick={() => setOpen('import')}>
          <FileUp size={16} aria-hidden="true" />
          {words.import}
        </Button>
        <Button variant="outline" onClick={() => setOpen('terms')}>
          <Tags size={16} aria-hidden="true" />
          {words.terms}
        </Button>
      </div>
      <KeywordImportDialog isOpen={open === 'import'} onClose={() => setOpen(undefined)} />
      <TermsDialog isOpen={open === 'terms'} onClose={() => setOpen(undefined)} />
    </CardSection>
  )
}

/** Begins an analysis, and shows it. */
function useStart() {
  const { keywords } = useVault()
  const { show } = useAddress()
  // The same press that reaches the server twice is one project.
  const id = useRef(crypto.randomUUID())
  return useStudioAction((given: { name: string; seeds: string[] }) => keywords.start({ id: id.current, ...given }), {
    done: () => undefined,
    failed: text.failedAnalysis,
    keys: ['keywords'],
    // The form says why, for as long as it takes to read.
    isQuiet: true,
    onDone: (project) => {
      id.current = crypto.randomUUID()
      if (project.state === 'done') toastDone(text.complete, text.generated(project.clusters))
      show({ project: project.id, tab: undefined, cluster: undefined })
    },
  })
}

function problemOf(seeds: readonly string[]): string | null {
  if (seeds.length === 0) return words.seedsMissing
  if (seeds.length > KEYWORD_LIMITS.keywords) return words.tooMany
  return seeds.some((seed) => seed.length > KEYWORD_LIMITS.keywordCharacters) ? words.seedTooLong : null
}
