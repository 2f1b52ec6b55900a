import { type RefObject, useRef, useState } from 'react'
import { documentation } from '#web/messages/site/documentation.ts'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { type Found, loadIndex, searchGuides } from './search-guides.ts'

const text = documentation.search

type Answer = { query: string; found: Found[] } | 'loading' | 'failed' | null

/** Full-text search. The index is fetched when somebody is about to use the field. */
export function GuideSearch({ inputRef }: { inputRef?: RefObject<HTMLInputElement | null> }) {
  const [query, setQuery] = useState('')
  const [answer, setAnswer] = useState<Answer>(null)
  const newest = useRef('')
  const search = (wanted: string) => {
    setQuery(wanted)
    newest.current = wanted
    if (wanted.trim() === '') return setAnswer(null)
    setAnswer((shown) => shown ?? 'loading')
    searchGuides(wanted.trim()).then(
      // An answer to fewer letters may come late.
      (found) => newest.current === wanted && setAnswer({ query: wanted.trim(), found }),
      (error: unknown) => {
        console.warn(error)
        setAnswer('failed')
      },
    )
  }
  return (
    // What fails here is reported when something is typed.
    <div onFocus={() => void loadIndex().catch((error: unknown) => console.warn(error))}>
      <SearchField
        label={text.label}
        clearLabel={text.clear}
        value={query}
        onChange={search}
        {...(inputRef ? { inputRef } : {})}
      />
      <Results answer={answer} />
    </div>
  )
}

function Results({ answer }: { answer: Answer }) {
  const status =
    answer === null
      ? ''
      : answer === 'loading'
        ? text.loading
        : answer === 'failed'
          ? text.failed
          : answer.found.length === 0
            ? text.none(answer.query)
            : text.count(answer.found.length)
  return (
    <>
      <Text tone="soft" aria-live="polite" className={status ? 'mt-2' : 'sr-only'}>
        {status}
      </Text>
      {answer !== null && typeof answer !== 'string' && answer.found.length > 0 && (
        <ul
          aria-label={text.results}
          className="mt-2 divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface"
        >
          {answer.found.map(({ href, title, heading, start, by }) => (
            <li key={href}>
              <a
                href={href}
                className="block px-4 py-3 -outline-offset-2 transition-colors duration-120 hover:bg-sunken"
              >
                <span className="block text-sm font-semibold">{heading ? `${title}: ${heading}` : title}</span>
                <span className="mt-0.5 block text-sm text-ink-2">{start}</span>
                {by !== null && <span className="mt-0.5 block text-xs text-ink-3">{documentation.writtenBy(by)}</span>}
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
