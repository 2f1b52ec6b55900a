import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { BLOCK_KINDS, type Block, isWebAddress, NEWSLETTER_LIMITS } from '#contract/growth/newsletters.ts'
import { newsletters as text } from '#web/messages/growth/newsletters.ts'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Span, Text } from '#web/ui/layout/text.tsx'

const words = text.editor

/** A block with a key of its own, which names its fields. What is typed stays in them until it is saved. */
export type Draft = { key: string; block: Block }

export const draftOf = (block: Block): Draft => ({ key: crypto.randomUUID(), block })

const EMPTY: Record<Block['kind'], Block> = {
  heading: { kind: 'heading', text: '' },
  text: { kind: 'text', text: '' },
  button: { kind: 'button', label: '', url: '' },
  divider: { kind: 'divider' },
}

type Props = { drafts: readonly Draft[]; onChange: (drafts: readonly Draft[]) => void }

/** The blocks of a newsletter, to write, move, add and remove. */
export function BlockEditor({ drafts, onChange }: Props) {
  const swap = (at: number, other: number) =>
    onChange(
      drafts.map((draft, place) => (place === at ? drafts[other] : place === other ? drafts[at] : draft) ?? draft),
    )
  return (
    <fieldset className="m-0 flex min-w-0 flex-col gap-3 border-0 p-0">
      <legend className="mb-1.5 text-sm font-semibold">{words.content}</legend>
      {drafts.length === 0 && <Text tone="soft">{words.noBlocks}</Text>}
      <ol className="flex flex-col gap-3">
        {drafts.map((draft, at) => (
          <li key={draft.key} className="rounded-md border border-line p-3">
            <BlockHead
              place={words.place(at + 1, draft.block.kind)}
              {...(at > 0 && { onUp: () => swap(at, at - 1) })}
              {...(at < drafts.length - 1 && { onDown: () => swap(at, at + 1) })}
              onRemove={() => onChange(drafts.filter(({ key }) => key !== draft.key))}
            />
            <BlockFields draft={draft} />
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        {BLOCK_KINDS.map((kind) => (
          <Button
            key={kind}
            variant="outline"
            size="sm"
            disabled={drafts.length >= NEWSLETTER_LIMITS.blocks}
            onClick={() => onChange([...drafts, draftOf(EMPTY[kind])])}
          >
            <Plus size={14} aria-hidden="true" />
            {words.addBlock(kind)}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}

type HeadProps = { place: string; onUp?: () => void; onDown?: () => void; onRemove: () => void }

function BlockHead({ place, onUp, onDown, onRemove }: HeadProps) {
  return (
    <div className="mb-2 flex items-center gap-1">
      <Span tone="soft" size="xs" className="mr-auto">
        {place}
      </Span>
      <IconButton size="sm" label={words.up(place)} disabled={!onUp} focusableWhenDisabled onClick={onUp}>
        <ArrowUp size={15} aria-hidden="true" />
      </IconButton>
      <IconButton size="sm" label={words.down(place)} disabled={!onDown} focusableWhenDisabled onClick={onDown}>
        <ArrowDown size={15} aria-hidden="true" />
      </IconButton>
      <IconButton size="sm" tone="danger" label={words.removeBlock(place)} onClick={onRemove}>
        <Trash2 size={15} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

function BlockFields({ draft: { key, block } }: { draft: Draft }) {
  if (block.kind === 'divider') return <hr className="border-line" />
  if (block.kind === 'text') {
    return (
      <TextArea
        name={`${key}-text`}
        label={words.words}
        hint={words.textHint}
        rows={5}
        maxLength={NEWSLETTER_LIMITS.textCharacters}
        defaultValue={block.text}
      />
    )
  }
  if (block.kind === 'heading') {
    return (
      <TextField
        name={`${key}-text`}
        label={words.words}
        maxLength={NEWSLETTER_LIMITS.headingCharacters}
        autoComplete="off"
        defaultValue={block.text}
      />
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <TextField
        name={`${key}-label`}
        label={words.label}
        maxLength={NEWSLETTER_LIMITS.labelCharacters}
        autoComplete="off"
        defaultValue={block.label}
      />
      <TextField
        name={`${key}-url`}
        label={words.url}
        maxLength={NEWSLETTER_LIMITS.urlCharacters}
        autoComplete="off"
        spellCheck={false}
        validate={(value) => (isWebAddress(value.trim()) ? null : words.urlWrong)}
        defaultValue={block.url}
      />
    </div>
  )
}
