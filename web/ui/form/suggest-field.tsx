import { Autocomplete } from '@base-ui/react/autocomplete'
import { type ComponentProps, useState } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { inputStyle } from './input-style.ts'

export type Suggestion = {
  id: string
  label: string
  detail: string
  /** What the field holds when it is chosen. */
  text: string
}

type Props = FieldProps & {
  value: string
  onValueChange: (value: string) => void
  /** What fits the text already. */
  suggestions: readonly Suggestion[]
  listLabel: string
  /** Enter takes the first one; otherwise only what the arrows chose. */
  isFirstChosen: boolean
} & Pick<ComponentProps<typeof Autocomplete.Input>, 'ref' | 'inputMode' | 'onPaste'>

/** A text field with what it might become beneath. Choosing one fills the field and does nothing else. */
export function SuggestField({
  name,
  label,
  isOptional,
  hint,
  problem,
  validate,
  value,
  onValueChange,
  suggestions,
  listLabel,
  isFirstChosen,
  ...control
}: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Field name={name} label={label} {...{ isOptional, hint, problem, validate }}>
      <Autocomplete.Root
        items={suggestions}
        filter={null}
        value={value}
        onValueChange={onValueChange}
        // An empty list would be open unseen, and hide the rest of the page from screen readers.
        open={isOpen && suggestions.length > 0}
        onOpenChange={setOpen}
        autoHighlight={isFirstChosen}
        itemToStringValue={(item: Suggestion) => item.text}
      >
        <Autocomplete.Input
          className={inputStyle}
          required={!isOptional}
          autoComplete="off"
          spellCheck={false}
          {...control}
        />
        <Autocomplete.Portal>
          <Autocomplete.Positioner sideOffset={4} className="z-30 outline-none">
            <Autocomplete.Popup className="max-h-64 w-(--anchor-width) overflow-y-auto rounded-lg border border-line bg-surface p-1 shadow-lift">
              <Autocomplete.List aria-label={listLabel}>{rowOf}</Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      </Autocomplete.Root>
    </Field>
  )
}

function rowOf(item: Suggestion) {
  return (
    <Autocomplete.Item
      key={item.id}
      value={item}
      className="flex min-h-9 cursor-default flex-col justify-center rounded-md px-3 py-1.5 text-sm outline-none select-none data-highlighted:bg-brand-tint data-highlighted:text-brand pointer-coarse:min-h-11"
    >
      <span className="min-w-0 truncate font-semibold">{item.label}</span>
      {item.detail && <span className="min-w-0 truncate text-xs">{item.detail}</span>}
    </Autocomplete.Item>
  )
}
