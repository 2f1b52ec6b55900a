import { useQuery } from '@tanstack/react-query'
import { KEYWORD_LIMITS, splitSeeds } from '#contract/keywords/keywords.ts'
import type { KeywordTerms } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { keywords as text } from '#web/messages/studio/keywords.ts'
import { useAction } from '#web/parts/action/use-action.ts'
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

function TermsForm({ terms, onClose }: { terms: KeywordTerms; onClose: () => void }) {
  const { keywords } = useVault()
  const save = useAction((given: KeywordTerms) => keywords.saveTerms(given), {
    done: words.saved,
    failed: text.failedChange,
    keys: ['keywords'],
    isQuiet: true,
    onDone: onClose,
  })
  const listOf = (typed: string | undefined): string[] =>
    splitSeeds(typed ?? '')
      .map((term) => term.slice(0, MAX_CHARACTERS))
      .slice(0, KEYWORD_LIMITS.terms)
  return (
    <Form
      onSubmit={({ brands, competitors, audiences, places }) =>
        save.mutate({
          brands: listOf(brands),
          competitors: listOf(competitors),
          audiences: listOf(audiences),
          places: listOf(places),
        })
      }
    >
      <Text tone="soft">{words.lead}</Text>
      {save.error && <Notice tone="error">{sentenceFor(save.error)}</Notice>}
      {NAMES.map((name) => (
        <TextField
          key={name}
          name={name}
          label={words[name]}
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
