import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { DEMO_PEOPLE, type DemoStep } from '#contract/organisation/demo.ts'
import { formatDateTime } from '#web/lib/format.ts'
import type { Demo, MadeDemo, NewestDemo, VaultClient } from '#web/lib/remote/vault-client.ts'
import { tenantDemo as text } from '#web/messages/tenant-demo.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useAction } from '#web/parts/action/use-action.ts'
import { EnglishArea } from '#web/parts/language/english-area.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useProtection } from '#web/parts/vault/use-protection.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { DemoPasswords } from './demo-passwords.tsx'

const KEY = 'tenantDemo'
const KEYS = [KEY, 'tenants']
const ASK_MS = 1500
const ROW_PX = 28
const SIZES = [12, 24, DEMO_PEOPLE.max]
/** Part of the time that is over when a step begins. */
const BEFORE: Record<DemoStep, number> = { people: 0, files: 0.4, teams: 0.7, shares: 0.8, devices: 0.9, studio: 0.95 }
const STEP_PARTS: Partial<Record<DemoStep, number>> = { people: 0.4, files: 0.3 }

const isMoving = ({ demo }: NewestDemo): boolean => demo?.state === 'making' || demo?.state === 'removing'

const demoQuery = (client: VaultClient['tenantLife']) =>
  queryOptions({
    queryKey: [KEY],
    queryFn: () => client.demo(),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? ASK_MS : false),
  })

type Props = { isOpen: boolean; onClose: () => void; finalFocus: RefObject<HTMLElement | null> }

/** Makes a demo organisation, shows how far it is, and removes it. */
export function DemoDialog({ isOpen, onClose, finalFocus }: Props) {
  const queries = useQueryClient()
  const close = () => {
    onClose()
    void queries.invalidateQueries({ queryKey: ['tenants'] })
  }
  return (
    <Dialog isOpen={isOpen} onClose={close} title={text.title} finalFocus={finalFocus}>
      <EnglishArea>
        <DemoBody />
      </EnglishArea>
    </Dialog>
  )
}

/** Apart from the dialog: passwords are gone with it. */
function DemoBody() {
  const [made, setMade] = useState<MadeDemo | null>(null)
  const newest = useQuery(demoQuery(useVault().tenantLife))
  const present = newest.data?.demo
  const isThere = present?.state === 'making' || present?.state === 'ready'
  return (
    <div className="flex flex-col gap-4">
      <QueryView
        query={newest}
        text={text}
        skeleton={<SkeletonRows label={text.loading} rows={3} rowHeight={ROW_PX} />}
      >
        {({ demo, is_single: isSingle }) => {
          if (demo?.state === 'making') return <Making demo={demo} />
          if (demo?.state === 'ready') return <Ready demo={demo} />
          if (demo?.state === 'removing') return <Text>{text.beingRemoved}</Text>
          return isSingle ? <Text>{text.single}</Text> : <Make earlier={demo} onMade={setMade} />
        }}
      </QueryView>
      {isThere && made?.id === present.id && <DemoPasswords accounts={made.accounts} />}
    </div>
  )
}

function Make({ earlier, onMade }: { earlier: Demo | null; onMade: (made: MadeDemo) => void }) {
  const [people, setPeople] = useState<number>(DEMO_PEOPLE.max)
  const { tenantLife } = useVault()
  const { guarded } = useProtection()
  const make = useAction(() => guarded(tenantLife.makeDemo)(people), {
    done: () => undefined,
    failed: text.makeFailed,
    keys: KEYS,
    onDone: onMade,
    isSecret: true,
  })
  const ended = earlier?.cause ? text.ended[earlier.cause] : undefined
  return (
    <>
      {ended && <Notice tone="attention">{typeof ended === 'string' ? ended : ended(earlier?.problem ?? '')}</Notice>}
      <Text tone="soft">{text.text}</Text>
      <SelectField
        label={text.people}
        value={String(people)}
        onChange={(chosen) => setPeople(Number(chosen))}
        options={SIZES.map((size) => [String(size), text.peopleOf(size)] as const)}
        isInForm
      />
      <Button className="self-start" isBusy={make.isPending} onClick={() => make.mutate(undefined)}>
        {make.isPending ? text.making : text.make}
      </Button>
    </>
  )
}

function Making({ demo: { id, step, done, total } }: { demo: Demo }) {
  const { tenantLife } = useVault()
  const cancel = useAction(() => tenantLife.cancelDemo(id), {
    done: text.cancelled,
    failed: text.cancelFailed,
    keys: KEYS,
  })
  const doing = step ?? 'people'
  return (
    <>
      <Text>{text.step(doing, done, total)}</Text>
      <Progress
        label={text.progress}
        value={BEFORE[doing] + (total > 0 ? (done / total) * (STEP_PARTS[doing] ?? 0) : 0)}
      />
      <Button
        variant="outline"
        className="self-start"
        isBusy={cancel.isPending}
        onClick={() => cancel.mutate(undefined)}
      >
        {cancel.isPending ? text.cancelling : text.cancel}
      </Button>
    </>
  )
}

function Ready({ demo: { id, people, asker, problem, ended_at: at } }: { demo: Demo }) {
  const { tenantLife } = useVault()
  const { guarded } = useProtection()
  const remove = useAction(() => guarded(tenantLife.removeDemo)(id), {
    done: text.removed,
    failed: text.removeFailed,
    keys: KEYS,
  })
  return (
    <>
      {problem !== null && <Notice tone="attention">{text.kept(problem)}</Notice>}
      <Text>{text.made(people, at === null ? '' : formatDateTime(new Date(at)), asker)}</Text>
      <Text tone="soft">{text.removeText}</Text>
      <Button
        variant="danger"
        className="self-start"
        isBusy={remove.isPending}
        onClick={() => remove.mutate(undefined)}
      >
        {remove.isPending ? text.removing : text.remove}
      </Button>
    </>
  )
}
