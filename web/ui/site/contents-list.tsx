import { useEffect, useState } from 'react'
import { Heading } from '../layout/text.tsx'

/** Of the window's height: what has come this far up is being read. */
const READING_LINE = 0.3

/** Headings of a page, beside its text; the one that is being read is marked while the page scrolls. */
export function ContentsList({
  title,
  headings,
}: {
  title: string
  headings: readonly { id: string; text: string }[]
}) {
  const current = useCurrent(headings)
  return (
    <>
      <Heading look="small">{title}</Heading>
      <ol className="mt-2 flex flex-col text-sm">
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              className="block rounded-sm border-l-2 border-line py-1 pl-3 text-ink-2 hover:text-ink aria-[current]:border-brand aria-[current]:font-semibold aria-[current]:text-brand pointer-coarse:py-2.5"
            >
              {text}
            </a>
          </li>
        ))}
      </ol>
    </>
  )
}

/** The last heading above the reading line; null above the first. */
function useCurrent(headings: readonly { id: string }[]): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  useEffect(() => {
    const mark = () => {
      const isRead = ({ id }: { id: string }) =>
        (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < innerHeight * READING_LINE
      setCurrent(headings.findLast(isRead)?.id ?? null)
    }
    mark()
    addEventListener('scroll', mark, { passive: true })
    addEventListener('resize', mark)
    return () => {
      removeEventListener('scroll', mark)
      removeEventListener('resize', mark)
    }
  }, [headings])
  return current
}
