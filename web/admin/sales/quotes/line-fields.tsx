import { Plus, Trash2 } from 'lucide-react'
import type { Currency } from '#contract/sales/money.ts'
import { QUOTE_LIMITS } from '#contract/sales/quotes.ts'
import { quotes as text } from '#web/messages/sales/quotes.ts'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Span } from '#web/ui/layout/text.tsx'
import { isQuantity, isTax, isUnit, type LineDraft, newLine } from './line-drafts.ts'

const words = text.editor

type Props = { drafts: readonly LineDraft[]; currency: Currency; onChange: (drafts: readonly LineDraft[]) => void }

/** The lines of a quote, to write, add and remove. */
export function LineFields({ drafts, currency, onChange }: Props) {
  const change = (key: string, part: Partial<LineDraft>) =>
    onChange(drafts.map((draft) => (draft.key === key ? { ...draft, ...part } : draft)))
  return (
    <fieldset className="m-0 flex min-w-0 flex-col gap-3 border-0 p-0">
      <legend className="mb-1.5 text-sm font-semibold">{words.lines}</legend>
      <ol className="flex flex-col gap-3">
        {drafts.map((draft, at) => (
          <li key={draft.key} className="flex flex-col gap-2 rounded-md border border-line p-3">
            <div className="flex items-center justify-between">
              <Span tone="soft" size="xs">
                {words.line(at + 1)}
              </Span>
              <IconButton
                size="sm"
                tone="danger"
                label={words.removeLine(at + 1)}
                disabled={drafts.length === 1}
                focusableWhenDisabled
                onClick={() => onChange(drafts.filter(({ key }) => key !== draft.key))}
              >
                <Trash2 size={15} aria-hidden="true" />
              </IconButton>
            </div>
            <FieldsOfLine draft={draft} currency={currency} onChange={(part) => change(draft.key, part)} />
          </li>
        ))}
      </ol>
      <Button
        variant="outline"
        size="sm"
        className="self-start"
        disabled={drafts.length >= QUOTE_LIMITS.lines}
        onClick={() => onChange([...drafts, { ...newLine(), tax: drafts.at(-1)?.tax ?? '0' }])}
      >
        <Plus size={14} aria-hidden="true" />
        {words.addLine}
      </Button>
    </fieldset>
  )
}

type LineProps = { draft: LineDraft; currency: Currency; onChange: (part: Partial<LineDraft>) => void }

function FieldsOfLine({ draft: { key, text: said, quantity, unit, tax }, currency, onChange }: LineProps) {
  const number = (isRight: (typed: string) => boolean) => ({
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    validate: (typed: string) => (isRight(typed) ? null : words.numberWrong),
  })
  return (
    <>
      <TextField
        name={`text ${key}`}
        label={words.text}
        maxLength={QUOTE_LIMITS.lineCharacters}
        value={said}
        onValueChange={(value) => onChange({ text: value })}
        autoComplete="off"
      />
      <div className="grid grid-cols-[1fr_1.3fr_0.8fr] items-start gap-2">
        <TextField
          name={`quantity ${key}`}
          label={words.quantity}
          value={quantity}
          onValueChange={(value) => onChange({ quantity: value })}
          {...number(isQuantity)}
        />
        <TextField
          name={`unit ${key}`}
          label={words.unit}
          value={unit}
          onValueChange={(value) => onChange({ unit: value })}
          {...number((typed) => isUnit(typed, currency))}
        />
        <TextField
          name={`tax ${key}`}
          label={words.tax}
          value={tax}
          onValueChange={(value) => onChange({ tax: value })}
          {...number(isTax)}
        />
      </div>
    </>
  )
}
