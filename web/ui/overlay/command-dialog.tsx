import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog as Base } from '@base-ui/react/dialog'
import { Search, type LucideIcon } from 'lucide-react'
import { backdropStyle } from './dialog.tsx'

export type CommandItem = {
  id: string
  label: string
  /** Said after the label, such as the address of a person. */
  note?: string | undefined
  Icon: LucideIcon
  /** Leaves the dialog open: the outcome is seen in it. */
  staysOpen?: boolean
  onPress: () => void
}
export type CommandGroup = { id: string; label: string; items: readonly CommandItem[] }

type Words = { title: string; placeholder: string; empty: string; hint: string }
type Props = {
  isOpen: boolean
  onClose: () => void
  words: Words
  text: string
  onText: (text: string) => void
  /** What matches `text` already. */
  groups: readonly CommandGroup[]
}

/** A field over the page and what matches it; the first match is marked, arrows move, Enter presses. */
export function CommandDialog({ isOpen, onClose, words, text, onText, groups }: Props) {
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={backdropStyle} />
        <Base.Popup
          aria-label={words.title}
          className="fixed top-[max(1rem,12dvh)] left-1/2 z-20 flex max-h-[min(30rem,76dvh)] w-[min(36rem,calc(100vw-2rem))] -translate-x-1/2 flex-col rounded-lg border border-line bg-surface shadow-lift outline-none transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          <Autocomplete.Root
            open
            inline
            items={groups}
            filter={null}
            value={text}
            onValueChange={onText}
            autoHighlight="always"
            keepHighlight
            itemToStringValue={(item: CommandItem) => item.label}
          >
            <div className="relative border-b border-line">
              <Search
                size={16}
                aria-hidden="true"
                className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-ink-3"
              />
              <Autocomplete.Input
                aria-label={words.placeholder}
                placeholder={words.placeholder}
                className="h-12 w-full rounded-t-lg bg-transparent pr-4 pl-11 text-base outline-none placeholder:text-ink-3"
              />
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto p-1">
              <Autocomplete.Empty>
                <p className="px-3 py-6 text-center text-sm text-ink-2">{words.empty}</p>
              </Autocomplete.Empty>
              <Autocomplete.List aria-label={words.title}>{groupOf}</Autocomplete.List>
            </div>
            <p className="border-t border-line px-4 py-2 text-xs text-ink-3 pointer-coarse:hidden">{words.hint}</p>
          </Autocomplete.Root>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

function groupOf(group: CommandGroup) {
  return (
    <Autocomplete.Group key={group.id} items={group.items} className="py-1">
      <Autocomplete.GroupLabel className="px-3 py-1 text-xs text-ink-3">{group.label}</Autocomplete.GroupLabel>
      <Autocomplete.Collection>
        {(item: CommandItem) => (
          <Autocomplete.Item
            key={item.id}
            value={item}
            onClick={item.onPress}
            className="flex min-h-9 cursor-default items-center gap-2.5 rounded-md px-3 text-sm outline-none select-none data-highlighted:bg-brand-tint data-highlighted:text-brand pointer-coarse:min-h-11"
          >
            <item.Icon size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
            <span className="min-w-0 truncate">{item.label}</span>
            {item.note !== undefined && (
              <span className="ml-auto max-w-1/2 min-w-0 truncate pl-3 text-xs text-ink-2">{item.note}</span>
            )}
          </Autocomplete.Item>
        )}
      </Autocomplete.Collection>
    </Autocomplete.Group>
  )
}
