import type { RefObject } from 'react'
import { m } from '#web/messages/app.ts'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { useSearch } from '#web/parts/list/search-context.tsx'

/** Filters by decrypted names, in this browser only. */
export function FileSearch({
  inputRef,
  className,
}: {
  inputRef?: RefObject<HTMLInputElement | null>
  className: string
}) {
  const { query, setQuery } = useSearch()
  return (
    <SearchField
      label={m.files.search}
      clearLabel={m.files.clearSearch}
      shortcut="/"
      value={query}
      onChange={setQuery}
      className={className}
      {...(inputRef ? { inputRef } : {})}
    />
  )
}
