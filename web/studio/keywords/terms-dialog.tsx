import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { KEYWORD_LIMITS, splitSeeds } from '#contract/keywords/keywords.ts'
import type { KeywordTerms } from '#web/lib/remote/vault-client.ts'
import { keywords as text } from '#web/messages/studio/keywords.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { termsQuery } from './keywords.queries.ts'
import { listProblem } from '../entry-limits.ts'
import { said } from '../said.ts'
import { useStudioAction } from '../use-studio-action.ts'

const words = text.terms
const NAMES = ['brands', 'competitors', 'audiences', 'places'] as const
const MAX_CHARACTERS = 80
const ROW_PX = 64

/** Names of the organisation's own by which keywords are sorted. */
export function TermsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const query = useQuery({ ...termsQuery(useVault().keywords), enabled: isOpen })
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.title}>
      <QueryView query={query} text={text} skeleton={<SkeletonRows label={text.loading} rows={4} rowHeight={ROW_PX} />}>
        {(terms) => <TermsForm terms={terms} onClose={onClose} />}
      </QueryView>
    </Dialog>
  )
}

type Problems = Partial<Record<(typeof NAMES)[number], string>>

/** Sentences for lists that the server would not take. Nothing is cut. */
function problemsOf(lists: Readonly<Record<(typeof NAMES)[number], string[]>>): Problems {
  const all = NAMES.map(
    (name) => [name, listProblem(lists[name], { most: KEYWORD_LIMITS.terms, characters: MAX_CHARACTERS })] as const,
  )
  return Object.fromEntries(all.filter(([, problem]) => problem !== null))
}

function TermsForm({ terms, onClose }: { terms: KeywordTerms; onClose: () => void }) {
  const { keywords } = useVault()
  const save = useStudioAction((given: KeywordTerms) => keywords.saveTerms(given), {
    done: words.saved,
    failed: text.failedChange,
    keys: ['keywords'],
    isQuiet: true,
    onDone: onClose,
  })
  const [problems, setProblems] = useState<Problems>({})
  return (
    <Form
      onSubmit={({ brands = '', competitors = '', audiences = '', places = '' }) => {
        const lists = {
          brands: splitSeeds(brands),
          competitors: splitSeeds(competitors),
          audiences: splitSeeds(audiences),
          places: splitSeeds(places),
        }
        const found = problemsOf(lists)
        setProblems(found)
        if (Object.keys(found).length === 0) save.mutate(lists)
      }}
    >
      <Text tone="soft">{words.lead}</Text>
      {save.error && <Notice tone="error">{said(save.error)}</Notice>}
      {NAMES.map((name) => (
        <TextField
          key={name}
          name={name}
          label={words[name]}
          problem={problems[name] ?? null}
          isOptional
          defaultValue={terms[name].join(', ')}
          autoComplete="off"
        />
      ))}
      <Button type="submit" isBusy={save.isPending} className="self-start">
        {text.save}
      </Button>
    </Form>
  )
}
