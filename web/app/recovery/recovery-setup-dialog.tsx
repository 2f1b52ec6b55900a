import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { isRecoveryThreshold, RECOVERY_HOLDERS_MAX } from '#contract/organisation/recovery-policy.ts'
import type { Member, PolicyView } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { byOthers } from '#web/messages/recovery/by-others.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { toastDone } from '#web/ui/overlay/toast.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { ListFailed } from '#web/parts/query/list-failed.tsx'
import { useChosenPeople, useOfferedPeople } from '#web/parts/people/use-picked.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { goneOf } from './gone-holders.ts'
import { labelOf } from '#web/parts/people/team-view.ts'

const text = byOthers.setup
const ROW_PX = 44
/** More are found by searching. */
const SHOWN = 8

type Setup = { policy: PolicyView | null; onClose: () => void }
type Props = Setup & { isOpen: boolean; finalFocus: RefObject<HTMLElement | null> }

export function RecoverySetupDialog({ isOpen, finalFocus, ...setup }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={setup.onClose} title={text.title} finalFocus={finalFocus}>
      <SetupForm {...setup} />
    </Dialog>
  )
}

/** Apart from the dialog, so that each opening starts from what is decided. */
function SetupForm({ policy, onClose }: Setup) {
  const [holders] = useState(() => policy?.holders.flatMap(({ userId, isMember }) => (isMember ? [userId] : [])) ?? [])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(holders))
  const { save, end } = useDecide(onClose)
  const [isEnding, setEnding] = useState(false)
  const decided = useChosenPeople(holders)
  // Until then the form does not show whom it names.
  const isRead = holders.length === 0 || decided.query.isSuccess
  const count = chosen.size
  const problem = save.error ?? end.error
  const toggle = (userId: string, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(userId)
    else next.delete(userId)
    setChosen(next)
  }
  if (isEnding) return <EndForm isBusy={end.isPending} onBack={() => setEnding(false)} onEnd={() => end.mutate()} />

  return (
    <div className="flex flex-col gap-4">
      <Text tone="soft">{text.means}</Text>
      {/* Outside the form: Enter in its search decides nothing. */}
      <Holders holders={holders} decided={decided} chosen={chosen} onToggle={toggle} />
      <Form
        onSubmit={({ threshold }) =>
          save.mutate({ holders: [...chosen], threshold: count === 1 ? 1 : Number(threshold) })
        }
      >
        {problem && <Notice tone="error">{sentenceFor(problem)}</Notice>}
        {count > RECOVERY_HOLDERS_MAX && <Notice tone="error">{text.tooMany(RECOVERY_HOLDERS_MAX)}</Notice>}
        {count === 1 && <Notice tone="attention">{text.alone}</Notice>}
        {count > 1 && (
          <TextField
            name="threshold"
            label={text.threshold}
            hint={text.thresholdHint(count)}
            inputMode="numeric"
            autoComplete="off"
            defaultValue={String(policy && policy.threshold > 1 ? policy.threshold : 2)}
            validate={(value) =>
              value && !isRecoveryThreshold(Number(value), count) ? text.thresholdWrong(count) : null
            }
          />
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            isBusy={save.isPending}
            disabled={!isRead || count === 0 || count > RECOVERY_HOLDERS_MAX}
          >
            {save.isPending ? text.busy : text.submit}
          </Button>
          {policy && (
            <Button variant="outline" onClick={() => setEnding(true)}>
              {text.end}
            </Button>
          )}
        </div>
      </Form>
    </div>
  )
}

type HoldersProps = {
  /** Named by the present decision. */
  holders: readonly string[]
  /** Those, as the server lists them. */
  decided: ReturnType<typeof useChosenPeople>
  chosen: ReadonlySet<string>
  onToggle: (userId: string, isChosen: boolean) => void
}

/** Whom the decision names, and others as they are searched: a large organisation is not read for it, nor are keys. */
function Holders({ holders, decided, chosen, onToggle }: HoldersProps) {
  const [typed, setTyped] = useState('')
  const offered = useOfferedPeople(typed, { without: holders, most: SHOWN })
  const named = useChosenPeople([...new Set([...holders, ...chosen])])
  // A guest holds no part.
  const found = offered.people.filter(({ guest }) => guest === null)
  // People who are chosen among those that are found stay in their place, so that the focus does.
  const above = named.people.filter(({ userId, removedAt }) => removedAt === null && !found.some(isOne(userId)))
  const others = [...chosen].filter((id) => !holders.includes(id) && !found.some(isOne(id)))
  const gone = [
    ...(decided.query.isSuccess ? goneOf(holders, decided.people) : []),
    ...(named.query.isSuccess && !named.query.isPlaceholderData ? goneOf(others, named.people) : []),
  ]
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 text-sm font-semibold">{text.choose}</legend>
      {(offered.hasMore || typed !== '') && (
        <SearchField label={text.find} clearLabel={m.files.clearSearch} value={typed} onChange={setTyped} />
      )}
      {named.query.isError && !named.query.data && <ListFailed text={m.team} query={named.query} />}
      <QueryView
        query={offered.query}
        text={m.team}
        skeleton={<SkeletonRows label={m.team.loading} rows={4} rowHeight={ROW_PX} />}
      >
        {() => [
          ...gone.map(({ id, label }) => (
            <Checkbox
              key={id}
              label={label}
              hint={text.gone}
              disabled={!chosen.has(id)}
              checked={chosen.has(id)}
              onCheckedChange={(isChosen) => onToggle(id, isChosen)}
            />
          )),
          ...[...above, ...found].map((member) => (
            <Checkbox
              key={member.userId}
              label={labelOf(member)}
              hint={member.hasVault ? member.email : text.noVault}
              disabled={!member.hasVault && !chosen.has(member.userId)}
              checked={chosen.has(member.userId)}
              onCheckedChange={(isChosen) => onToggle(member.userId, isChosen)}
            />
          )),
        ]}
      </QueryView>
    </fieldset>
  )
}

const isOne =
  (id: string) =>
  ({ userId }: Pick<Member, 'userId'>) =>
    userId === id

function EndForm({ isBusy, onBack, onEnd }: { isBusy: boolean; onBack: () => void; onEnd: () => void }) {
  // The button that was pressed is gone: the harmless answer has the focus.
  const harmless = useRef<HTMLButtonElement>(null)
  useEffect(() => harmless.current?.focus(), [])
  return (
    <div className="flex flex-col gap-5">
      <Text tone="soft">{text.endText}</Text>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onBack} ref={harmless}>
          {m.common.cancel}
        </Button>
        <Button variant="danger" isBusy={isBusy} onClick={onEnd}>
          {text.endConfirm}
        </Button>
      </div>
    </div>
  )
}

function useDecide(onClose: () => void) {
  const { recovery } = useVault()
  const queries = useQueryClient()
  const onSettled = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['recovery'] }),
      // Keys of those who are named are remembered by it.
      queries.invalidateQueries({ queryKey: ['team'] }),
    ])
  const save = useMutation({
    mutationFn: (wanted: { holders: string[]; threshold: number }) => recovery.decide(wanted),
    onSuccess: () => {
      toastDone(text.saved, text.savedText)
      onClose()
    },
    onSettled,
  })
  const end = useMutation({
    mutationFn: () => recovery.decide({ holders: [], threshold: 0 }),
    onSuccess: () => {
      toastDone(text.ended)
      onClose()
    },
    onSettled,
  })
  return { save, end }
}
