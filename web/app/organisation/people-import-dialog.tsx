import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { isTaken, PEOPLE_IMPORT_LIMITS, type PersonOutcome } from '#contract/organisation/people-import.ts'
import { isQuestionLeft } from '#web/lib/account/protection/with-proof.ts'
import type { PeoplePreview } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { people } from '#web/messages/people.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { FileInput } from '#web/ui/form/drop-zone.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { PlainRow, PlainRows } from '#web/ui/list/plain-rows.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toastDone } from '#web/ui/overlay/toast.tsx'
import { useProtection } from '#web/parts/vault/use-protection.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { PlanNote } from '#web/parts/people/plan-note.tsx'
import { usePlan } from '#web/parts/people/use-plan.ts'
import { refreshTeam } from '#web/parts/people/team.queries.ts'

/** Enough of each outcome to see what is wrong with a list. */
const SHOWN_OF_EACH = 5

type Read = Exclude<PeoplePreview, { problem: string }>
type Props = { isOpen: boolean; onClose: () => void; finalFocus: RefObject<HTMLElement | null> }

/** Invites the people whom a list names, after a look at what would happen with each row. */
export function PeopleImportDialog({ isOpen, onClose, finalFocus }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={people.imports.title} finalFocus={finalFocus} isGrowing>
      <ImportList onClose={onClose} />
    </Dialog>
  )
}

function ImportList({ onClose }: { onClose: () => void }) {
  const words = people.imports
  const { team } = useVault()
  const input = useRef<HTMLInputElement>(null)
  const [list, setList] = useState<{ name: string | null; csv: string } | null>(null)
  const look = useMutation({
    mutationFn: async (csv: string): Promise<PeoplePreview> =>
      new Blob([csv]).size > PEOPLE_IMPORT_LIMITS.bytes ? { problem: 'too_large' } : team.previewPeople(csv),
  })
  const take = (name: string | null, csv: string) => {
    setList({ name, csv })
    look.mutate(csv)
  }
  const read = async ([chosen]: readonly File[]) => {
    if (!chosen) return
    const isTooLarge = chosen.size > PEOPLE_IMPORT_LIMITS.bytes
    take(chosen.name, isTooLarge ? ' '.repeat(PEOPLE_IMPORT_LIMITS.bytes + 1) : await chosen.text())
  }
  return (
    <div className="flex flex-col gap-4">
      <Text tone="soft">{words.lead}</Text>
      <FileInput inputRef={input} onFiles={(files) => void read(files)} />
      <Button variant="outline" className="self-start" onClick={() => input.current?.click()}>
        <FileUp size={16} aria-hidden="true" />
        {words.choose}
      </Button>
      {list?.name && <Text tone="soft">{words.chosen(list.name)}</Text>}
      <Form onSubmit={({ list: pasted = '' }) => take(null, pasted)}>
        <TextArea
          name="list"
          rows={3}
          label={words.paste}
          hint={words.pasteHint}
          autoComplete="off"
          spellCheck={false}
          isOptional
        />
        <Button type="submit" variant="outline" isBusy={look.isPending} className="self-start">
          {look.isPending ? words.reading : words.look}
        </Button>
      </Form>
      {look.error && <Notice tone="error">{sentenceFor(look.error)}</Notice>}
      {look.data && 'problem' in look.data && <Notice tone="error">{words.file(look.data.problem)}</Notice>}
      {list && look.data && 'counts' in look.data && (
        <Preview csv={list.csv} read={look.data} onDone={onClose} onChanged={() => look.mutate(list.csv)} />
      )}
    </div>
  )
}

type PreviewProps = { csv: string; read: Read; onDone: () => void; onChanged: () => void }

function Preview({ csv, read, onDone, onChanged }: PreviewProps) {
  const words = people.imports
  const { team } = useVault()
  const { guarded } = useProtection()
  const queries = useQueryClient()
  const start = useMutation({
    mutationFn: () => guarded(team.invitePeople)({ csv, digest: read.digest }),
    onSuccess: () => {
      if (read.invited > 0) toastDone(words.started, words.startedText(read.invited))
      else toastDone(words.markedDone)
      onDone()
    },
    onError: (error) => {
      if (!isQuestionLeft(error)) onChanged()
    },
    onSettled: () => refreshTeam(queries),
  })
  const outcomes = Object.keys(read.counts) as PersonOutcome[]
  const notInvited = outcomes.filter((one) => !isTaken(one)).reduce((sum, one) => sum + (read.counts[one] ?? 0), 0)
  const taken = read.invited + read.marked
  return (
    <div className="flex flex-col gap-4" aria-live="polite">
      {start.error && !isQuestionLeft(start.error) && <Notice tone="error">{sentenceFor(start.error)}</Notice>}
      {(read.invited > 0 || read.marked === 0) && (
        <Notice tone={read.invited > 0 ? 'info' : 'attention'}>{words.ready(read.invited)}</Notice>
      )}
      {read.marked > 0 && <Notice tone="info">{words.marks(read.marked)}</Notice>}
      {read.leftOut.length > 0 && <Text tone="soft">{words.leftOut(read.leftOut)}</Text>}
      {notInvited > 0 && <Text tone="soft">{words.notInvited(notInvited)}</Text>}
      {outcomes.map((outcome) => (
        <RowsOf key={outcome} outcome={outcome} read={read} />
      ))}
      {taken > 0 && (
        <Button isBusy={start.isPending} className="self-start" onClick={() => start.mutate()}>
          {start.isPending
            ? words.busy
            : read.invited > 0
              ? words.submit(read.invited)
              : words.submitMarks(read.marked)}
        </Button>
      )}
    </div>
  )
}

/** Some rows with the same outcome, and how many there are. */
function RowsOf({ outcome, read }: { outcome: PersonOutcome; read: Read }) {
  const words = people.imports
  const count = read.counts[outcome] ?? 0
  const listed = read.shown.filter((row) => row.outcome === outcome).slice(0, SHOWN_OF_EACH)
  const title = words.counted(outcome, count)
  const plan = usePlan()
  return (
    <section className="flex flex-col gap-1.5">
      <Text className="font-semibold">{title}</Text>
      {outcome === 'role_beyond_plan' && plan !== null && <PlanNote plan={plan} />}
      <PlainRows label={title}>
        {listed.map(({ row, email }) => (
          <PlainRow key={row}>{words.row(row, email)}</PlainRow>
        ))}
        {count > listed.length && <PlainRow>{words.further(count - listed.length)}</PlainRow>}
      </PlainRows>
    </section>
  )
}
