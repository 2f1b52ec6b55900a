import { clsx } from 'clsx'
import { Search } from 'lucide-react'

type Props = {
  label: string
  /** What does the same, as written on the keyboard. */
  keys: string
  onPress: () => void
  className?: string
}

/** Looks like a field to search in, and opens the one that does. */
export function SearchButton({ label, keys, onPress, className }: Props) {
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onPress}
      className={clsx(
        'flex h-9 cursor-pointer items-center gap-2 rounded-md border border-line bg-paper px-3 text-sm text-ink-3 transition-colors duration-120 hover:text-ink',
        className,
      )}
    >
      <Search size={16} aria-hidden="true" className="shrink-0" />
      <span className="truncate">{label}</span>
      <kbd aria-hidden="true" className="ml-auto rounded-sm border border-line bg-surface px-1.5 text-xs">
        {keys}
      </kbd>
    </button>
  )
}
