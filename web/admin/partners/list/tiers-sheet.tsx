import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { RATE_DECIMALS } from '#contract/partners/commission.ts'
import { PARTNER_LIMITS } from '#contract/partners/partners.ts'
import { decimalOf, unitsOf } from '#contract/sales/money.ts'
import type { Programme, Tier } from '#web/lib/remote/vault-client.ts'
import { partners as text } from '#web/messages/partners/partners.ts'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Sheet } from '#web/ui/overlay/sheet.tsx'
import { useAction } from '#web/parts/action/use-action.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { tierName } from '#web/parts/partners/partner-words.ts'
import { PARTNERS_KEY } from '#web/parts/partners/partners.queries.ts'

const words = text.tiers

/** A tier as it is edited. `begun`: the name that it has in the language of the person, which is stored only once it is another one. */
type Draft = { key: string; id: string | null; begun: string | null; name: string; percent: string }

const draftOf = ({ id, name, preset, basis_points: basisPoints }: Tier): Draft => ({
  key: id,
  id,
  begun: name === null ? tierName(name, preset) : null,
  name: tierName(name, preset),
  percent: decimalOf(basisPoints, RATE_DECIMALS),
})

function isPercent(typed: string): boolean {
  const basisPoints = unitsOf(typed, RATE_DECIMALS)
  return basisPoints !== null && basisPoints >= 0 && basisPoints <= PARTNER_LIMITS.basisPoints
}

type Props = { isOpen: boolean; programme: Programme; onClose: () => void }

/** Names, order and commissions of the tiers. */
export function TiersSheet({ isOpen, programme, onClose }: Props) {
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={words.title}>
      <Text tone="soft" size="sm">
        {words.text}
      </Text>
      {/* What somebody else stored begins the form again. */}
      <TiersForm key={programme.version} programme={programme} onDone={onClose} />
    </Sheet>
  )
}

/** The tiers as they are edited. */
function useDrafts(programme: Programme) {
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => programme.tiers.map(draftOf))
  return {
    drafts,
    change: (key: string, part: Partial<Draft>) =>
      setDrafts(drafts.map((draft) => (draft.key === key ? { ...draft, ...part } : draft))),
    swap: (at: number, other: number) =>
      setDrafts(
        drafts.map((draft, place) => (place === at ? drafts[other] : place === other ? drafts[at] : draft) ?? draft),
      ),
    add: () =>
      setDrafts([
        ...drafts,
        { key: crypto.randomUUID(), id: null, begun: null, name: words.newTier, percent: decimalOf(0, RATE_DECIMALS) },
      ]),
    remove: (key: string) => setDrafts(drafts.filter((draft) => draft.key !== key)),
  }
}

function TiersForm({ programme, onDone }: { programme: Programme; onDone: () => void }) {
  const { partners } = useVault()
  const { drafts, change, swap, add, remove } = useDrafts(programme)
  const save = useAction(
    () =>
      partners.saveTiers(
        drafts.map(({ id, begun, name, percent }) => ({
          id,
          name: name.trim() === begun ? null : name.trim(),
          basis_points: unitsOf(percent, RATE_DECIMALS) ?? 0,
        })),
        programme.version,
      ),
    { done: words.saved, failed: text.failedChange, keys: [PARTNERS_KEY], onDone },
  )
  return (
    <Form onSubmit={() => save.mutate(undefined)}>
      <ol className="flex flex-col gap-3">
        {drafts.map((draft, at) => (
          <TierRow
            key={draft.key}
            nth={at + 1}
            draft={draft}
            onChange={(part) => change(draft.key, part)}
            {...(at > 0 && { onUp: () => swap(at, at - 1) })}
            {...(at < drafts.length - 1 && { onDown: () => swap(at, at + 1) })}
            {...(drafts.length > 1 && { onRemove: () => remove(draft.key) })}
          />
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={save.isPending}>
          {words.save}
        </Button>
        <Button variant="outline" disabled={drafts.length >= PARTNER_LIMITS.tiers} onClick={add}>
          <Plus size={16} aria-hidden="true" />
          {words.add}
        </Button>
      </div>
    </Form>
  )
}

type RowProps = {
  nth: number
  draft: Draft
  onChange: (part: Partial<Draft>) => void
  onUp?: () => void
  onDown?: () => void
  /** The only tier stays. */
  onRemove?: () => void
}

function TierRow({ nth, draft: { key, name, percent }, onChange, onUp, onDown, onRemove }: RowProps) {
  return (
    <li className="grid grid-cols-[1fr_5.5rem] items-end gap-x-2 gap-y-1 rounded-md border border-line p-3">
      <TextField
        name={`name ${key}`}
        label={words.name(nth)}
        maxLength={PARTNER_LIMITS.tierNameCharacters}
        value={name}
        onValueChange={(value) => onChange({ name: value })}
        autoComplete="off"
      />
      <TextField
        name={`percent ${key}`}
        label={words.percent}
        aria-label={words.percentOf(name)}
        inputMode="decimal"
        value={percent}
        validate={(typed) => (isPercent(typed) ? null : words.percentWrong)}
        onValueChange={(value) => onChange({ percent: value })}
        autoComplete="off"
      />
      <div className="col-span-2 flex justify-end gap-1">
        <IconButton size="sm" label={words.up(name)} disabled={!onUp} focusableWhenDisabled onClick={onUp}>
          <ArrowUp size={15} aria-hidden="true" />
        </IconButton>
        <IconButton size="sm" label={words.down(name)} disabled={!onDown} focusableWhenDisabled onClick={onDown}>
          <ArrowDown size={15} aria-hidden="true" />
        </IconButton>
        <IconButton
          size="sm"
          tone="danger"
          label={words.remove(name)}
          disabled={!onRemove}
          focusableWhenDisabled
          onClick={onRemove}
        >
          <Trash2 size={15} aria-hidden="true" />
        </IconButton>
      </div>
    </li>
  )
}
