import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useNow } from '#web/lib/clock.ts'
import { formatTimeAgo, midSentence } from '#web/lib/format.ts'
import { saveCsv } from '#web/lib/files/save-csv.ts'
import type { PeopleImport } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { people } from '#web/messages/people.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { peopleImportsQuery, refreshTeam } from '#web/parts/people/team.queries.ts'

const SHOWN = 5

/** Lists whose people were invited, with how far each is; nothing where there is none. */
export function PeopleImports() {
  const words = people.imports
  const { data, error } = useQuery(peopleImportsQuery(useVault().team))
  if (error) return <Notice tone="error">{m.files.because(words.failed, sentenceFor(error))}</Notice>
  if (!data || data.length === 0) return null
  return (
    <section aria-label={words.latest} className="flex flex-col gap-2.5">
      <Heading>{words.latest}</Heading>
      <Card>
        <RowList label={words.latest}>
          {data.slice(0, SHOWN).map((list) => (
            <ImportRow key={list.id} list={list} />
          ))}
        </RowList>
      </Card>
    </section>
  )
}

function ImportRow({ list }: { list: PeopleImport }) {
  const words = people.imports
  const now = useNow()
  const { cancel, report } = useImportActions()
  const { state, sent, not_sent: notSent, cancelled, waiting, marked } = list
  const [done, all] = [sent + notSent, sent + notSent + cancelled + waiting]
  return (
    <Row
      icon={<ListChecks size={18} aria-hidden="true" />}
      title={all === 0 ? words.marked(marked) : words.progress(done, all)}
      badge={<Badge tone={state === 'sending' ? 'brand' : 'plain'}>{words.state(state)}</Badge>}
      detail={
        <span className="flex flex-col gap-1.5">
          <span className="flex flex-wrap gap-x-3">
            {all > 0 && <span>{words.facts(sent, notSent, cancelled)}</span>}
            {all > 0 && marked > 0 && <span>{words.marked(marked)}</span>}
            <span>
              {words.by(list.by_email ?? words.somebody, midSentence(formatTimeAgo(new Date(list.created_at), now)))}
            </span>
          </span>
          {state === 'sending' && all > 0 && <Progress label={words.progress(done, all)} value={done / all} />}
        </span>
      }
      actions={
        <>
          {state === 'sending' && (
            <Button variant="outline" size="sm" isBusy={cancel.isPending} onClick={() => cancel.mutate(list.id)}>
              {words.cancel}
            </Button>
          )}
          <Button variant="outline" size="sm" isBusy={report.isPending} onClick={() => report.mutate(list.id)}>
            {words.report}
          </Button>
        </>
      }
    />
  )
}

function useImportActions() {
  const words = people.imports
  const { team } = useVault()
  const queries = useQueryClient()
  const cancel = useMutation({
    mutationFn: (id: string) => team.cancelImport(id),
    onSuccess: () => toastDone(words.cancelled, words.cancelledText),
    onError: (error) => toastError(words.cancelFailed, sentenceFor(error)),
    onSettled: () => refreshTeam(queries),
  })
  const report = useMutation({
    mutationFn: (id: string) => team.importReport(id),
    onSuccess: (file) => void saveCsv('invitations.csv', file),
    onError: (error) => toastError(words.reportFailed, sentenceFor(error)),
  })
  return { cancel, report }
}
