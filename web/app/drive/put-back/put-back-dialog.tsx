import { type RefObject, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { putBack as text } from '#web/messages/drive/put-back.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import type { Item } from '../item.ts'
import { LineList } from './line-list.tsx'
import { type PutBackOutcome, SPANS, type Span, useEarlier, useRun } from './use-put-back.ts'

type Props = {
  /** One file or folder; null is all of the space. */
  item: Item | null
  isOpen: boolean
  onClose: () => void
  finalFocus: RefObject<HTMLElement | null>
}

/** What was there before a change, and the way back: names and places of files and folders, and versions that were deleted. */
export function PutBackDialog({ item, isOpen, onClose, finalFocus }: Props) {
  const [isRunning, setRunning] = useState(false)
  const title = item ? text.titleOf(item.name) : text.title
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} isBusy={isRunning} isGrowing finalFocus={finalFocus}>
      {isOpen && <Choice item={item} onClose={onClose} onRunning={setRunning} />}
    </Dialog>
  )
}

type ChoiceProps = Pick<Props, 'item' | 'onClose'> & { onRunning: (isRunning: boolean) => void }

function Choice({ item, onClose, onRunning }: ChoiceProps) {
  const [span, setSpan] = useState<Span>('week')
  const [ids] = useState(() => item && [item.id])
  const { list, checked, since } = useEarlier(ids, span)
  const { running, outcome, run, stop } = useRun()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  if (outcome) return <Outcome outcome={outcome} onClose={onClose} />
  const lines = list.data?.lines ?? []
  const chosen = lines.filter(({ key }) => !left.has(key))
  const start = async () => {
    if (!since.current) return
    onRunning(true)
    await run(chosen, since.current)
    onRunning(false)
  }
  return (
    <div className="flex flex-col gap-4">
      <Text tone="soft">{text.lead(LIMITS.earlierStateDays, LIMITS.trashDays)}</Text>
      <SelectField
        label={text.since}
        value={span}
        onChange={(value) => setSpan(value as Span)}
        options={(Object.keys(SPANS) as Span[]).map((id) => [id, text.spans[id]] as const)}
      />
      {list.isFetching && (
        <Counting label={text.progress} text={text.loading(checked.done, checked.count)} {...checked} />
      )}
      {list.isError && <Notice tone="error">{m.files.because(text.failed, sentenceFor(list.error))}</Notice>}
      {list.data && list.data.refused > 0 && <Notice tone="attention">{text.refused(list.data.refused)}</Notice>}
      {list.data && lines.length === 0 && !list.isFetching && (
        <EmptyState isLine title={text.empty} text={text.emptyText} seed="put-back" />
      )}
      {lines.length > 0 && !list.isFetching && <LineList lines={lines} left={left} onLeave={setLeft} />}
      {running ? (
        <div className="flex items-end gap-3">
          <div className="min-w-0 flex-1">
            <Counting label={text.title} text={text.running(running.done, running.count)} {...running} />
          </div>
          <Button variant="outline" onClick={stop}>
            {text.stop}
          </Button>
        </div>
      ) : (
        <div className="flex justify-end gap-2">
          <Button variant="outline" onClick={onClose}>
            {m.common.cancel}
          </Button>
          <Button disabled={chosen.length === 0 || list.isFetching} onClick={() => void start()}>
            {text.submit(chosen.length)}
          </Button>
        </div>
      )}
    </div>
  )
}

function Counting({
  label,
  text: sentence,
  done,
  count,
}: {
  label: string
  text: string
  done: number
  count: number
}) {
  return (
    <div aria-live="polite">
      <Progress label={label} value={count === 0 ? 0 : done / count} />
      <Text tone="hint" size="xs" className="mt-1.5">
        {sentence}
      </Text>
    </div>
  )
}

/** What came of it, with the reason of each that stayed as it is. */
function Outcome({ outcome: { done, failed, untried }, onClose }: { outcome: PutBackOutcome; onClose: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <Notice tone={failed.length > 0 ? 'attention' : 'done'}>
        {text.done(done)} {untried > 0 && text.stopped(untried)}
      </Notice>
      {failed.length > 0 && (
        <div>
          <Text className="font-semibold">{text.notDone(failed.length)}</Text>
          <ul className="mt-1 flex max-h-64 flex-col gap-1 overflow-y-auto">
            {failed.map(({ name, reason }, at) => (
              <li key={`${name} ${at}`} className="text-sm wrap-anywhere">
                {name}: {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Button className="self-end" onClick={onClose}>
        {text.close}
      </Button>
    </div>
  )
}
