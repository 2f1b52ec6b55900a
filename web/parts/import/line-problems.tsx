import { Notice } from '#web/ui/feedback/notice.tsx'

/** Enough to see what is wrong with a file. */
const MAX_LISTED = 8

type Props = {
  /** How many lines there are with a problem; the server lists the first ones. */
  count: number
  lines: readonly string[]
  words: { wrong: (count: number) => string; further: (count: number) => string }
}

/** What is wrong with a file, line by line. */
export function LineProblems({ count, lines, words }: Props) {
  if (count === 0) return null
  const listed = lines.slice(0, MAX_LISTED)
  const further = count - listed.length
  return (
    <Notice
      tone="attention"
      action={
        <ul className="list-disc pl-4 font-normal">
          {listed.map((line) => (
            <li key={line}>{line}</li>
          ))}
          {further > 0 && <li>{words.further(further)}</li>}
        </ul>
      }
    >
      {words.wrong(count)}
    </Notice>
  )
}
