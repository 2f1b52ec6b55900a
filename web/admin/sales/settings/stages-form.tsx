import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { DEAL_LIMITS, type StageKind } from '#contract/sales/deals.ts'
import type { Pipeline, Stage } from '#web/lib/remote/vault-client.ts'
import { sales as text } from '#web/messages/sales/sales.ts'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { useAction } from '#web/parts/action/use-action.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { SALES_KEY } from '../sales.queries.ts'
import { stageName } from '../sales-words.ts'

const words = text.settings
const PERCENT = /^(100|\d{1,2})$/

/** A stage as it is edited. `begun`: the name that it has in the language of the person, which is stored only once it is another one. */
type Draft = {
  key: string
  id: string | null
  begun: string | null
  kind: StageKind
  name: string
  probability: string
}

const draftOf = (stage: Stage): Draft => ({
  key: stage.id,
  id: stage.id,
  begun: stage.name === null ? stageName(stage) : null,
  kind: stage.kind,
  name: stageName(stage),
  probability: String(stage.probability),
})

/** The stages as they are edited. */
function useDrafts(pipeline: Pipeline) {
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => pipeline.stages.map(draftOf))
  const change = (key: string, part: Partial<Draft>) =>
    setDrafts(drafts.map((draft) => (draft.key === key ? { ...draft, ...part } : draft)))
  const swap = (at: number, other: number) =>
    setDrafts(
      drafts.map((draft, place) => (place === at ? drafts[other] : place === other ? drafts[at] : draft) ?? draft),
    )
  const add = () => {
    const made = {
      key: crypto.randomUUID(),
      id: null,
      begun: null,
      kind: 'open' as const,
      name: words.newStage,
      probability: '50',
    }
    const end = drafts.findIndex(({ kind }) => kind !== 'open')
    setDrafts([...drafts.slice(0, end), made, ...drafts.slice(end)])
  }
  return { drafts, setDrafts, change, swap, add }
}

/** Names, order and probabilities of the stages. */
export function StagesForm({ pipeline }: { pipeline: Pipeline }) {
  const { sales } = useVault()
  const { drafts, setDrafts, change, swap, add } = useDrafts(pipeline)
  const save = useAction(
    () =>
      sales.saveStages(
        drafts.map(({ id, begun, name, probability }) => ({
          id,
          name: name.trim() === begun ? null : name.trim(),
          probability: Number(probability),
        })),
        pipeline.settings.version,
      ),
    { done: words.stagesSaved, failed: text.failedChange, keys: [SALES_KEY] },
  )
  return (
    <section aria-label={words.stages} className="flex flex-col gap-3">
      <Heading look="small">{words.stages}</Heading>
      <Text tone="soft" size="xs">
        {words.stagesText}
      </Text>
      <Form onSubmit={() => save.mutate(undefined)}>
        <ol className="flex flex-col gap-3">
          {drafts.map((draft, at) => (
            <StageRow
              key={draft.key}
              nth={at + 1}
              draft={draft}
              onChange={(part) => change(draft.key, part)}
              {...(at > 0 && { onUp: () => swap(at, at - 1) })}
              {...(at < drafts.length - 1 && { onDown: () => swap(at, at + 1) })}
              onRemove={() => setDrafts(drafts.filter(({ key }) => key !== draft.key))}
              isLast={drafts.filter(({ kind }) => kind === 'open').length === 1}
            />
          ))}
        </ol>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" isBusy={save.isPending}>
            {words.saveStages}
          </Button>
          <Button variant="outline" disabled={drafts.length >= DEAL_LIMITS.stages} onClick={add}>
            <Plus size={16} aria-hidden="true" />
            {words.add}
          </Button>
        </div>
      </Form>
    </section>
  )
}

type RowProps = {
  nth: number
  draft: Draft
  onChange: (part: Partial<Draft>) => void
  onUp?: () => void
  onDown?: () => void
  onRemove: () => void
  /** The only stage for open deals stays. */
  isLast: boolean
}

function StageRow({ nth, draft, onChange, onUp, onDown, onRemove, isLast }: RowProps) {
  const { key, kind, name, probability } = draft
  return (
    <li className="grid grid-cols-[1fr_5.5rem] items-end gap-x-2 gap-y-1 rounded-md border border-line p-3">
      <TextField
        name={`name ${key}`}
        label={words.name(nth)}
        maxLength={DEAL_LIMITS.stageNameCharacters}
        value={name}
        onValueChange={(value) => onChange({ name: value })}
        autoComplete="off"
      />
      <TextField
        name={`probability ${key}`}
        label={words.percent}
        aria-label={words.probability(name)}
        inputMode="numeric"
        value={probability}
        readOnly={kind !== 'open'}
        validate={(value) => (PERCENT.test(value.trim()) ? null : words.probabilityWrong)}
        onValueChange={(value) => onChange({ probability: value })}
        autoComplete="off"
      />
      <div className="col-span-2 flex justify-end gap-1">
        <IconButton size="sm" label={words.up(name)} disabled={!onUp} focusableWhenDisabled onClick={onUp}>
          <ArrowUp size={15} aria-hidden="true" />
        </IconButton>
        <IconButton size="sm" label={words.down(name)} disabled={!onDown} focusableWhenDisabled onClick={onDown}>
          <ArrowDown size={15} aria-hidden="true" />
        </IconButton>
        {kind === 'open' && (
          <IconButton
            size="sm"
            tone="danger"
            label={words.remove(name)}
            disabled={isLast}
            focusableWhenDisabled
            onClick={onRemove}
          >
            <Trash2 size={15} aria-hidden="true" />
          </IconButton>
        )}
      </div>
    </li>
  )
}
