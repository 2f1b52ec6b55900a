import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isQuestionLeft } from '#web/lib/account/protection/with-proof.ts'
import { useNow } from '#web/lib/clock.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { type ReadPolicies, VaultError } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { policies } from '#web/messages/threats/policies.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { toastDone } from '#web/ui/overlay/toast.tsx'
import { policiesQuery } from '#web/parts/people/policies.queries.ts'
import { useProtection } from '#web/parts/vault/use-protection.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { usePeopleNames } from '../manage/use-people.ts'
import { ExportRules } from './export-rules.tsx'
import { areTooSoon, changesOf, type Draft, wantedOf } from './rule-words.ts'
import { SharingRules } from './sharing-rules.tsx'
import { SignInRules } from './sign-in-rules.tsx'

const ROW_PX = 64
const text = policies.rules

/** The rules of the organisation, as who manages security sets them. */
export function Rules() {
  const query = useQuery(policiesQuery(useVault().team))
  return (
    <section aria-label={text.title} className="flex flex-col gap-2.5">
      <div>
        <Heading>{text.title}</Heading>
        <Text tone="soft" className="max-w-prose">
          {text.lead}
        </Text>
      </div>
      <Card className="p-4">
        <QueryView
          query={query}
          text={{ ...text, retry: policies.retry }}
          skeleton={<SkeletonRows label={text.loading} rows={6} rowHeight={ROW_PX} />}
        >
          {(read) => <RulesForm read={read} />}
        </QueryView>
      </Card>
    </section>
  )
}

function RulesForm({ read }: { read: ReadPolicies }) {
  const [draft, setDraft] = useState<Draft>({})
  const save = useSaveRules(() => setDraft({}))
  const now = useNow()
  const rules = { ...read.policies, ...draft }
  const changes = changesOf(read.policies, rules)
  const change = (one: Draft) => {
    if (!save.isPending) setDraft((before) => ({ ...before, ...one }))
  }
  const tooSoon = areTooSoon(read.policies, rules, now)
  const isRefused = tooSoon.factor || tooSoon.ways
  return (
    <Form onSubmit={() => save.mutate({ wanted: wantedOf(read.policies, draft), seen: read.version })}>
      <LastChange read={read} />
      <SignInRules rules={rules} saved={read.policies} onChange={change} tooSoon={tooSoon} />
      <SharingRules rules={rules} onChange={change} />
      <ExportRules rules={rules} onChange={change} />
      {changes.length > 0 && (
        <div className="bottom-0 -mx-4 -mb-4 flex flex-col gap-3 rounded-b-lg border-t border-line bg-surface p-4 sm:sticky">
          <section aria-label={text.changes}>
            <Heading as="h3" look="small">
              {text.changes}
            </Heading>
            <ul className="mt-1 list-disc pl-5 text-sm text-ink-2">
              {changes.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </section>
          <SaveProblem error={save.error} read={read} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" isBusy={save.isPending} disabled={isRefused}>
              {save.isPending ? text.saving : text.save}
            </Button>
            <Button variant="outline" disabled={save.isPending} onClick={() => setDraft({})}>
              {text.undo}
            </Button>
          </div>
        </div>
      )}
    </Form>
  )
}

function LastChange({ read: { updatedAt, updatedBy } }: { read: ReadPolicies }) {
  const nameOf = usePeopleNames([updatedBy])
  return (
    <Text tone="hint" size="xs">
      {updatedAt === null ? text.never : text.last(nameOf(updatedBy), formatDateTime(new Date(updatedAt)))}
    </Text>
  )
}

function SaveProblem({ error, read: { updatedBy } }: { error: Error | null; read: ReadPolicies }) {
  const nameOf = usePeopleNames([updatedBy])
  if (error === null || isQuestionLeft(error)) return null
  const code = error instanceof VaultError ? error.code : undefined
  if (code === 'policy_changed') return <Notice tone="attention">{text.conflict(nameOf(updatedBy))}</Notice>
  if (code === 'own_factor_missing') {
    return (
      <Notice tone="attention" action={<TextLink to="/dashboard/security">{text.ownAction}</TextLink>}>
        {text.ownFirst}
      </Notice>
    )
  }
  if (code === 'own_way_missing') return <Notice tone="attention">{text.ownWayFirst}</Notice>
  return <Notice tone="error">{`${text.saveFailed}. ${sentenceFor(error)}`}</Notice>
}

function useSaveRules(onSaved: () => void) {
  const { team } = useVault()
  const { guarded } = useProtection()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: guarded(team.setPolicies),
    onSuccess: () => {
      toastDone(text.saved, text.savedText)
      onSaved()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['policies'] }),
  })
}
