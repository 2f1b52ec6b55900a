import { clsx } from 'clsx'
import { Search, X } from 'lucide-react'
import type { RefObject } from 'react'
import { inputStyle } from './input-style.ts'

type Props = {
  label: string
  clearLabel: string
  value: string
  onChange: (value: string) => void
  /** Shown as a key cap while empty. */
  shortcut?: string
  inputRef?: RefObject<HTMLInputElement | null>
  className?: string
}

export function SearchField({ label, clearLabel, value, onChange, shortcut, inputRef, className }: Props) {
  return (
    <search className={clsx('relative', className)}>
      <Search
        size={16}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-3"
      />
      <input
        ref={inputRef}
        type="search"
        aria-label={label}
        placeholder={label}
        aria-keyshortcuts={shortcut}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value) onChange('')
        }}
        autoComplete="off"
        spellCheck={false}
        className={clsx(inputStyle, 'pr-9 pl-9 [&::-webkit-search-cancel-button]:hidden')}
      />
      {value ? (
        <button
          type="button"
          aria-label={clearLabel}
          onClick={(event) => {
            onChange('')
            // The button goes with the text, and would take the focus with it.
            event.currentTarget.parentElement?.querySelector('input')?.focus()
          }}
          className="absolute inset-y-0 right-0 grid w-9 cursor-pointer place-items-center rounded-md text-ink-3 hover:text-ink focus-visible:-outline-offset-2"
        >
          <X size={15} aria-hidden="true" />
        </button>
      ) : (
        shortcut && (
          <kbd
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 rounded-sm border border-line px-1.5 font-mono text-xs text-ink-3 pointer-coarse:hidden"
          >
            {shortcut}
          </kbd>
        )
      )}
    </search>
  )
}
